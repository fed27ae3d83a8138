// Runs once per corner: its position, its normal from the moving triangles around it, and the value that
// colours it.
#include "frame.glsl"
uniform samplerBuffer positions;
uniform samplerBuffer speeds;
uniform samplerBuffer distances; // from the world compared with
uniform samplerBuffer rests;
uniform samplerBuffer tetFacts;
uniform isamplerBuffer corners;
uniform isamplerBuffer around;
uniform isamplerBuffer tets;
uniform isamplerBuffer tetFirsts;
uniform isamplerBuffer tetsAt;
#include "tet_values.glsl"

out vec4 cornerPosition; // m; the value
out vec4 cornerNormal;   // unit vector; the body

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

void main()
{
    ivec4 corner = texelFetch(corners, gl_VertexID);
    vec3 normal = vec3(0.0);
    for (int i = corner.y; i < corner.z; i++) {
        ivec4 triangle = texelFetch(around, i);
        vec3 a = texelFetch(positions, triangle.x).xyz;
        normal += cross(texelFetch(positions, triangle.y).xyz - a, texelFetch(positions, triangle.z).xyz - a);
    }
    int mode = int(options.x);
    float value = mode == modeStrain   ? averageOverTets(corner.x, true)
                  : mode == modeVolume ? averageOverTets(corner.x, false)
                  : mode == modeSpeed  ? texelFetch(speeds, corner.x).x
                  : mode == modeDifference ? log2(max(texelFetch(distances, corner.x).x, 1e-15)) * 0.30103 // log10
                                       : 0.0;
    cornerPosition = vec4(texelFetch(positions, corner.x).xyz, value);
    cornerNormal = vec4(dot(normal, normal) > 0.0 ? normalize(normal) : vec3(0.0, 1.0, 0.0), float(corner.w));
}
