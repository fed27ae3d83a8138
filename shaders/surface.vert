// A triangle of the surface: its corners are looked up in textures, so no attributes are needed.
#include "frame.glsl"
uniform samplerBuffer surface; // two per corner, as written by corners.vert
uniform isamplerBuffer triangles;
uniform samplerBuffer looks; // two per corner of a triangle, as in host/viewer/draw/model_look.h
uniform int isPainted;

out vec3 worldPosition;
out vec3 worldNormal;
out vec3 barycentric;
out float value;
out vec4 look;
out vec2 uv;
flat out int body;
flat out int isBack;

void main()
{
    int corner = texelFetch(triangles, gl_VertexID).x;
    vec4 position = texelFetch(surface, 2 * corner), normal = texelFetch(surface, 2 * corner + 1);
    int k = gl_VertexID % 3;
    worldPosition = position.xyz;
    worldNormal = normal.xyz;
    barycentric = vec3(k == 0, k == 1, k == 2);
    value = position.w;
    look = isPainted != 0 ? texelFetch(looks, 2 * gl_VertexID) : vec4(0.0);
    uv = isPainted != 0 ? texelFetch(looks, 2 * gl_VertexID + 1).xy : vec2(0.0);
    body = int(floor(normal.w + 0.5));
    isBack = fract(normal.w) > 0.5 ? 1 : 0;
    gl_Position = viewProjection * vec4(position.xyz, 1.0);
}
