#include "frame.glsl"
flat in int body;
out vec4 tint; // transmitted light

void main()
{
    bool clear = int(options.x) == modeShaded;
    tint = vec4(clear ? paletteColour(body) * 0.7 + 0.015 : vec3(0.0), 1.0);
}
