// A triangle of the surface: its corners are looked up in textures, so no attributes are needed.
#include "frame.glsl"
uniform samplerBuffer surface; // two per corner, as written by corners.vert
uniform isamplerBuffer triangles;

out vec3 worldPosition;
out vec3 worldNormal;
out vec3 barycentric;
out float value;
flat out int body;

void main()
{
    int corner = texelFetch(triangles, gl_VertexID).x;
    vec4 position = texelFetch(surface, 2 * corner), normal = texelFetch(surface, 2 * corner + 1);
    int k = gl_VertexID % 3;
    worldPosition = position.xyz;
    worldNormal = normal.xyz;
    barycentric = vec3(k == 0, k == 1, k == 2);
    value = position.w;
    body = int(normal.w + 0.5);
    gl_Position = viewProjection * vec4(position.xyz, 1.0);
}
