// Surfaces, shaded as they are drawn.
#include "shading.glsl"
#include "point.glsl"
uniform int isOther; // the body of a world beside: one colour, translucent, with its wires
out vec4 colour;

// Translucency around a highlighted stage; colours of a value stay visible.
vec4 glass(vec3 n, vec3 v, bool coloured)
{
    float edge = pow(1.0 - abs(dot(n, v)), 2.0);
    vec3 own = coloured ? gradientColour(value) : mix(paletteColour(body), vec3(0.3), 0.35);
    return vec4(toneMap(own * skyLight(n) * (coloured ? 1.0 : 0.8)), coloured ? 0.7 : mix(0.22, 0.8, edge));
}

void main()
{
    Point at = seenPoint();
    vec3 v = normalize(eye.xyz - at.position);
    if (isOther != 0) {
        vec3 violet = vec3(0.42, 0.05, 0.95) * (0.35 + 0.65 * abs(dot(at.normal, v)));
        colour = vec4(toneMap(violet), max(mix(0.25, 0.85, pow(1.0 - abs(dot(at.normal, v)), 2.0)), 0.55 * at.wire));
        return;
    }
    if (lit.x > 0.5) {
        colour = glass(at.normal, v, int(options.x) >= modeStrain);
        return;
    }
    colour = vec4(shade(at), 1.0);
}
