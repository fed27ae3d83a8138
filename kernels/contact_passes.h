// The passes of contact in a substep. A pass is a loop over contacts, points or vertices, and its
// iterations are independent. Plain C and OpenCL C. The loops themselves are in contact.cl for GPUs,
// and in contact_in_order.h for a single work-item.
//
//   frame       candidate pairs (search) -> contacts, their points, and the vertices that carry these
//
//   substep     candidates      near enough to touch in this frame          list_candidates
//                 |
//                 |  unless skip_contact: no point can close the gap in this substep
//                 v
//               awake           solved in this substep                      list_awake
//                 |
//                 |  measure_gap: gap < 0
//                 v
//               active          pushes in this iteration                    solve_contacts_of
//
//               contact ---- 4 points ---- 1 vertex each, or 4 with skins
//
//   A corner is one vertex in one point of a contact. A slot is a place in a list: contact_buffers.h
//   says of which list. A run is a number of neighbours that one call processes; it is named by its
//   first.
//
//   A substep ends with these passes; those marked x 4 are repeated (contact_iterations). The last
//   begins the next substep:
//
//     pass                over        reads                           writes
//     update_point        points      vertices                        point_states
//     list_awake          chunks      is_awake, candidate_planes      awake_slots, planes
//     measure_gap         awake       planes, point_states            offsets, gaps           |
//     split_masses_of     vertices    gaps, weights                   splits: w_v S_v         |
//     split_point         points      splits                          point_splits  (skins)   | x 4
//     solve_contacts_of   active      planes, gaps, point_splits      corrections, pushes     |
//     apply_corrections_of  vertices  corrections                     position, velocity      |
//     update_point        points      vertices                        point_states  (skins)   |
//     begin_contact       candidates  point_states                    candidate_planes, is_awake
//
// The formulas are in physics/contact.h; docs/contact_solver.md explains them. An iteration solves all
// its contacts at once (Jacobi). Their order affects only the order of sums, which is fixed.
//
// A call processes GEL_LANES contacts or points at once (contact_lanes.h). It processes vertices one
// by one, since they have different numbers of contacts.
#ifndef GEL_CONTACT_PASSES_H
#define GEL_CONTACT_PASSES_H

#include "contact_planes.h"

// Vertices are processed in runs. Long runs are faster on a processor core: one loop covers the
// corners of all vertices of a run, without a branch at the end of each vertex. Such branches are
// mispredicted.
enum { vertex_run = GEL_LANES == 1 ? 1 : vertex_run_of_lanes };

// Contacts are solved in runs of slots. A run first picks its active contacts: after the first
// iteration there are few.
enum { contact_run = GEL_LANES == 1 ? 1 : contact_chunk };

// Adds up the momenta of the bodies that are being separated, over their partial sums: at the end of a
// substep. Of a body that is held only the vertices that nothing moves count, each as 1 kg.
static inline void sum_separation(const ContactSet* set, int i)
{
    MEMORY const ContactSeparation* body = set->separations + i / separation_lanes;
    ContactRecord sum = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int k = i & (separation_lanes - 1); k < body->vertex_count; k += separation_lanes) {
        int place = set->separated_places[body->first_vertex + k];
        ContactRecord v = set->velocity[place];
        scalar w = set->position[place].w;
        scalar mass = w > 0.0f ? (scalar)1.0f / w : (scalar)0.0f;
        mass = body->is_held == 0 ? mass : w > 0.0f ? (scalar)0.0f : (scalar)1.0f;
        sum.x = sum.x + v.x * mass;
        sum.y = sum.y + v.y * mass;
        sum.z = sum.z + v.z * mass;
        sum.w = sum.w + mass;
    }
    set->separation_sums[i] = sum;
}

// Returns the speed of a body along the way of a partner.
static inline scalar speed_along(const ContactSet* set, int separation, MEMORY const ContactPartner* partner)
{
    scalar momentum = 0.0f, mass = 0.0f;
    for (int k = 0; k < separation_lanes; k++) {
        ContactRecord sum = set->separation_sums[separation * separation_lanes + k];
        momentum = momentum + ((sum.x * partner->way[0] + sum.y * partner->way[1]) + sum.z * partner->way[2]);
        mass = mass + sum.w;
    }
    return mass > 0.0f ? momentum / mass : (scalar)0.0f;
}

// Moves a vertex of a body that is being separated from others as a whole: before the contacts of a substep.
// The body loses the speed at which it approaches them, as its contacts with them would take it away.
static inline void separate_vertex(const ContactSet* set, int separation, int i, const StepParameters* step)
{
    MEMORY const ContactSeparation* body = set->separations + separation;
    MEMORY ContactRecord* x = set->position + set->separated_places[body->first_vertex + i];
    MEMORY ContactRecord* v = set->velocity + set->separated_places[body->first_vertex + i];
    scalar change[3] = {0.0f, 0.0f, 0.0f};
    if (!(x->w > 0.0f))
        return;
    for (int k = body->first_partner; k < body->first_partner + body->partner_count; k++) {
        MEMORY const ContactPartner* partner = set->partners + k;
        scalar approach =
            speed_along(set, partner->separation, partner) - speed_along(set, separation, partner);
        scalar lost = approach > 0.0f ? approach * partner->share : (scalar)0.0f;
        for (int axis = 0; axis < 3; axis++)
            change[axis] = change[axis] + lost * partner->way[axis];
    }
    v->x = v->x + change[0];
    v->y = v->y + change[1];
    v->z = v->z + change[2];
    x->x = x->x + (body->velocity[0] + change[0]) * step->h;
    x->y = x->y + (body->velocity[1] + change[1]) * step->h;
    x->z = x->z + (body->velocity[2] + change[2]) * step->h;
}

// Computes the gap of awake contacts, C = n . sum(b_k x_k) - d. A contact is active if C < 0.
static inline void measure_gap(const ContactSet* set, int slot)
{
    int awake[GEL_LANES];
    ContactPlane plane;
    ContactLanes offset;
    vec3 x[4];
    number_lanes(slot, awake);
    load_planes(set, awake, &plane);
    load_states(set, set->awake_slots, slot, &set->point_states->x, x);
    offset.xyz = combine4(x, plane.weights);
    offset.w = measure_contact(&plane, offset.xyz);
    store_records(set->offsets, 1, awake, &offset);
    store_real(set->gaps, slot, offset.w);
}

// Returns the i-th number of a record.
static inline scalar component(MEMORY const ContactRecord* record, int i)
{
    return ((MEMORY const scalar*)record)[i];
}

static inline scalar absolute_scalar(scalar a)
{
    return a < 0.0f ? (scalar)0.0f - a : a;
}

// Returns the end of a run of vertices, which is named by its first vertex.
static inline int end_of_run(const ContactSet* set, int run)
{
    return run + vertex_run < set->counts.vertices ? run + vertex_run : set->counts.vertices;
}

// Lists the corners of a run of vertices that are in awake contacts; they are few. Called in the
// first iteration.
static inline void list_awake_corners(const ContactSet* set, int run)
{
    int first = set->vertices[run].first_corner, last = end_of_run(set, run) - 1, count = 0;
    int end = set->vertices[last].first_corner + set->vertices[last].corner_count;
    MEMORY AwakeCorner* awake = set->awake_corners + first;
    for (int i = first; i < end; i++) {
        int slot = set->awake_slot_of[set->corners[i].corner >> 2];
        awake[count].slot = i;
        count += slot >= 0 ? 1 : 0;
    }
    for (int k = 0; k < count; k++) {
        MEMORY const ContactCorner* corner = set->corners + awake[k].slot;
        int slot = set->awake_slot_of[corner->corner >> 2];
        scalar b = component(&set->planes[slot].weights, corner->corner & 3);
        awake[k].slot = slot;
        awake[k].vertex = corner->vertex;
        awake[k].weight = b * corner->weight;
        awake[k].absolute_weight = absolute_scalar(b) * corner->weight;
    }
    set->awake_counts[run] = count;
    for (int i = run; i <= last; i++) {
        set->inverse_masses[i] = set->position[set->vertices[i].place].w;
        set->splits[i] = 0.0f;
    }
}

// Lists the active corners of a run of vertices, and splits the mass of each vertex among its own:
// S_v = sum |c_v|.
static inline void split_masses_of(const ContactSet* set, int run)
{
    int first = set->vertices[run].first_corner, count = 0, vertex = -1;
    MEMORY const AwakeCorner* awake = set->awake_corners + first;
    MEMORY int* active = set->active_corners + first;
    scalar sum = 0.0f;
    for (int k = 0; k < set->awake_counts[run]; k++) {
        bool is_active = set->gaps[awake[k].slot] < 0.0f;
        scalar weight = awake[k].absolute_weight;
        sum = (awake[k].vertex == vertex ? sum : (scalar)0.0f) + (is_active ? weight : (scalar)0.0f);
        vertex = awake[k].vertex;
        set->splits[vertex] = set->inverse_masses[vertex] * sum;
        active[count] = k;
        count += is_active ? 1 : 0;
    }
    set->active_counts[run] = count;
}

// Computes the splits of points, if some points are not vertices: each is the weighted sum of the
// splits of its vertices.
static inline void split_point(const ContactSet* set, int first)
{
    int point[GEL_LANES];
    number_points(set, first, point);
    real sum = 0.0f, count = count_vertices(set, point);
    for (int j = 0; j < 4; j++) {
        int vertex[GEL_LANES];
        FOR_LANES
        vertex[k] = set->points[point[k]].vertices[j];
        real part = gather_reals(set->splits, vertex) * vertex_weight(set, point, j);
        sum = j == 0 ? part : count > 1.0f ? sum + part : sum;
    }
    scatter_reals(set->point_splits, point, sum);
}

// Adds to the sums of the step the pushes of contacts with `pushes` > 0.
static inline void record_push(const ContactSet* set, const int contact[GEL_LANES], const ContactPlane* plane,
                               vec3 velocity_push, real pushes)
{
    ContactLanes sum, last;
    load_records(&set->pushes->sum, push_records, contact, &sum);
    load_records(&set->pushes->normal, push_records, contact, &last);
    vec3 more = vec3_add(sum.xyz, velocity_push);
    real along = sum.w + vec3_dot(velocity_push, plane->normal);
    sum.xyz = vec3_select(pushes, more, sum.xyz);
    sum.w = pushes > 0.0f ? along : sum.w;
    last.xyz = vec3_select(pushes, plane->normal, last.xyz);
    last.w = pushes > 0.0f ? plane->weights[1] : last.w;
    store_records(&set->pushes->sum, push_records, contact, &sum);
    store_records(&set->pushes->normal, push_records, contact, &last);
}

// Returns K = sum_j |b_j| w_j S_j, over the points of active contacts.
static inline real combine_splits(const ContactSet* set, const int active[GEL_LANES],
                                  const ContactPlane* plane)
{
    real sum = 0.0f;
    for (int j = 0; j < 4; j++) {
        int point[GEL_LANES];
        FOR_LANES
        point[k] = set->awake_slots[(j + 1) * set->counts.slots + active[k]];
        sum = sum + absolute(plane->weights[j]) * gather_reals(set->point_splits, point);
    }
    return sum;
}

// Computes how hard active contacts push. `active` has their slots of awake_slots.
static inline void solve_active(const ContactSet* set, const int active[GEL_LANES])
{
    int candidate[GEL_LANES], contact[GEL_LANES];
    ContactPlane plane;
    ContactLanes start, offset, push, velocity_push;
    FOR_LANES
    {
        candidate[k] = set->awake_slots[active[k]];
        contact[k] = set->candidate_slots[candidate[k]];
    }
    load_planes(set, active, &plane);
    load_records(&set->planes->offset, plane_records, active, &start);
    load_records(set->offsets, 1, active, &offset);
    plane.offset = start.xyz;
    plane.depenetration = start.w;
    real split = combine_splits(set, active, &plane), friction = gather_reals(set->frictions, candidate);
    solve_contact(&plane, offset.xyz, offset.w, split, friction, &push.xyz, &velocity_push.xyz);
    push.w = velocity_push.w = 0.0f;
    store_records(&set->corrections->push, correction_records, active, &push);
    store_records(&set->corrections->velocity_push, correction_records, active, &velocity_push);
    record_push(set, contact, &plane, velocity_push.xyz, split); // with a split of 0 nothing can move
}

// Solves the active contacts of a run of awake_slots, which is named by its first slot.
static inline void solve_contacts_of(const ContactSet* set, int run)
{
    int active[contact_run + GEL_LANES], count = 0, last = -1;
    for (int i = run; i < run + contact_run && set->awake_slots[i] >= 0; i += GEL_LANES)
        for (int slot = i; slot < i + GEL_LANES; slot++) {
            bool is_repeated = set->awake_slots[slot] == last; // to fill the lanes
            last = set->awake_slots[slot];
            active[count] = slot;
            count += (!is_repeated & (set->gaps[slot] < 0.0f)) ? 1 : 0;
        }
    for (int k = count; k > 0 && (k & (GEL_LANES - 1)) != 0; k++)
        active[k] = active[k - 1];
    for (int k = 0; k < count; k += GEL_LANES)
        solve_active(set, active + k);
}

static inline void add_scaled(ContactRecord* sum, ContactRecord a, scalar s)
{
    sum->x = sum->x + a.x * s;
    sum->y = sum->y + a.y * s;
    sum->z = sum->z + a.z * s;
    sum->w = sum->w + a.w * s; // adds 0: pushes have no fourth number
}

// Moves a vertex by dx_v = w_v sum(c_v push). The change of velocity is damped, because the rest of
// the velocity was damped at the end of the substep (physics/velocity.h). So a vertex that is pushed
// back to its old position is at rest. The sign of a damping has another meaning, and is ignored.
static inline void correct_vertex(const ContactSet* set, int i, const ContactCorrection* correction,
                                  const StepParameters* step)
{
    int place = set->vertices[i].place;
    ContactRecord x = set->position[place], v = set->velocity[place];
    scalar w = x.w, damping = absolute_scalar(v.w);
    scalar share = 1.0f / (1.0f + step->h * damping);
    add_scaled(&x, correction->push, w);
    add_scaled(&v, correction->velocity_push, (w * step->inverse_h) * share);
    set->position[place] = x;
    set->velocity[place] = v;
    if (set->counts.has_skins == 0) {
        if (keeps_speeds)
            set->squared_speeds[i] = squared_speed(v);
        set->point_states[i].x = x;
        set->point_states[i].v = v;
    }
}

// Moves each vertex of a run by the sum of its corrections, in the order of its corners. Inactive
// contacts are left out, not added as 0.
static inline void apply_corrections_of(const ContactSet* set, int run, const StepParameters* step)
{
    const ContactCorrection none = {{0.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 0.0f}};
    int first = set->vertices[run].first_corner, count = 0;
    int vertices[vertex_run];
    ContactCorrection sums[vertex_run];
    MEMORY const AwakeCorner* awake = set->awake_corners + first;
    MEMORY const int* active = set->active_corners + first;
    for (int i = 0; i < vertex_run; i++) {
        sums[i] = none;
        vertices[i] = -1;
    }
    for (int k = 0; k < set->active_counts[run]; k++) {
        MEMORY const AwakeCorner* corner = awake + active[k];
        MEMORY const ContactCorrection* correction = set->corrections + corner->slot;
        count += k > 0 && corner->vertex != vertices[count] ? 1 : 0;
        vertices[count] = corner->vertex;
        add_scaled(&sums[count].push, correction->push, corner->weight);
        add_scaled(&sums[count].velocity_push, correction->velocity_push, corner->weight);
    }
    for (int i = 0; i <= count && vertices[i] >= 0; i++)
        correct_vertex(set, vertices[i], &sums[i], step);
}

#endif
