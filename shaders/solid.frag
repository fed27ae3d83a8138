// A matt surface in its colour; without a normal it is emissive.
#include "frame.glsl"
#include "light.glsl"
in vec3 worldPosition;
flat in vec3 worldNormal;
flat in vec3 own;
flat in float opacity;
out vec4 colour;

void main()
{
    vec3 n = worldNormal;
    if (n == vec3(0.0)) {
        colour = vec4(toneMap(own * 1.1), opacity);
        return;
    }
    vec3 sun = sunColour * max(dot(n, sunDirection.xyz), 0.0) / 3.14159;
    float path = sunPath(worldPosition);
    vec3 light = skyLight(n) * 0.9 + sun * (0.35 + 0.65 * exp(-8.0 * path / range.z));
    colour = vec4(toneMap(own * light), opacity);
}
