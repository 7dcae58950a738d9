//Maya ASCII 2016 scene
createNode file -n "{{ name }}";
setAttr ".ftn" -type "string" "textures/{{ name }}_d.ppm";
