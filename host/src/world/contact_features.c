#define GEL_DIALECT_FLOAT
#include "world/contact_features.h"
#include "physics/contact.h"
#include "world/contact_row_vertices.h"

#include <float.h>
#include <string.h>

static void loadPlaces(const gelWorld* world, const gelBody* const bodies[2], const gelContactRow* row,
                       vec3 x[4])
{
    float places[12];
    gelLoadContactPlaces(world, bodies, row, places);
    memcpy(x, places, sizeof places);
}

static vec3 normalOf(const gelContactRow* row)
{
    return (vec3){(float)row->normal[0], (float)row->normal[1], (float)row->normal[2]};
}

// Returns how far inside a triangle a point is, as its least weight there; far outside if the triangle faces another way
// than the contact.
static float insideOf(const gelWorld* world, const gelBody* const bodies[2], const gelContactRow* row)
{
    const float least = 0.99f; // of the cosine between both normals
    vec3 x[4];
    loadPlaces(world, bodies, row, x);
    const vec3 face = triangle_area(x);
    if (vec3_dot(unit_vector(face), normalOf(row)) < least)
        return -FLT_MAX;
    ContactTouch touch = {0};
    leave_by_plane(&touch, x, face, 1.0f);
    return fminf(fminf(-touch.weights[1], -touch.weights[2]), -touch.weights[3]);
}

// Returns the way from the nearest place of a triangle to a point.
static vec3 offsetOf(const gelWorld* world, const gelBody* const bodies[2], const gelContactRow* row)
{
    float weights[4];
    vec3 x[4], offset;
    loadPlaces(world, bodies, row, x);
    offset_from_triangle(x, weights, &offset);
    return offset;
}

// Returns minus the square of the distance of a point from a triangle.
static float nearnessOf(const gelWorld* world, const gelBody* const bodies[2], const gelContactRow* row)
{
    const vec3 offset = offsetOf(world, bodies, row);
    return -vec3_dot(offset, offset);
}

// Whether elements of one body have a vertex in common.
static bool isJoined(const gelBody* const bodies[2], const gelContactRow* row)
{
    bool joined = false;
    for (int k = 0; k < 4 && bodies[0] == bodies[1]; k++)
        for (int i = 0; i < 4; i++)
            joined = joined || (gelSideOfContactVertex(row, k) == 0 && gelSideOfContactVertex(row, i) == 1 &&
                                row->vertices[k] == row->vertices[i]);
    return joined;
}

// Gives a point the triangle with the highest score, of its own and those beside it, unless its own has one of 0 or more.
// Returns that score.
static float chooseTriangle(const gelWorld* world, const gelBody* const bodies[2],
                            float (*scoreOf)(const gelWorld*, const gelBody* const[2], const gelContactRow*),
                            gelContactRow* row)
{
    const gelContactSurface* surface = gelSurfaceOf(bodies[1]);
    const int* corners = surface->triangles[row->elements[1]];
    gelContactRow best = *row;
    float score = scoreOf(world, bodies, row);
    for (int k = 0; k < 3 && score < 0.0f; k++)
        for (int i = surface->triangleStarts[corners[k]]; i < surface->triangleStarts[corners[k] + 1]; i++) {
            gelContactRow other = *row;
            other.elements[1] = surface->pointTriangles[i];
            gelFindContactVertices(bodies, &other);
            if (isJoined(bodies, &other))
                continue;
            const float found = scoreOf(world, bodies, &other);
            if (found > score) {
                score = found;
                best = other;
            }
        }
    *row = best;
    return score;
}

static vec3 acrossEdges(const vec3 x[4])
{
    return vec3_cross(vec3_subtract(x[1], x[0]), vec3_subtract(x[3], x[2]));
}

// Returns the cosine between the normal of a contact and that of its edges; 0 if these do not cross near its point.
static float alikeOf(const gelWorld* world, const gelBody* const bodies[2], const gelContactRow* row)
{
    vec3 x[4];
    float s, t;
    loadPlaces(world, bodies, row, x);
    nearest_on_lines(x, &s, &t);
    const bool isThere = fabsf(s) < contact_beyond && t > -contact_beyond && t < 1.0f + contact_beyond;
    return isThere ? fabsf(vec3_dot(unit_vector(acrossEdges(x)), normalOf(row))) : 0.0f;
}

// Tries the edges of a point with a side of a triangle. `best` is replaced by those whose normal is most like that of the
// contact.
static void tryEdges(const gelWorld* world, const gelBody* const bodies[2], const int side[2],
                     gelContactRow* best, float* most)
{
    const gelContactSurface* surface = gelSurfaceOf(bodies[0]);
    const int point = best->elements[0];
    for (int i = surface->triangleStarts[point]; i < surface->triangleStarts[point + 1]; i++)
        for (int k = 0; k < 3; k++) {
            gelContactRow other = *best;
            other.feature = gel_edgeFeature;
            other.ends[0][0] = point, other.ends[0][1] = surface->triangles[surface->pointTriangles[i]][k];
            other.ends[1][0] = side[0], other.ends[1][1] = side[1];
            if (other.ends[0][1] == point)
                continue;
            gelFindContactVertices(bodies, &other);
            const float alike = isJoined(bodies, &other) ? 0.0f : alikeOf(world, bodies, &other);
            if (alike > *most) {
                *most = alike;
                *best = other;
            }
        }
}

// Gives a point above the rim of its triangle the edges that cross there: as a rule a normal of their own. Returns whether
// there are some.
static bool chooseEdges(const gelWorld* world, const gelBody* const bodies[2], gelContactRow* row)
{
    const float inside = 1e-3f; // of a weight: the corner is not where the point is
    float most = 0.95f, weights[4];
    vec3 x[4], offset;
    loadPlaces(world, bodies, row, x);
    offset_from_triangle(x, weights, &offset);
    const gelContactSurface* surface = gelSurfaceOf(bodies[1]);
    const int* corners = surface->triangles[row->elements[1]];
    for (int k = 0; k < 3; k++) {
        const int side[2] = {corners[(k + 1) % 3], corners[(k + 2) % 3]};
        if (-weights[k + 1] < inside)
            tryEdges(world, bodies, side, row, &most);
    }
    // Above a corner, any edge there may be the one.
    for (int k = 0; k < 3; k++) {
        if (-weights[k + 1] <= 1.0f - contact_beyond)
            continue;
        for (int i = surface->triangleStarts[corners[k]]; i < surface->triangleStarts[corners[k] + 1]; i++)
            for (int j = 0; j < 3; j++) {
                const int side[2] = {corners[k], surface->triangles[surface->pointTriangles[i]][j]};
                if (side[0] != side[1])
                    tryEdges(world, bodies, side, row, &most);
            }
    }
    return row->feature == gel_edgeFeature;
}

// Sets which way the normal of two edges is.
static void setSide(const gelWorld* world, const gelBody* const bodies[2], gelContactRow* row)
{
    vec3 x[4];
    loadPlaces(world, bodies, row, x);
    row->side = vec3_dot(acrossEdges(x), normalOf(row)) < 0.0f ? -1.0f : 1.0f;
}

bool gelChooseFeature(const gelWorld* world, const gelBody* const bodies[2], gelContactRow* row)
{
    const float least = 0.9f; // of the cosine between the normal and the way from the rim
    row->feature = row->kind == contact_edges ? gel_edgeFeature : gel_faceFeature;
    gelFindContactVertices(bodies, row);
    if (row->kind != contact_edges && chooseTriangle(world, bodies, insideOf, row) > -contact_beyond)
        return true;
    if (row->kind != contact_edges) {
        chooseTriangle(world, bodies, nearnessOf, row);
        row->feature = gel_rimFeature;
    }
    if (row->kind == contact_edges || chooseEdges(world, bodies, row)) {
        setSide(world, bodies, row);
        return true;
    }
    return vec3_dot(unit_vector(offsetOf(world, bodies, row)), normalOf(row)) > least;
}

bool gelFollowRim(const gelWorld* world, gelContactRow* row, bool* changed)
{
    const float nearer = 0.99f; // times as far, squared: else it stays
    const gelBody* const bodies[2] = {gelFindBody(world, row->bodies[0]), gelFindBody(world, row->bodies[1])};
    gelContactRow found = *row;
    if (chooseTriangle(world, bodies, nearnessOf, &found) > nearer * nearnessOf(world, bodies, row)) {
        *row = found;
        *changed = true;
    }
    const vec3 normal = unit_vector(offsetOf(world, bodies, row));
    const bool isOutside = vec3_dot(normal, normalOf(row)) > 0.0f;
    row->normal[0] = (double)normal.x, row->normal[1] = (double)normal.y, row->normal[2] = (double)normal.z;
    return isOutside;
}
