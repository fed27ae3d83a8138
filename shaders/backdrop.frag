// Sky and ground, each pixel by its ray, behind all bodies.
#include "frame.glsl"
#include "light.glsl"
in vec2 place;
out vec4 colour;

void main()
{
    vec4 far = inverseViewProjection * vec4(place, 1.0, 1.0);
    vec3 direction = normalize(far.xyz / far.w - eye.xyz);
    float t = groundDistance(eye.xyz, direction);
    if (t < 0.0) {
        colour = vec4(toneMap(sky(direction)), 1.0);
        return;
    }
    vec3 p = eye.xyz + t * direction;
    float pixel = t / viewport.y * 0.57 / max(abs(dot(direction, ground.xyz)), 0.05);
    vec3 sun = sunColour * max(dot(ground.xyz, sunDirection.xyz), 0.0) / 3.14159;
    vec3 light = skyLight(ground.xyz) * (1.0 - groundOcclusion(p)) + sunLight(p, ground.xyz, int(maps.w)) * sun;
    vec3 shown = withHaze(groundAlbedo(p, pixel) * light, direction, t);
    colour = vec4(toneMap(mix(sky(direction), shown, options.z)), 1.0);
}
