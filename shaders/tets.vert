// Constraints of four vertices as tets, shrunk about their centres.
#include "frame.glsl"
uniform samplerBuffer positions;
uniform isamplerBuffer constraints;
uniform samplerBuffer facts;
uniform int kind;    // of the constraints
uniform bool solved; // with a highlighted stage: those that it solved, or the others

out vec3 worldPosition;
flat out vec3 worldNormal;
flat out vec3 own;
flat out float opacity;

const int sides[12] = int[12](0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3);

void main()
{
    int tet = gl_VertexID / 12, side = gl_VertexID % 12 / 3;
    ivec4 v = texelFetch(constraints, tet);
    vec4 fact = texelFetch(facts, tet);
    vec3 x[4];
    for (int i = 0; i < 4; i++)
        x[i] = texelFetch(positions, v[i]).xyz;
    vec3 centre = (x[0] + x[1] + x[2] + x[3]) * 0.25;
    vec3 a = x[sides[3 * side]], b = x[sides[3 * side + 1]], c = x[sides[3 * side + 2]];
    vec3 normal = cross(b - a, c - a);
    worldNormal = dot(normal, normal) > 0.0 ? normalize(normal) : vec3(0.0, 1.0, 0.0);
    worldPosition = mix(centre, x[sides[gl_VertexID % 12]], options.w);
    own = int(options.x) == modeTetColours ? constraintColour(int(fact.y)) : paletteColour(int(fact.z));
    opacity = 1.0;
    gl_Position = fact.w > 0.5 ? vec4(0.0) : viewProjection * vec4(worldPosition, 1.0); // torn
    if (lit.x > 0.5) {
        own = solvedColour(int(fact.y));
        if (isSolved(kind, int(fact.y)) != solved)
            gl_Position = vec4(0.0);
    }
}
