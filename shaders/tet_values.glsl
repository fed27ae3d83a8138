// Values of a tet's shape. Needs the textures positions, rests, tets and tetFacts.
float tetVolumeError(int tet)
{
    ivec4 v = texelFetch(tets, tet);
    vec3 a = texelFetch(positions, v.x).xyz;
    vec3 d1 = texelFetch(positions, v.y).xyz - a, d2 = texelFetch(positions, v.z).xyz - a;
    vec3 d3 = texelFetch(positions, v.w).xyz - a;
    return dot(cross(d1, d2), d3) / (6.0 * texelFetch(tetFacts, tet).x) - 1.0;
}

// Root mean square of the relative change in length of the six edges.
float tetStrain(int tet)
{
    ivec4 v = texelFetch(tets, tet);
    float sum = 0.0;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < i; k++) {
            float rest = distance(texelFetch(rests, v[i]).xyz, texelFetch(rests, v[k]).xyz);
            float change = distance(texelFetch(positions, v[i]).xyz, texelFetch(positions, v[k]).xyz) / rest - 1.0;
            sum += change * change;
        }
    return sqrt(sum / 6.0);
}
