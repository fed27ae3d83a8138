// Shared by all shaders of a picture; the same structure as in host/viewer/draw/renderer.c.
layout(std140) uniform Frame {
    mat4 viewProjection;
    mat4 inverseViewProjection;
    mat4 sunProjection;   // world to the sun's shadow map
    mat4 belowProjection; // world to the depth map seen from under the ground
    vec4 eye;             // m
    vec4 sunDirection;    // towards the sun
    vec4 ground;          // normal and offset in m
    vec4 viewport;        // width, height, nearest, furthest
    vec4 maps;            // widths of the sun's map and of that from below, depth of both in m; taps of a soft shadow
    vec4 options;         // mode, wireframe, opacity of the ground, shrink of tets
    vec4 range;           // lowest and highest value of the gradient; in m: size of a body, cell of the grid
    vec4 lit;             // highlighted stage: 0 none, 1 without constraints, 2 + kind; colour
    vec4 palette[8];
    vec4 gradient[9];
};

const int modeShaded = 0, modeTets = 1, modeTetColours = 2, modeEdgeColours = 3, modeStrain = 4, modeVolume = 5,
          modeSpeed = 6, modeDifference = 7;

// Of a body, or of -1 - body.
vec3 paletteColour(int index)
{
    return palette[(index < 0 ? -1 - index : index) % 8].rgb;
}

vec3 gradientColour(float value)
{
    float place = clamp((value - range.x) / (range.y - range.x), 0.0, 1.0) * 8.0;
    int low = min(int(place), 7);
    return mix(gradient[low].rgb, gradient[low + 1].rgb, place - float(low));
}

// Hues a golden angle apart, so that neighbouring numbers differ well.
vec3 constraintColour(int colour)
{
    float hue = fract(float(colour) * 0.61803399 + 0.02);
    vec3 rgb = clamp(abs(fract(hue + vec3(0.0, 2.0 / 3.0, 1.0 / 3.0)) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
    return mix(vec3(0.06), rgb, 0.85) * (colour % 2 == 0 ? 0.9 : 0.55);
}

bool isSolved(int kind, int colour)
{
    return int(lit.x) == 2 + kind && int(lit.y) == colour;
}

// The same hue, bright.
vec3 solvedColour(int colour)
{
    vec3 rgb = constraintColour(colour);
    return mix(rgb / max(max(rgb.r, rgb.g), rgb.b), vec3(1.0), 0.12);
}
