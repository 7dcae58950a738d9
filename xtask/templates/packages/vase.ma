setAttr ".ftn" -type "string" "D:/game/vase/textures/vase_d.ppm";{{ fault("package-scene-path", "D:/game/vase/textures/vase_d.ppm") }}
