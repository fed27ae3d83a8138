// The surface as seen by the sun, the ground or the camera: depth only.
#include "frame.glsl"
uniform samplerBuffer surface;
uniform isamplerBuffer triangles;
uniform samplerBuffer looks; // as in surface.vert
uniform int isPainted;
uniform mat4 projection;
flat out int isOpaque;
flat out int body;

void main()
{
    int corner = texelFetch(triangles, gl_VertexID).x;
    isOpaque = isPainted != 0 && texelFetch(looks, 2 * gl_VertexID).w > 0.5 ? 1 : 0;
    body = int(floor(texelFetch(surface, 2 * corner + 1).w + 0.5));
    gl_Position = projection * vec4(texelFetch(surface, 2 * corner).xyz, 1.0);
}
