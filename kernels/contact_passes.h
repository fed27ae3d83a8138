// The passes of contact over a substep: each is a loop over contacts or over the vertices in contact, whose
// turns are independent. Plain C and OpenCL C: the reference and kernels/contact.cl hold the loops.
#ifndef GEL_CONTACT_PASSES_H
#define GEL_CONTACT_PASSES_H

#include "contact_tables.h"
#include "memory.h"
#include "physics/contact.h"

// The state of a vertex, as everywhere: position and inverse mass, velocity and damping.
typedef struct ContactRecord {
    vec3 xyz;
    real w;
} ContactRecord;

// A contact within a substep.
typedef struct ContactWork {
    ContactPlane plane;
    vec3 offset; // sum(b_k x_k) now
    vec3 push, kept;
} ContactWork;

// What a contact has done in the step, for who asks afterwards: eight reals (host/src/contact/readout.h).
typedef struct ContactPush {
    vec3 sum;        // of what became velocity, kg m: times 1 / h an impulse on the first element
    real normal_sum; // its part along the normals
    vec3 normal;     // when it last pushed; 0: it has not
    real share;      // of points[1] then: where on an edge
} ContactPush;

typedef struct ContactSet {
    MEMORY const Contact* contacts;
    MEMORY const int* near; // by Contact.hit: whether it may touch in this frame
    MEMORY const ContactPoint* points;
    MEMORY const ContactVertex* vertices;
    MEMORY const ContactCorner* corners;
    MEMORY const float* normals; // of the surfaces' points, at the start of the frame, of any length
    MEMORY ContactWork* work;    // of each contact
    MEMORY ContactPush* pushes;  // of each contact
    MEMORY real* gaps;           // of each contact; negative: active; or `asleep`
    MEMORY real* split;          // of each vertex: w_v S_v
    MEMORY int* awake;        // of each vertex, its corners in contacts that are not asleep, from its first
    MEMORY int* awake_counts; // corner on; and their number
    MEMORY ContactRecord* position;
    MEMORY ContactRecord* velocity;
} ContactSet;

// The gap of a contact that cannot become active in this substep. Most are found because they are near, and
// few of those touch.
#define asleep 1e30f

// The records of a point's vertices, weighted: where it is, or how it moves.
static inline void combine_records(const ContactSet* set, MEMORY const ContactRecord* records, int point,
                                   vec3* sum)
{
    MEMORY const ContactPoint* p = set->points + point;
    *sum = records[p->places[0]].xyz;
    if (p->vertex_count == 4) {
        vec3 corners[4];
        real weights[4];
        for (int k = 0; k < 4; k++) {
            corners[k] = records[p->places[k]].xyz;
            weights[k] = p->weights[k];
        }
        *sum = combine4(corners, weights);
    }
}

static inline void locate_points(const ContactSet* set, int contact, vec3 x[4])
{
    for (int k = 0; k < 4; k++)
        combine_records(set, set->position, set->contacts[contact].points[k], &x[k]);
}

// Whether a contact is further than its points can move in a substep: twice as far as they would, since others
// push them, and a thickness.
static inline bool is_out_of_reach(const ContactSet* set, MEMORY const Contact* contact,
                                   const ContactPlane* plane, const StepParameters* step)
{
    vec3 v[4], still = {0.0f, 0.0f, 0.0f};
    for (int k = 0; k < 4; k++)
        combine_records(set, set->velocity, contact->points[k], &v[k]);
    for (int k = 1; k < 4 && contact->kind == contact_ground; k++)
        v[k] = still;
    real way = step->h * largest_difference(v, contact->kind == contact_edges ? 2 : 1);
    real gap = vec3_dot(plane->normal, plane->offset) - plane->target;
    return gap > contact->thickness + (way + way);
}

// At the end of a substep, over the vertices that are led out, before the contacts.
static inline void lead_vertex(MEMORY ContactRecord* position, MEMORY const ContactLead* lead, int i,
                               const StepParameters* step)
{
    MEMORY ContactRecord* x = position + lead->first_vertex + i;
    vec3 velocity = {lead->velocity[0], lead->velocity[1], lead->velocity[2]};
    if (x->w > 0.0f)
        x->xyz = vec3_add(x->xyz, vec3_scale(velocity, step->h));
}

// At the start of a substep, over contacts: where they touch, and in which direction.
static inline void begin_contact(const ContactSet* set, int i, const StepParameters* step)
{
    MEMORY const Contact* contact = set->contacts + i;
    ContactPlane plane;
    vec3 x[4], normals[4];
    if (contact->hit >= 0 && set->near[contact->hit] == 0) {
        set->gaps[i] = (real)asleep;
        return;
    }
    locate_points(set, i, x);
    for (int k = 0; k < 4; k++) {
        MEMORY const float* normal = set->normals + 3 * set->points[contact->points[k]].surface_point;
        normals[k].x = normal[0];
        normals[k].y = normal[1];
        normals[k].z = normal[2];
    }
    if (contact->kind == contact_edges)
        touch_edges(&plane, x, normals, contact->thickness, contact->reach, step);
    else if (contact->kind == contact_ground)
        touch_ground(&plane, x, step);
    else if (contact->kind == contact_exit)
        touch_exit(&plane, x, contact->thickness, step);
    else
        touch_triangle(&plane, x, normals + 1, contact->thickness, contact->reach, step);
    bool touches = vec3_dot(plane.normal, plane.normal) > 0.0f;
    set->gaps[i] = touches && !is_out_of_reach(set, contact, &plane, step) ? (real)0.0f : (real)asleep;
    vec3 drift = {contact->drift[0], contact->drift[1], contact->drift[2]};
    plane.offset = vec3_add(plane.offset, vec3_scale(drift, step->h)); // from here friction counts the slide
    set->work[i].plane = plane;
}

// At the start of a step, over contacts.
static inline void forget_push(const ContactSet* set, int i)
{
    ContactPush none = {{0.0f, 0.0f, 0.0f}, 0.0f, {0.0f, 0.0f, 0.0f}, 0.0f};
    set->pushes[i] = none;
}

static inline void note_push(MEMORY ContactPush* noted, const ContactWork* work)
{
    noted->sum = vec3_add(noted->sum, work->kept);
    noted->normal_sum = noted->normal_sum + vec3_dot(work->kept, work->plane.normal);
    noted->normal = work->plane.normal;
    noted->share = work->plane.weights[1];
}

// The first pass of an iteration, over contacts: which are active?
static inline void measure_gap(const ContactSet* set, int i)
{
    if (set->gaps[i] == (real)asleep)
        return;
    ContactPlane plane = set->work[i].plane;
    vec3 x[4];
    locate_points(set, i, x);
    vec3 offset = combine4(x, plane.weights);
    set->work[i].offset = offset;
    set->gaps[i] = measure_contact(&plane, offset);
}

// Before the iterations, over vertices: most contacts are asleep, so each keeps a list of those that are not.
static inline void list_awake(const ContactSet* set, int i)
{
    MEMORY const ContactVertex* vertex = set->vertices + i;
    int count = 0;
    for (int k = vertex->first_corner; k < vertex->first_corner + vertex->corner_count; k++)
        if (set->gaps[set->corners[k].corner >> 2] != (real)asleep) {
            set->awake[vertex->first_corner + count] = k;
            count++;
        }
    set->awake_counts[i] = count;
}

// The second, over vertices: among how many is each split?
static inline void split_vertex(const ContactSet* set, int i)
{
    MEMORY const ContactVertex* vertex = set->vertices + i;
    real sum = 0.0f;
    for (int k = 0; k < set->awake_counts[i]; k++) {
        MEMORY const ContactCorner* corner = set->corners + set->awake[vertex->first_corner + k];
        int contact = corner->corner >> 2;
        if (set->gaps[contact] < 0.0f)
            sum = sum + absolute(set->work[contact].plane.weights[corner->corner & 3]) * corner->weight;
    }
    set->split[i] = set->position[vertex->place].w * sum;
}

// The third, over contacts: how hard does each push?
static inline void push_apart(const ContactSet* set, int i)
{
    MEMORY const Contact* contact = set->contacts + i;
    real split = 0.0f, gap = set->gaps[i];
    if (!(gap < 0.0f))
        return;
    ContactWork work = set->work[i];
    for (int k = 0; k < 4; k++) {
        MEMORY const ContactPoint* point = set->points + contact->points[k];
        real share = set->split[point->vertices[0]] * point->weights[0];
        for (int j = 1; j < point->vertex_count; j++)
            share = share + set->split[point->vertices[j]] * point->weights[j];
        split = split + absolute(work.plane.weights[k]) * share;
    }
    push_contact(&work.plane, work.offset, gap, split, contact->friction, &work.push, &work.kept);
    set->work[i].push = work.push;
    set->work[i].kept = work.kept;
    if (split > 0.0f) // otherwise nothing here can move
        note_push(set->pushes + i, &work);
}

// The fourth, over vertices: moves each by the sum of its pushes, in the order of its corners. Inactive ones
// are left out, not added as 0.
static inline void move_vertex(const ContactSet* set, int i, const StepParameters* step)
{
    MEMORY const ContactVertex* vertex = set->vertices + i;
    MEMORY ContactRecord* x = set->position + vertex->place;
    vec3 push = {0.0f, 0.0f, 0.0f}, kept = {0.0f, 0.0f, 0.0f};
    bool moves = false;
    for (int k = 0; k < set->awake_counts[i]; k++) {
        MEMORY const ContactCorner* corner = set->corners + set->awake[vertex->first_corner + k];
        if (!(set->gaps[corner->corner >> 2] < 0.0f))
            continue;
        MEMORY const ContactWork* work = set->work + (corner->corner >> 2);
        real share = work->plane.weights[corner->corner & 3] * corner->weight;
        push = vec3_add(push, vec3_scale(work->push, share));
        kept = vec3_add(kept, vec3_scale(work->kept, share));
        moves = true;
    }
    if (!moves)
        return;
    MEMORY ContactRecord* v = set->velocity + vertex->place;
    x->xyz = vec3_add(x->xyz, vec3_scale(push, x->w));
    v->xyz = vec3_add(v->xyz, vec3_scale(kept, x->w * step->inverse_h));
}

#endif
