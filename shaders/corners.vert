// Runs once per corner: its position, its normal from the moving triangles around it, and the value that
// colours it.
#include "frame.glsl"
uniform samplerBuffer positions;
uniform samplerBuffer speeds;
uniform samplerBuffer values; // of what the mode shows; of modeDifference: distances, in m
uniform samplerBuffer rests;
uniform samplerBuffer tetFacts;
uniform isamplerBuffer corners; // two per corner, as in host/viewer/draw/model_surface.h
uniform bool thick;             // sheets have their thickness
uniform isamplerBuffer around;
uniform isamplerBuffer tets;
uniform isamplerBuffer tetFirsts;
uniform isamplerBuffer tetsAt;
#include "tet_values.glsl"

out vec4 cornerPosition; // m; the value
out vec4 cornerNormal;   // unit vector; the body, or -1 - body of a sheet or rope, less a quarter at the back of a sheet

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

const int shapeTriangles = 0, shapeRim = 1, shapeRing = 2;

vec3 sumOfNormals(int first, int end)
{
    vec3 normal = vec3(0.0);
    for (int i = first; i < end; i++) {
        ivec4 triangle = texelFetch(around, i);
        vec3 a = texelFetch(positions, triangle.x).xyz;
        normal += cross(texelFetch(positions, triangle.y).xyz - a, texelFetch(positions, triangle.z).xyz - a);
    }
    return normal;
}

// Of a sheet: from an edge outwards.
vec3 rimNormal(ivec4 edge, vec3 front)
{
    return cross(texelFetch(positions, edge.y).xyz - texelFetch(positions, edge.x).xyz, front);
}

vec3 unit(vec3 v)
{
    return dot(v, v) > 0.0 ? normalize(v) : vec3(0.0, 1.0, 0.0);
}

// Of a rope: the direction from its line to a corner of a ring round it. Rings of one direction are turned alike.
vec3 ringNormal(ivec4 ring, int number)
{
    vec3 along = texelFetch(positions, ring.z).xyz - texelFetch(positions, ring.x).xyz;
    vec3 across = normalize(cross(along, vec3(0.36, 0.48, 0.8)) + vec3(1e-20, 0.0, 0.0));
    float angle = 0.785398163 * float(number); // eight corners
    return cos(angle) * across + sin(angle) * normalize(cross(along, across) + vec3(0.0, 0.0, 1e-20));
}

void main()
{
    ivec4 corner = texelFetch(corners, 2 * gl_VertexID), more = texelFetch(corners, 2 * gl_VertexID + 1);
    bool isSheet = more.y < more.z; // drawn with a thickness, maybe
    vec3 front = isSheet && thick ? unit(sumOfNormals(more.y, more.z)) : vec3(0.0);
    vec3 normal = more.w == shapeTriangles ? sumOfNormals(corner.y, corner.z)
                  : more.w == shapeRim     ? rimNormal(texelFetch(around, corner.y), front)
                                           : ringNormal(texelFetch(around, corner.y), more.w - shapeRing);
    vec3 shift = intBitsToFloat(more.x) * (isSheet ? front : more.w >= shapeRing ? normal : vec3(0.0));
    int mode = int(options.x);
    float value = mode == modeStrain   ? averageOverTets(corner.x, true)
                  : mode == modeVolume ? averageOverTets(corner.x, false)
                  : mode == modeSpeed  ? texelFetch(speeds, corner.x).x
                  : mode == modeDifference ? log2(max(texelFetch(values, corner.x).x, 1e-15)) * 0.30103 // log10
                  : mode > modeDifference  ? texelFetch(values, corner.x).x
                                       : 0.0;
    cornerPosition = vec4(texelFetch(positions, corner.x).xyz + shift, value);
    bool isBack = isSheet && more.w == shapeTriangles && more.x < 0;
    cornerNormal = vec4(unit(isBack ? -normal : normal), float(corner.w) - (isBack ? 0.25 : 0.0));
}
