// Arrows that face the camera, in a colour that glows.
#include "frame.glsl"
uniform samplerBuffer arrows; // of each: its tail, and the way to its tip, m

out vec3 worldPosition;
flat out vec3 worldNormal;
flat out vec3 own;
flat out float opacity;

// Of the shaft's two triangles, then of the head: how far along, and to which side.
const vec2 corners[9] = vec2[9](vec2(0.0, -1.0), vec2(1.0, -1.0), vec2(0.0, 1.0), vec2(0.0, 1.0), vec2(1.0, -1.0),
                                vec2(1.0, 1.0), vec2(0.0, -1.0), vec2(0.0, 1.0), vec2(1.0, 0.0));

void main()
{
    int arrow = gl_VertexID / 9, k = gl_VertexID % 9;
    vec3 tail = texelFetch(arrows, 2 * arrow).xyz, way = texelFetch(arrows, 2 * arrow + 1).xyz;
    vec3 toEye = eye.xyz - tail;
    vec3 across = cross(way, toEye);
    across = dot(across, across) > 0.0 ? normalize(across) : vec3(0.0);
    float width = max(0.006 * range.z, length(toEye) / viewport.y * 1.2);
    float head = min(6.0 * width / max(length(way), 1e-9), 0.6); // its share of the length
    float along = k < 6 ? corners[k].x * (1.0 - head) : 1.0 - head + corners[k].x * head;
    worldPosition = tail + way * along + across * corners[k].y * width * (k < 6 ? 1.0 : 2.5);
    worldNormal = vec3(0.0);
    own = vec3(1.0, 0.78, 0.08);
    opacity = 1.0;
    gl_Position = viewProjection * vec4(worldPosition, 1.0);
}
