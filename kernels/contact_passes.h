// The passes of contact over a substep: each is a loop over contacts, over points or over the vertices in contact,
// whose turns are independent. Plain C and OpenCL C: kernels/contact.cl holds the loops, and contact_in_order.h those of
// one work-item.
//
// A turn over contacts takes GEL_LANES of them, whose numbers are in a list; one over points takes GEL_LANES
// successive points. Vertices, of which each has its own number of contacts, come one by one.
#ifndef GEL_CONTACT_PASSES_H
#define GEL_CONTACT_PASSES_H

#include "contact_set.h"
#include "physics/contact.h"

// Vertices come in runs. On a processor core a long run costs less: it goes through the corners of all its vertices
// without looking where those of one end, which no processor foresees.
enum { vertex_run = GEL_LANES == 1 ? 1 : vertex_run_of_lanes };

// At the end of a substep, over the vertices that are led out, before the contacts.
static inline void lead_vertex(MEMORY ContactRecord* position, MEMORY const ContactLead* lead, int i,
                               const StepParameters* step)
{
    MEMORY ContactRecord* x = position + lead->first_vertex + i;
    if (!(x->w > 0.0f))
        return;
    x->x = x->x + lead->velocity[0] * step->h;
    x->y = x->y + lead->velocity[1] * step->h;
    x->z = x->z + lead->velocity[2] * step->h;
}

// The point of a lane; beyond the last one it is repeated: such lanes compute and store the same.
#define POINT_NUMBER(k) (first + k < set->counts.points ? first + k : set->counts.points - 1)
#define POINT(k) set->points[POINT_NUMBER(k)]

// What the records of points' vertices say of the points: where they are, or how they move.
static inline void combine_records(const ContactSet* set, MEMORY const ContactRecord* records, int first,
                                   ContactLanes* sum)
{
#define CORNER(k) records[POINT(k).places[j]]
#define WEIGHT(k) POINT(k).weights[j]
#define VERTICES(k) (scalar) POINT(k).vertex_count
    ContactLanes corner;
    vec3 corners[4];
    real weights[4], vertices = LOAD_NUMBERS(VERTICES);
    for (int j = 0; j < 4 && (j == 0 || is_any(vertices - 1.0f)); j++) {
        LOAD_RECORDS(corner, CORNER);
        corners[j] = corner.xyz;
        weights[j] = LOAD_NUMBERS(WEIGHT);
    }
    sum->w = 0.0f;
    sum->xyz = corners[0];
    if (is_any(vertices - 1.0f)) {
        vec3 combined = combine4(corners, weights);
        sum->xyz = vec3_select(vertices - 1.0f, combined, corners[0]);
    }
}

// Speeds spare a close look at most contacts (sleeps). Kernels without lanes always look, as oclgrind, which tests run them
// in, crashes at what compilers make of the sum of squares.
#if defined(GEL_DIALECT_OPENCL) && GEL_LANES == 1
enum { keeps_speeds = 0 };
#else
enum { keeps_speeds = 1 };
#endif

static inline scalar square_of(ContactRecord a)
{
    return (a.x * a.x + a.y * a.y) + a.z * a.z;
}

// Without skins, a point is its vertex.
static inline void copy_vertices(const ContactSet* set, int first)
{
    for (int k = 0; k < GEL_LANES && first + k < set->counts.points; k++) {
        int place = set->vertices[first + k].place;
        ContactRecord x = set->position[place], v = set->velocity[place];
        set->speeds[first + k] = square_of(v);
        set->spots[first + k].x = x;
        set->spots[first + k].v = v;
    }
}

// Over points, whenever vertices have moved.
static inline void find_point(const ContactSet* set, int first)
{
    if (keeps_speeds && set->counts.has_skins == 0) {
        copy_vertices(set, first);
        return;
    }
#define PLACED(k) set->spots[POINT_NUMBER(k)].x
#define MOVING(k) set->spots[POINT_NUMBER(k)].v
#define SPEED(k) set->speeds[POINT_NUMBER(k)]
    ContactLanes x, v;
    combine_records(set, set->position, first, &x);
    combine_records(set, set->velocity, first, &v);
    STORE_RECORDS(x, PLACED);
    STORE_RECORDS(v, MOVING);
    if (keeps_speeds) {
        STORE_NUMBERS(vec3_dot(v.xyz, v.xyz), SPEED);
    }
}

// At the start of a step, over points.
static inline void face_point(const ContactSet* set, int first)
{
#define NORMAL(k) set->normals[3 * POINT(k).surface_point + axis]
#define FACING(k) set->spots[POINT_NUMBER(k)].normal
    ContactLanes normal;
    int axis = 0;
    normal.xyz.x = LOAD_NUMBERS(NORMAL);
    axis++;
    normal.xyz.y = LOAD_NUMBERS(NORMAL);
    axis++;
    normal.xyz.z = LOAD_NUMBERS(NORMAL);
    normal.w = 0.0f;
    STORE_RECORDS(normal, FACING);
}

// At the start of a step, over single contacts.
static inline void forget_push(const ContactSet* set, int i)
{
    ContactRecord none = {0.0f, 0.0f, 0.0f, 0.0f};
    set->pushes[i].sum = none;
    set->pushes[i].normal = none;
    set->slots[i] = -1;
}

// A list has a slot for each contact, which says which it is, and behind those the slots of its points, one by one. Each chunk of contacts has
// contact_chunk slots; a pass takes GEL_LANES of them at a time.
static inline void list_contact(MEMORY int* list, int slot, int slots, int which, MEMORY const int* points,
                                int apart)
{
    list[slot] = which;
    for (int j = 0; j < 4; j++)
        list[(j + 1) * slots + slot] = points[j * apart];
}

// The last contact is repeated up to a whole number of lanes; where all lanes are empty, the first is -1.
static inline void end_list(MEMORY int* list, int slot, int slots, int end)
{
    for (; (slot & (GEL_LANES - 1)) != 0; slot++)
        for (int j = 0; j < list_rows; j++)
            list[j * slots + slot] = list[j * slots + slot - 1];
    for (; slot < end; slot += GEL_LANES)
        list[slot] = -1;
}

// At the start of a step, over chunks: lists the contacts that may touch in it, those of edges last, since lanes of
// one kind cost less.
static inline void list_near(const ContactSet* set, int chunk)
{
    int slots = set->counts.slots, first = chunk * contact_chunk, slot = first;
    for (int i = first; i < first + contact_chunk; i++)
        set->sorted[i] = -1;
    for (int edges = 0; edges < 2; edges++)
        for (int i = first, rank = first; i < first + contact_chunk && set->order[i] >= 0; i++) {
            MEMORY const Contact* contact = set->contacts + set->order[i];
            bool is_near = contact->hit < 0 || set->near[contact->hit] != 0;
            if (is_near && (contact->kind == (float)contact_edges) == (edges != 0)) {
                list_contact(set->listed, slot, slots, set->order[i], contact->points, 1);
                set->sorted[rank] = slot++;
            }
            rank += is_near ? 1 : 0;
        }
    end_list(set->listed, slot, slots, first + contact_chunk);
    for (int i = first; i < first + contact_chunk && set->listed[i & -GEL_LANES] >= 0; i++) {
        MEMORY const Contact* contact = set->contacts + set->listed[i];
        set->strucks[i] = contact->struck;
        set->near_slots[set->listed[i]] = i; // of what is repeated, the last: they hold the same
        set->thicknesses[i] = contact->thickness;
        set->reaches[i] = contact->reach;
        set->kinds[i] = contact->kind;
    }
}

// Before the iterations, over chunks: lists those that are awake.
static inline void list_awake(const ContactSet* set, int chunk)
{
    int slots = set->counts.slots, first = chunk * contact_chunk, slot = first;
    for (int i = first; i < first + contact_chunk; i++) {
        int contact = set->listed[i];
        if (contact < 0 || (i > first && contact == set->listed[i - 1]))
            break;
        bool wakes = set->wakes[i] > 0.0f;
        list_contact(set->awake, slot, slots, i, set->listed + slots + i, slots);
        set->slots[contact] = wakes ? slot : -1;
        slot += wakes ? 1 : 0;
    }
    end_list(set->awake, slot, slots, first + contact_chunk);
}

// What lanes refer to, from a slot of a list on; SPOT: their point j.
#define SPOT(k) set->spots[list[(j + 1) * slots + slot + k]]

static inline void locate_points(const ContactSet* set, MEMORY const int* list, int slot, vec3 x[4])
{
#define SPOT_X(k) SPOT(k).x
    ContactLanes spot;
    int slots = set->counts.slots;
    for (int j = 0; j < 4; j++) {
        LOAD_RECORDS(spot, SPOT_X);
        x[j] = spot.xyz;
    }
}

static inline void orient_points(const ContactSet* set, MEMORY const int* list, int slot, vec3 normals[4])
{
#define SPOT_NORMAL(k) SPOT(k).normal
    ContactLanes spot;
    int slots = set->counts.slots;
    for (int j = 0; j < 4; j++) {
        LOAD_RECORDS(spot, SPOT_NORMAL);
        normals[j] = spot.xyz;
    }
}

// Whether contacts are further than their points can move in a substep: twice as far as they would, since others
// push them, and a thickness; and as far as what strikes them drives them. What is slow may be so just because a contact
// holds it against elasticity: asleep, the vertex would shoot out in the next substep, and heaps never rest.
static inline real is_out_of_reach(const ContactSet* set, int slot, real kind, real thickness,
                                   const ContactPlane* plane, real struck, const StepParameters* step)
{
#define SPOT_V(k) SPOT(k).v
    MEMORY const int* list = set->listed;
    const vec3 still = {0.0f, 0.0f, 0.0f};
    real ground = kind == (real)contact_ground ? (real)1.0f : (real)0.0f;
    ContactLanes spot;
    vec3 v[4];
    int slots = set->counts.slots;
    for (int j = 0; j < 4; j++) {
        LOAD_RECORDS(spot, SPOT_V);
        v[j] = j > 0 ? vec3_select(ground, still, spot.xyz) : spot.xyz;
    }
    real speed = kind == (real)contact_edges ? largest_difference(v, 2) : largest_difference(v, 1);
    real way = step->h * (speed + struck);
    real gap = vec3_dot(plane->normal, plane->offset) - plane->target;
    real near = 4.0f * thickness, reach = thickness + (way + way);
    return gap > (reach > near ? reach : near) ? (real)1.0f : (real)0.0f;
}

// The same, of those that touch. No two points part faster than at twice the greatest speed; what that does not decide,
// with room for rounding, is looked at closely.
static inline real sleeps(const ContactSet* set, int slot, real kind, real thickness,
                          const ContactPlane* plane, real touches, real struck, const StepParameters* step)
{
#define SPOT_SPEED(k) set->speeds[set->listed[(j + 1) * slots + slot + k]]
    real gap = vec3_dot(plane->normal, plane->offset) - plane->target;
    if (!keeps_speeds)
        return touches * is_out_of_reach(set, slot, kind, thickness, plane, struck, step);
    real most = 0.0f;
    int slots = set->counts.slots;
    for (int j = 0; j < 4; j++) {
        real square = LOAD_NUMBERS(SPOT_SPEED);
        most = square > most ? square : most;
    }
    real way = step->h * (2.01f * real_sqrt(most) + struck);
    real near = 4.0f * thickness, reach = 1.01f * (thickness + (way + way));
    real far = gap > near ? touches : (real)0.0f;
    real open = reach < near ? (real)0.0f : far;
    return is_any(open) ? touches * is_out_of_reach(set, slot, kind, thickness, plane, struck, step) : far;
}

static inline void select_touch(ContactTouch* touch, real which, const ContactTouch* other)
{
    touch->normal = vec3_select(which, other->normal, touch->normal);
    touch->offset = vec3_select(which, other->offset, touch->offset);
    for (int k = 0; k < 4; k++)
        touch->weights[k] = which > 0.0f ? other->weights[k] : touch->weights[k];
}

// Where elements touch: each lane has a kind, and what no lane is need not be computed.
static inline void touch_elements(const ContactSet* set, MEMORY const int* list, int slot, real kind,
                                  ContactTouch* touch, const StepParameters* step)
{
#define REACH(k) set->reaches[slot + k]
    const ContactTouch none = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 0.0f}};
    real edges = kind == (real)contact_edges ? (real)1.0f : (real)0.0f;
    real ground = kind == (real)contact_ground ? (real)1.0f : (real)0.0f;
    real exits = kind == (real)contact_exit ? (real)1.0f : (real)0.0f;
    real triangles = kind == (real)contact_point_triangle ? (real)1.0f : exits;
    real reach = LOAD_NUMBERS(REACH);
    vec3 x[4], normals[4];
    ContactTouch other;
    locate_points(set, list, slot, x);
    orient_points(set, list, slot, normals);
    *touch = none;
    if (is_any(triangles)) {
        touch_triangle(&other, x, normals + 1, reach, exits);
        select_touch(touch, triangles, &other);
    }
    if (is_any(edges)) {
        touch_edges(&other, x, normals, reach);
        select_touch(touch, edges, &other);
    }
    if (is_any(ground)) {
        touch_ground(&other, x, step);
        select_touch(touch, ground, &other);
    }
}

// At the start of a substep, over contacts: where they touch, and in which direction. Most are found because they
// are near, and few of those touch.
static inline void begin_contact(const ContactSet* set, int slot, const StepParameters* step)
{
#define KIND(k) set->kinds[slot + k]
#define THICKNESS(k) set->thicknesses[slot + k]
#define STRUCK(k) set->strucks[slot + k]
#define DRIFT_X(k) set->contacts[set->listed[slot + k]].drift[0]
#define DRIFT_Y(k) set->contacts[set->listed[slot + k]].drift[1]
#define DRIFT_Z(k) set->contacts[set->listed[slot + k]].drift[2]
#define WAKES(k) set->wakes[slot + k]
#define NEW_WEIGHTS(k) set->work[slot + k].weights
#define NEW_PLANE(k) set->work[slot + k].plane
#define NEW_START(k) set->work[slot + k].start
    ContactTouch touch;
    ContactPlane plane;
    real kind = LOAD_NUMBERS(KIND), thickness = LOAD_NUMBERS(THICKNESS);
    touch_elements(set, set->listed, slot, kind, &touch, step);
    real apart = kind == (real)contact_ground ? (real)step->ground_offset : thickness;
    set_contact_plane(&plane, &touch, apart, step);
    real touches = vec3_dot(plane.normal, plane.normal) > 0.0f ? (real)1.0f : (real)0.0f;
    real wakes = touches - sleeps(set, slot, kind, thickness, &plane, touches, LOAD_NUMBERS(STRUCK), step);
    ContactLanes weights = {{plane.weights[0], plane.weights[1], plane.weights[2]}, plane.weights[3]};
    STORE_NUMBERS(wakes, WAKES);
    STORE_RECORDS(weights, NEW_WEIGHTS); // also of what sleeps: it may have pushed in this step
    if (!is_any(wakes))
        return;
    vec3 drift = {LOAD_NUMBERS(DRIFT_X), LOAD_NUMBERS(DRIFT_Y), LOAD_NUMBERS(DRIFT_Z)};
    ContactLanes normal = {plane.normal, plane.target};
    ContactLanes start = {vec3_add(plane.offset, vec3_scale(drift, step->h)), plane.way_out};
    STORE_RECORDS(normal, NEW_PLANE);
    STORE_RECORDS(start, NEW_START); // from here friction counts the slide
}

#define LOAD_PLANE(plane, weights_at, plane_at)                                                              \
    {                                                                                                        \
        ContactLanes weights, normal;                                                                        \
        LOAD_RECORDS(weights, weights_at);                                                                   \
        LOAD_RECORDS(normal, plane_at);                                                                      \
        plane.normal = normal.xyz;                                                                           \
        plane.target = normal.w;                                                                             \
        plane.weights[0] = weights.xyz.x;                                                                    \
        plane.weights[1] = weights.xyz.y;                                                                    \
        plane.weights[2] = weights.xyz.z;                                                                    \
        plane.weights[3] = weights.w;                                                                        \
    }

// The first pass of an iteration, over contacts that are awake: which are active?
static inline void measure_gap(const ContactSet* set, int slot)
{
#define OFFSET(k) set->offsets[slot + k]
#define GAP(k) set->gaps[slot + k]
#define WEIGHTS(k) set->work[list[slot + k]].weights
#define PLANE(k) set->work[list[slot + k]].plane
    MEMORY const int* list = set->awake;
    ContactPlane plane;
    ContactLanes offset;
    vec3 x[4];
    LOAD_PLANE(plane, WEIGHTS, PLANE)
    locate_points(set, list, slot, x);
    offset.xyz = combine4(x, plane.weights);
    offset.w = measure_contact(&plane, offset.xyz);
    STORE_RECORDS(offset, OFFSET);
    STORE_NUMBERS(offset.w, GAP);
}

// Number i of successive records.
#define COMPONENT(records, i) ((MEMORY const scalar*)(records))[i]

// The first corner of a run of vertices; a run goes by its first vertex.
#define FIRST_CORNER(run) set->vertices[run].first_corner

static inline int end_of_run(const ContactSet* set, int run)
{
    return run + vertex_run < set->counts.vertices ? run + vertex_run : set->counts.vertices;
}

// In the first iteration, over runs of vertices: most contacts are asleep, so each keeps a list of those that are not.
static inline void list_corners(const ContactSet* set, int run)
{
    int first = FIRST_CORNER(run), last = end_of_run(set, run) - 1, count = 0;
    int end = set->vertices[last].first_corner + set->vertices[last].corner_count;
    MEMORY AwakeCorner* awake = set->awake_corners + first;
    for (int i = first; i < end; i++) {
        int slot = set->slots[set->corners[i].corner >> 2];
        awake[count].slot = i;
        count += slot >= 0 ? 1 : 0;
    }
    for (int k = 0; k < count; k++) {
        MEMORY const ContactCorner* corner = set->corners + awake[k].slot;
        int contact = corner->corner >> 2;
        scalar weight = COMPONENT(&set->work[set->near_slots[contact]].weights, corner->corner & 3);
        awake[k].slot = set->slots[contact];
        awake[k].vertex = corner->vertex;
        awake[k].share = weight * corner->weight;
        awake[k].load = (weight < 0.0f ? (scalar)0.0f - weight : weight) * corner->weight;
    }
    set->awake_counts[run] = count;
    for (int i = run; i <= last; i++) {
        set->inverse_masses[i] = set->position[set->vertices[i].place].w;
        set->splits[i] = 0.0f;
    }
}

// The second, over runs of vertices: among how many is each vertex split?
static inline void split_vertices_of(const ContactSet* set, int run)
{
    int first = FIRST_CORNER(run), count = 0, vertex = -1;
    MEMORY const AwakeCorner* awake = set->awake_corners + first;
    MEMORY int* active = set->active_corners + first;
    scalar sum = 0.0f;
    for (int k = 0; k < set->awake_counts[run]; k++) {
        bool is_active = set->gaps[awake[k].slot] < 0.0f;
        scalar load = awake[k].load;
        sum = (awake[k].vertex == vertex ? sum : (scalar)0.0f) + (is_active ? load : (scalar)0.0f);
        vertex = awake[k].vertex;
        set->splits[vertex] = set->inverse_masses[vertex] * sum;
        active[count] = k;
        count += is_active ? 1 : 0;
    }
    set->active_counts[run] = count;
}

// Then, over points, if some are not vertices.
static inline void share_split(const ContactSet* set, int first)
{
#define SPLIT(k) set->splits[POINT(k).vertices[j]]
#define SHARE(k) set->shares[POINT_NUMBER(k)]
    real share = 0.0f, vertices = LOAD_NUMBERS(VERTICES);
    for (int j = 0; j < 4; j++) {
        real part = LOAD_NUMBERS(SPLIT) * LOAD_NUMBERS(WEIGHT);
        share = j == 0 ? part : vertices > 1.0f ? share + part : share;
    }
    STORE_NUMBERS(share, SHARE);
}

// Contacts come to the third pass in runs, of which those that are active are chosen: after the first iteration few are.
enum { contact_run = GEL_LANES == 1 ? 1 : contact_chunk };

#define PUSHING(k) set->listed[set->awake[active[k]]]

// What contacts with `pushes` > 0 have done.
static inline void note_push(const ContactSet* set, const int* active, const ContactPlane* plane, vec3 kept,
                             real pushes)
{
#define PUSHED(k) set->pushes[PUSHING(k)].sum
#define LAST_NORMAL(k) set->pushes[PUSHING(k)].normal
    ContactLanes sum, last;
    LOAD_RECORDS(sum, PUSHED);
    LOAD_RECORDS(last, LAST_NORMAL);
    vec3 more = vec3_add(sum.xyz, kept);
    real along = sum.w + vec3_dot(kept, plane->normal);
    sum.xyz = vec3_select(pushes, more, sum.xyz);
    sum.w = pushes > 0.0f ? along : sum.w;
    last.xyz = vec3_select(pushes, plane->normal, last.xyz);
    last.w = pushes > 0.0f ? plane->weights[1] : last.w;
    STORE_RECORDS(sum, PUSHED);
    STORE_RECORDS(last, LAST_NORMAL);
}

// Over contacts in slots that are active: how hard does each push?
static inline void push_apart(const ContactSet* set, const int* active)
{
#define PUSHING_WEIGHTS(k) set->work[set->awake[active[k]]].weights
#define PUSHING_PLANE(k) set->work[set->awake[active[k]]].plane
#define PUSHING_START(k) set->work[set->awake[active[k]]].start
#define PUSHING_OFFSET(k) set->offsets[active[k]]
#define FRICTION(k) set->contacts[PUSHING(k)].friction
#define SHARE_OF_POINT(k) set->shares[set->awake[(j + 1) * slots + active[k]]]
#define PUSH(k) set->moves[active[k]].push
#define KEPT(k) set->moves[active[k]].kept
    int slots = set->counts.slots;
    real split = 0.0f;
    ContactPlane plane;
    ContactLanes start, offset, push, kept;
    LOAD_PLANE(plane, PUSHING_WEIGHTS, PUSHING_PLANE)
    LOAD_RECORDS(start, PUSHING_START);
    LOAD_RECORDS(offset, PUSHING_OFFSET);
    plane.offset = start.xyz;
    plane.way_out = start.w;
    for (int j = 0; j < 4; j++)
        split = split + absolute(plane.weights[j]) * LOAD_NUMBERS(SHARE_OF_POINT);
    push_contact(&plane, offset.xyz, offset.w, split, LOAD_NUMBERS(FRICTION), &push.xyz, &kept.xyz);
    push.w = kept.w = 0.0f;
    STORE_RECORDS(push, PUSH);
    STORE_RECORDS(kept, KEPT);
    note_push(set, active, &plane, kept.xyz, split); // with a split of 0 nothing here can move
}

// The third pass, over runs of slots, which go by their first.
static inline void push_run(const ContactSet* set, int run)
{
    int active[contact_run + GEL_LANES], count = 0, last = -1;
    for (int i = run; i < run + contact_run && set->awake[i] >= 0; i += GEL_LANES)
        for (int slot = i; slot < i + GEL_LANES; slot++) {
            bool is_repeated = set->awake[slot] == last; // to fill the lanes
            last = set->awake[slot];
            active[count] = slot;
            count += (!is_repeated & (set->gaps[slot] < 0.0f)) ? 1 : 0;
        }
    for (int k = count; k > 0 && (k & (GEL_LANES - 1)) != 0; k++)
        active[k] = active[k - 1];
    for (int k = 0; k < count; k += GEL_LANES)
        push_apart(set, active + k);
}

static inline void add_scaled(ContactRecord* sum, ContactRecord a, scalar s)
{
    sum->x = sum->x + a.x * s;
    sum->y = sum->y + a.y * s;
    sum->z = sum->z + a.z * s;
    sum->w = sum->w + a.w * s; // nothing: pushes have no fourth number
}

// What a push changes in the velocity is damped as the rest of it has been, at the end of the substep: what is pushed
// back to where it was is at rest (physics/velocity.h; the sign of a damping has another meaning).
static inline void move_vertex(const ContactSet* set, int i, const ContactMove* move,
                               const StepParameters* step)
{
    int place = set->vertices[i].place;
    ContactRecord x = set->position[place], v = set->velocity[place];
    scalar w = x.w, damping = v.w < 0.0f ? (scalar)0.0f - v.w : v.w;
    scalar share = 1.0f / (1.0f + step->h * damping);
    add_scaled(&x, move->push, w);
    add_scaled(&v, move->kept, (w * step->inverse_h) * share);
    set->position[place] = x;
    set->velocity[place] = v;
    if (set->counts.has_skins == 0) {
        if (keeps_speeds)
            set->speeds[i] = square_of(v);
        set->spots[i].x = x;
        set->spots[i].v = v;
    }
}

// The fourth, over runs of vertices: moves each vertex by the sum of its pushes, in the order of its corners. Inactive
// ones are left out, not added as 0.
static inline void move_vertices_of(const ContactSet* set, int run, const StepParameters* step)
{
    const ContactMove none = {{0.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 0.0f}};
    int first = FIRST_CORNER(run), count = 0;
    int vertices[vertex_run];
    ContactMove sums[vertex_run];
    MEMORY const AwakeCorner* awake = set->awake_corners + first;
    MEMORY const int* active = set->active_corners + first;
    for (int i = 0; i < vertex_run; i++) {
        sums[i] = none;
        vertices[i] = -1;
    }
    for (int k = 0; k < set->active_counts[run]; k++) {
        MEMORY const AwakeCorner* corner = awake + active[k];
        MEMORY const ContactMove* move = set->moves + corner->slot;
        count += k > 0 && corner->vertex != vertices[count] ? 1 : 0;
        vertices[count] = corner->vertex;
        add_scaled(&sums[count].push, move->push, corner->share);
        add_scaled(&sums[count].kept, move->kept, corner->share);
    }
    for (int i = 0; i <= count && vertices[i] >= 0; i++)
        move_vertex(set, vertices[i], &sums[i], step);
}

#endif
