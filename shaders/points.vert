// Runs once per point of a skin: evaluates its position in its tet, as gelEvaluateEmbedding does.
uniform samplerBuffer positions;
uniform isamplerBuffer pointTets;
uniform samplerBuffer pointWeights;

out vec4 pointPosition; // m; 1

void main()
{
    ivec4 tet = texelFetch(pointTets, gl_VertexID);
    vec4 weights = texelFetch(pointWeights, gl_VertexID);
    vec3 origin = texelFetch(positions, tet.x).xyz, point = origin;
    for (int i = 1; i < 4; i++)
        point += weights[i] * (texelFetch(positions, tet[i]).xyz - origin);
    pointPosition = vec4(point, 1.0);
}
