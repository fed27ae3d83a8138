// The point of a surface that is seen, for shading.glsl.
uniform sampler2D picture; // from the top

in vec3 worldPosition;
in vec3 worldNormal;
in vec3 barycentric;
in float value;
in vec4 look; // linear colour; 0: none, 1: this, 2: times the picture
in vec2 uv;   // V upwards
flat in int body;   // or -1 - body of a sheet or rope
flat in int isBack; // of a sheet with a thickness

float wire()
{
    vec3 wide = fwidth(barycentric);
    vec3 cover = smoothstep(wide * 1.5, wide * 0.5, barycentric);
    return max(max(cover.x, cover.y), cover.z);
}

Point seenPoint()
{
    vec3 texel = texture(picture, vec2(uv.x, 1.0 - uv.y)).rgb; // outside of conditions, as it needs neighbours
    return Point(worldPosition, normalize(gl_FrontFacing ? worldNormal : -worldNormal), gl_FragCoord.z, value, body,
                 gl_FrontFacing && isBack == 0, look.w > 0.5, look.w > 1.5 ? look.rgb * texel : look.rgb, wire());
}
