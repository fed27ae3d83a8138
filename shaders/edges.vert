// The edges as strips that face the camera, in the colour of their constraint.
#include "frame.glsl"
uniform samplerBuffer positions;
uniform isamplerBuffer edges;

out vec3 worldPosition;
flat out vec3 worldNormal;
flat out vec3 own;

void main()
{
    ivec4 edge = texelFetch(edges, gl_VertexID / 6);
    int k = gl_VertexID % 6;
    vec3 a = texelFetch(positions, edge.x).xyz, b = texelFetch(positions, edge.y).xyz;
    bool atEnd = k == 1 || k == 2 || k == 4;
    float side = k == 2 || k == 4 || k == 5 ? 1.0 : -1.0;
    vec3 toEye = eye.xyz - (atEnd ? b : a);
    vec3 across = cross(b - a, toEye);
    across = dot(across, across) > 0.0 ? normalize(across) : vec3(0.0);
    float width = max(0.004 * range.z, length(toEye) / viewport.y * 0.6);
    worldPosition = (atEnd ? b : a) + across * side * width;
    worldNormal = normalize(toEye);
    own = constraintColour(edge.z);
    gl_Position = viewProjection * vec4(worldPosition, 1.0);
}
