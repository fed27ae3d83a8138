// Shades what gbuffer.frag has written, each pixel once however many small triangles it has.
#include "shading.glsl"
uniform sampler2D places;
uniform sampler2D sides;
uniform sampler2D paints;
out vec4 colour;

void main()
{
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 place = texelFetch(places, pixel, 0), side = texelFetch(sides, pixel, 0), paint = texelFetch(paints, pixel, 0);
    vec4 seen = viewProjection * vec4(place.xyz, 1.0);
    bool isPainted = paint.w > 1.5;
    Point at = Point(place.xyz, side.xyz, 0.5 * seen.z / seen.w + 0.5, place.w, int(floor(side.w)),
                     fract(side.w) > 0.1, isPainted, paint.rgb, paint.w - (isPainted ? 2.0 : 0.0));
    colour = vec4(shade(at), 1.0);
}
