#include "frame.glsl"
flat in int body;
flat in int isOpaque;
out vec4 tint; // transmitted light

void main()
{
    bool clear = int(options.x) == modeShaded && isOpaque == 0 && body >= 0;
    tint = vec4(clear ? paletteColour(body) * 0.7 + 0.015 : vec3(0.0), 1.0);
}
