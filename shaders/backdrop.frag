// Sky and ground, per pixel by its ray, behind all bodies.
#include "frame.glsl"
#include "light.glsl"
in vec2 place;
out vec4 colour;

// Dimmed behind a highlighted stage.
vec4 shade(vec3 light)
{
    return vec4(toneMap(lit.x > 0.5 ? light * 0.13 : light), 1.0);
}

void main()
{
    vec4 far = inverseViewProjection * vec4(place, 1.0, 1.0);
    vec3 direction = normalize(far.xyz / far.w - eye.xyz);
    vec3 above = sky(direction);
    float t = groundDistance(eye.xyz, direction);
    if (t < 0.0) {
        colour = shade(above);
        return;
    }
    vec3 p = eye.xyz + t * direction;
    float pixel = t / viewport.y * 0.57 / max(abs(dot(direction, ground.xyz)), 0.05);
    vec3 sun = sunColour * max(dot(ground.xyz, sunDirection.xyz), 0.0) / 3.14159;
    vec3 light = skyLight(ground.xyz) * (1.0 - groundOcclusion(p)) + sunLight(p, ground.xyz, int(maps.w)) * sun;
    vec3 shown = withHaze(groundAlbedo(p, pixel) * light, direction, t);
    colour = shade(mix(above, shown, options.z));
}
