// Constraints of two vertices as strips that face the camera, coloured by constraint colour.
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

void main()
{
    ivec4 edge = texelFetch(constraints, gl_VertexID / 6);
    vec4 fact = texelFetch(facts, gl_VertexID / 6);
    int colour = int(fact.y);
    int k = gl_VertexID % 6;
    vec3 a = texelFetch(positions, edge.x).xyz, b = texelFetch(positions, edge.y).xyz;
    bool atEnd = k == 1 || k == 2 || k == 4;
    float side = k == 2 || k == 4 || k == 5 ? 1.0 : -1.0;
    vec3 toEye = eye.xyz - (atEnd ? b : a);
    vec3 across = cross(b - a, toEye);
    across = dot(across, across) > 0.0 ? normalize(across) : vec3(0.0);
    bool anyLit = lit.x > 0.5;
    float pixels = anyLit && solved ? 1.4 : 0.6;
    float width = max((anyLit && solved ? 0.008 : anyLit ? 0.002 : 0.004) * range.z, length(toEye) / viewport.y * pixels);
    worldPosition = (atEnd ? b : a) + across * side * width;
    worldNormal = vec3(0.0);
    own = !anyLit ? constraintColour(colour) : solved ? solvedColour(colour) : vec3(0.55);
    opacity = anyLit && !solved ? 0.07 : 1.0;
    bool hidden = fact.w > 0.5 || (anyLit && isSolved(kind, colour) != solved); // torn, or of another pass
    gl_Position = hidden ? vec4(0.0) : viewProjection * vec4(worldPosition, 1.0);
}
