// Surfaces, for deferred.frag: their points in three textures, not shaded.
#include "shading.glsl"
#include "point.glsl"
layout(location = 0) out vec4 place; // position and value
layout(location = 1) out vec4 side;  // normal and body, plus a quarter at the front of a sheet
layout(location = 2) out vec4 paint; // own colour; the wire's cover, plus 2 where it is painted

void main()
{
    Point at = seenPoint();
    place = vec4(at.position, at.value);
    side = vec4(at.normal, float(at.body) + (at.isFront ? 0.25 : 0.0));
    paint = vec4(at.own, at.wire + (at.isPainted ? 2.0 : 0.0));
}
