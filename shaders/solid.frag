// A matt surface in its own colour.
#include "frame.glsl"
#include "light.glsl"
in vec3 worldPosition;
flat in vec3 worldNormal;
flat in vec3 own;
out vec4 colour;

void main()
{
    vec3 n = worldNormal;
    if (int(options.x) == modeEdgeColours) {
        colour = vec4(toneMap(own * 1.1), 1.0);
        return;
    }
    vec3 sun = sunColour * max(dot(n, sunDirection.xyz), 0.0) / 3.14159;
    float path = sunPath(worldPosition);
    colour = vec4(toneMap(own * (skyLight(n) * 0.9 + sun * (0.35 + 0.65 * exp(-8.0 * path / range.z)))), 1.0);
}
