// Runs once per corner: its position, its normal from the moving triangles around it, and the value that
// colours it.
#include "frame.glsl"
uniform samplerBuffer positions;
uniform samplerBuffer speeds;
uniform samplerBuffer values; // of what the mode shows; of modeDifference: distances, in m
uniform samplerBuffer rests;
uniform samplerBuffer tetFacts;
uniform isamplerBuffer corners;
uniform isamplerBuffer around;
uniform isamplerBuffer tets;
uniform isamplerBuffer tetFirsts;
uniform isamplerBuffer tetsAt;
#include "tet_values.glsl"

out vec4 cornerPosition; // m; the value
out vec4 cornerNormal;   // unit vector; the body, or -1 - body of a sheet or rope

float averageOverTets(int vertex, bool strain)
{
    int first = texelFetch(tetFirsts, vertex).x, end = texelFetch(tetFirsts, vertex + 1).x;
    float sum = 0.0;
    for (int i = first; i < end; i++) {
        int tet = texelFetch(tetsAt, i).x;
        sum += strain ? tetStrain(tet) : tetVolumeError(tet);
    }
    return sum / float(max(end - first, 1));
}

// Of a rope: the direction from its line to a corner of a ring round it. Rings of one direction are turned alike.
vec3 ringNormal(ivec4 ring)
{
    vec3 along = texelFetch(positions, ring.z).xyz - texelFetch(positions, ring.x).xyz;
    vec3 across = normalize(cross(along, vec3(0.36, 0.48, 0.8)) + vec3(1e-20, 0.0, 0.0));
    float angle = 0.785398163 * float(ring.w - 1); // eight corners
    return cos(angle) * across + sin(angle) * normalize(cross(along, across) + vec3(0.0, 0.0, 1e-20));
}

void main()
{
    ivec4 corner = texelFetch(corners, gl_VertexID);
    vec3 normal = vec3(0.0), shift = vec3(0.0);
    ivec4 ring = texelFetch(around, corner.y);
    if (corner.y < corner.z && ring.w > 0) {
        normal = ringNormal(ring);
        shift = normal * intBitsToFloat(texelFetch(around, corner.y + 1).x);
        corner.z = corner.y;
    }
    for (int i = corner.y; i < corner.z; i++) {
        ivec4 triangle = texelFetch(around, i);
        vec3 a = texelFetch(positions, triangle.x).xyz;
        normal += cross(texelFetch(positions, triangle.y).xyz - a, texelFetch(positions, triangle.z).xyz - a);
    }
    int mode = int(options.x);
    float value = mode == modeStrain   ? averageOverTets(corner.x, true)
                  : mode == modeVolume ? averageOverTets(corner.x, false)
                  : mode == modeSpeed  ? texelFetch(speeds, corner.x).x
                  : mode == modeDifference ? log2(max(texelFetch(values, corner.x).x, 1e-15)) * 0.30103 // log10
                  : mode > modeDifference  ? texelFetch(values, corner.x).x
                                       : 0.0;
    cornerPosition = vec4(texelFetch(positions, corner.x).xyz + shift, value);
    cornerNormal = vec4(dot(normal, normal) > 0.0 ? normalize(normal) : vec3(0.0, 1.0, 0.0), float(corner.w));
}
