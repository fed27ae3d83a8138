// Sky, sun, ground: the light from each direction, and how much of it arrives. All colours are linear.
uniform sampler2D sunDepth;   // from the sun
uniform sampler2D sunTint;    // the colour of the first surface that the sun hits
uniform sampler2D belowDepth; // seen from below the ground: the lowest surfaces

const vec3 sunColour = vec3(3.3, 3.0, 2.6);
const float sunSize = 0.05; // tangent of its angular radius; larger than real, for softer shadows

vec3 sky(vec3 direction)
{
    float up = dot(direction, ground.xyz);
    vec3 colour = mix(vec3(0.60, 0.66, 0.74), vec3(0.16, 0.30, 0.58), smoothstep(-0.02, 0.7, up));
    float towards = max(dot(direction, sunDirection.xyz), 0.0);
    return colour + sunColour * (0.06 * pow(towards, 12.0) + 0.2 * pow(towards, 180.0));
}

// A bright window to be reflected, which makes a wet surface look wet.
vec3 mirrorSky(vec3 direction)
{
    vec3 side = normalize(cross(ground.xyz, sunDirection.xyz));
    vec3 to = normalize(sunDirection.xyz - 1.5 * side);
    vec3 across = normalize(cross(ground.xyz, to));
    vec3 along = cross(to, across);
    vec2 at = vec2(dot(direction, across), dot(direction, along)) / max(dot(direction, to), 1e-3);
    vec2 edge = smoothstep(vec2(0.36, 0.5), vec2(0.3, 0.42), abs(at));
    float bar = smoothstep(0.012, 0.03, abs(at.x));
    return sky(direction) + vec3(2.6) * edge.x * edge.y * bar * step(0.0, dot(direction, to));
}

// Light from the whole sky on a surface, plus what the ground reflects.
vec3 skyLight(vec3 normal)
{
    float up = dot(normal, ground.xyz) * 0.5 + 0.5;
    return mix(vec3(0.42, 0.40, 0.37), vec3(0.72, 0.80, 0.92), up * up * (3.0 - 2.0 * up));
}

float noise(vec2 pixel)
{
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

// Points on a spiral, a golden angle apart, cover a disc evenly: the next direction is one rotation away,
// which is cheaper than a sine each.
const mat2 goldenTurn = mat2(-0.73736888, 0.67549029, -0.67549029, -0.73736888);
const mat2 twelfthTurn = mat2(0.8660254, 0.5, -0.5, 0.8660254);

vec2 directionOf(float turn)
{
    return vec2(cos(6.2831853 * turn), sin(6.2831853 * turn));
}

float spiralRadius(int i, int count)
{
    return sqrt((float(i) + 0.5) / float(count));
}

vec3 sunPlace(vec3 p)
{
    return (sunProjection * vec4(p, 1.0)).xyz * 0.5 + 0.5;
}

bool outside(vec2 uv)
{
    return any(lessThan(uv, vec2(0.0))) || any(greaterThan(uv, vec2(1.0)));
}

// The distance that light travels inside bodies before it reaches p, in metres; one tap.
float sunPath(vec3 p)
{
    vec3 at = sunPlace(p);
    return outside(at.xy) ? 0.0 : max(at.z - textureLod(sunDepth, at.xy, 0.0).r, 0.0) * maps.z;
}

// The fraction of sunlight that reaches p, coloured by what it shines through. The penumbra widens with the
// distance from the blocker (percentage-closer soft shadows). `taps` are for the light; half as many search
// for the blocker.
vec3 sunLight(vec3 p, vec3 normal, int taps)
{
    float texel = maps.x / float(textureSize(sunDepth, 0).x);
    vec3 at = sunPlace(p + normal * texel * 2.0);
    if (outside(at.xy))
        return vec3(1.0);
    int searchTaps = taps / 2;
    float depth = 0.0, count = 0.0;
    float search = max(sunSize * at.z * maps.z, 3.0 * texel) / maps.x;
    vec2 start = directionOf(noise(gl_FragCoord.xy)), direction = start;
    for (int i = 0; i < searchTaps; i++) {
        float d = textureLod(sunDepth, at.xy + search * spiralRadius(i, searchTaps) * direction, 0.0).r;
        depth += d < at.z ? d : 0.0;
        count += d < at.z ? 1.0 : 0.0;
        direction = goldenTurn * direction;
    }
    if (count == 0.0)
        taps = 0;
    float radius = clamp(sunSize * (at.z - depth / max(count, 1.0)) * maps.z, 1.2 * texel, 0.25 * maps.x) / maps.x;
    vec3 light = vec3(0.0);
    direction = start;
    for (int i = 0; i < taps; i++) {
        vec2 uv = at.xy + radius * spiralRadius(i, taps) * direction;
        light += textureLod(sunDepth, uv, 0.0).r < at.z ? textureLod(sunTint, uv, 0.0).rgb : vec3(1.0);
        direction = goldenTurn * direction;
    }
    return taps > 0 ? light / float(taps) : vec3(1.0);
}

// The fraction of the sky that bodies hide from a point of the ground: a surface element at height h and
// distance r, seen under the cosine law, covers h^2 / (pi (h^2 + r^2)^2) of it. Rings of samples, wider
// outwards.
float groundOcclusion(vec3 p)
{
    vec2 at = (belowProjection * vec4(p, 1.0)).xy * 0.5 + 0.5;
    float size = range.z * 1.6, hidden = 0.0, noised = noise(gl_FragCoord.yx);
    bool isFar = any(lessThan(at, vec2(-0.3))) || any(greaterThan(at, vec2(1.3)));
    int rings = isFar ? 0 : 5, samples = maps.w < 6.0 ? 3 : 6; // fewer where the picture is to be fast
    float inner = 0.0, outer = size * 0.05;
    vec2 start = directionOf(noised / 6.0), turn = directionOf(1.0 / float(samples)), wobble = directionOf(noised);
    for (int ring = 0; ring < rings; ring++) {
        float area = (outer * outer - inner * inner) / float(samples); // of a sample, over pi
        vec2 direction = start, wobbled = wobble;
        for (int i = 0; i < samples; i++) {
            float r = mix(inner, outer, 0.5 + 0.4 * wobbled.y);
            vec2 uv = at + r * direction / maps.y;
            float depth = outside(uv) ? 1.0 : textureLod(belowDepth, uv, 0.0).r;
            float h = max(depth * maps.z - maps.z * 0.5, 0.0) + 0.03 * size; // the ground is half way
            hidden += depth < 1.0 ? area * h * h / ((h * h + r * r) * (h * h + r * r)) : 0.0;
            direction = mat2(turn, -turn.y, turn.x) * direction;
            wobbled = goldenTurn * wobbled;
        }
        start = twelfthTurn * start;
        inner = outer;
        outer *= 1.9318727;
    }
    return clamp(hidden, 0.0, 0.92);
}

float gridLine(vec2 at, float cell, float width, float pixel)
{
    vec2 distance = abs(fract(at / cell - 0.5) - 0.5) * cell;
    float wide = max(width, pixel);
    vec2 cover = smoothstep(wide * 0.5 + pixel, wide * 0.5 - pixel * 0.5, distance) * (width / wide);
    return max(cover.x, cover.y) * smoothstep(0.5, 0.1, pixel / cell);
}

// The ground's colour; `pixel` is the width of a pixel there, in metres.
vec3 groundAlbedo(vec3 p, float pixel)
{
    vec3 n = ground.xyz;
    vec3 x = normalize(abs(n.x) < 0.9 ? vec3(1.0, 0.0, 0.0) - n * n.x : vec3(0.0, 0.0, 1.0) - n * n.z);
    vec2 at = vec2(dot(p, x), dot(p, cross(x, n)));
    float cell = range.w;
    float fine = gridLine(at, cell, cell * 0.014, pixel) * 0.4;
    float coarse = gridLine(at, cell * 5.0, cell * 0.022, pixel) * 0.6;
    return mix(vec3(0.445, 0.435, 0.42), vec3(0.14, 0.155, 0.19), max(fine, coarse));
}

float groundDistance(vec3 origin, vec3 direction)
{
    float slope = dot(direction, ground.xyz);
    float height = dot(origin, ground.xyz) - ground.w;
    return slope < -1e-4 && height > 0.0 ? -height / slope : -1.0;
}

// The ground fades into the horizon.
vec3 withHaze(vec3 colour, vec3 direction, float distance)
{
    float far = max(length(eye.xyz), maps.z) * 5.0;
    vec3 flat_direction = normalize(direction - ground.xyz * min(dot(direction, ground.xyz), 0.0));
    return mix(sky(flat_direction), colour, exp(-pow(distance / far, 2.0)));
}

// The light seen from inside or reflected by the surface of a body, with one shadow tap.
vec3 surroundings(vec3 origin, vec3 direction, bool mirror)
{
    float t = groundDistance(origin, direction);
    if (t < 0.0 || options.z < 0.5)
        return mirror ? mirrorSky(direction) : sky(direction);
    vec3 p = origin + t * direction;
    vec3 at = sunPlace(p + ground.xyz * 0.01 * maps.x);
    bool dark = !outside(at.xy) && textureLod(sunDepth, at.xy, 0.0).r < at.z;
    vec3 sun = sunColour * max(dot(ground.xyz, sunDirection.xyz), 0.0);
    vec3 light = skyLight(ground.xyz) + (dark ? textureLod(sunTint, at.xy, 0.0).rgb : vec3(1.0)) * sun / 3.14159;
    return withHaze(groundAlbedo(p, length(p - eye.xyz) / viewport.y * 0.8) * light, direction, length(p - eye.xyz));
}

// Tone mapping of linear light: bright colours roll off towards white, the rest is unchanged.
vec3 toneMap(vec3 colour)
{
    float peak = max(max(colour.r, colour.g), max(colour.b, 1e-5));
    const float start = 0.7;
    float shown = peak < start ? peak : start + (1.0 - start) * (1.0 - exp(-(peak - start) / (1.0 - start)));
    return mix(colour * (shown / peak), vec3(shown), 0.6 * (1.0 - shown / peak) * (1.0 - shown / peak));
}
