extends Node

const CHEST = preload("res://Chest.tscn")
