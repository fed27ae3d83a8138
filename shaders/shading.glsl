// Jelly: light is reflected at the surface, scattered inside, and transmitted in the body's colour. What has a colour
// or texture of its own is painted in it, and opaque. In modes that colour by a value it is a matt surface.
#include "frame.glsl"
#include "light.glsl"
uniform sampler2D backDepth; // of the nearest back-facing surface

// A point of a surface in the picture.
struct Point {
    vec3 position, normal; // m; a unit vector towards the eye's side
    float depth;           // in the picture
    float value;           // that colours it, in other modes than modeShaded
    int body;              // or -1 - body of a sheet or rope
    bool isFront;          // of its sheet
    bool isPainted;        // in its own colour
    vec3 own;              // that colour, linear
    float wire;            // the fraction that an edge of its triangle covers
};

float metresOf(float depth)
{
    float n = viewport.z, f = viewport.w;
    return 2.0 * n * f / (f + n - (2.0 * depth - 1.0) * (f - n));
}

// The thickness of jelly along the ray, in metres.
float thickness(Point at)
{
    float front = metresOf(at.depth), sum = 0.0;
    float radius = clamp(0.02 * range.z * viewport.y / front, 1.0, 14.0);
    vec2 direction = directionOf(0.13);
    for (int i = 0; i < 6; i++) {
        vec2 uv = (gl_FragCoord.xy + radius * spiralRadius(i, 6) * direction) / viewport.xy;
        direction = goldenTurn * direction;
        sum += clamp(metresOf(textureLod(backDepth, uv, 0.0).r) - front, 0.0, 1.5 * range.z);
    }
    return sum / 6.0;
}

vec3 mirrored(vec3 p, vec3 n, vec3 v)
{
    vec3 h = normalize(v + sunDirection.xyz);
    float nh = max(dot(n, h), 0.0), roughness = 0.16;
    float a2 = roughness * roughness * roughness * roughness;
    float d = nh * nh * (a2 - 1.0) + 1.0;
    float highlight = min(a2 / (3.14159 * d * d), 60.0) * 0.04 * max(dot(n, sunDirection.xyz), 0.0);
    float fresnel = 0.04 + 0.96 * pow(1.0 - max(dot(n, v), 0.0), 5.0);
    return surroundings(p, reflect(-v, n), true) * fresnel + sunColour * highlight;
}

vec3 jelly(Point at, vec3 v)
{
    vec3 p = at.position, n = at.normal, own = paletteColour(at.body);
    vec3 absorption = -log(max(own, vec3(0.02))) / range.z;
    float depth = thickness(at);
    vec3 l = sunDirection.xyz;
    vec3 bent = refract(-v, n, 1.0 / 1.25);
    vec3 behind = surroundings(p + bent * depth, bent, false) * exp(-absorption * depth * 1.1);
    vec3 sun = sunLight(p, n, max(int(maps.w) / 2, min(int(maps.w), 8))); // scattered: its grain does not show
    float path = sunPath(p - n * 0.02 * range.z);
    float wrapped = max((dot(n, l) + 0.35) / 1.35, 0.0);
    vec3 scattered = own * skyLight(n) * 0.62 + own * sunColour * wrapped * mix(own * 0.3, vec3(1.0), sun) * 0.22 +
                     sunColour * exp(-absorption * path * 0.9) * own * 0.36 * (0.35 + 0.65 * pow(max(dot(-v, l), 0.0), 2.0));
    float height = max(dot(p, ground.xyz) - ground.w, 0.0) / range.z;
    scattered *= mix(0.55, 1.0, smoothstep(0.0, 0.5, height + 0.25 * (dot(n, ground.xyz) + 1.0)));
    float clear = exp(-1.9 * depth / range.z) * 0.85;
    float fresnel = 0.04 + 0.96 * pow(1.0 - max(dot(n, v), 0.0), 5.0);
    return mix(scattered, behind, clear) * (1.0 - fresnel) + mirrored(p, n, v) * mix(0.55, 1.0, min(sun.r, 1.0));
}

vec3 matt(vec3 own, vec3 p, vec3 n)
{
    vec3 sun = sunColour * max(dot(n, sunDirection.xyz), 0.0) * dot(sunLight(p, n, int(maps.w)), vec3(0.3333)) / 3.14159;
    return own * (skyLight(n) * 0.85 + sun * 0.8);
}

// Cloth: matt, and some of the sun shines through.
vec3 cloth(Point at)
{
    vec3 n = at.normal, own = paletteColour(at.body) * (at.isFront ? 1.0 : 0.72);
    vec3 sun = sunColour * dot(sunLight(at.position, n, int(maps.w)), vec3(0.3333)) / 3.14159;
    float facing = dot(n, sunDirection.xyz);
    return own * (skyLight(n) * 0.85 + sun * (0.8 * max(facing, 0.0))) + own * own * sun * (0.35 * max(-facing, 0.0));
}

vec3 painted(Point at, vec3 v)
{
    vec3 p = at.position, n = at.normal;
    float fresnel = 0.04 + 0.96 * pow(1.0 - max(dot(n, v), 0.0), 5.0);
    return matt(at.own, p, n) * (1.0 - fresnel) + mirrored(p, n, v) * 0.5;
}

vec3 shade(Point at)
{
    vec3 v = normalize(eye.xyz - at.position);
    vec3 light = int(options.x) != modeShaded ? matt(gradientColour(at.value), at.position, at.normal)
                 : at.isPainted               ? painted(at, v)
                 : at.body < 0                ? cloth(at)
                                              : jelly(at, v);
    vec3 shown = toneMap(light);
    return options.y > 0.5 ? mix(shown, vec3(0.02), 0.75 * at.wire) : shown;
}
