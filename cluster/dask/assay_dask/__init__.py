"""Checks game assets by the rules of Assay on a Dask cluster."""

from .driver import Check, StepFailed, check

__all__ = ["Check", "StepFailed", "check"]
