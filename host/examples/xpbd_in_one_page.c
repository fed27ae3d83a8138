// A whole XPBD solver on one page: a cube of jelly falls on the ground. The steps are those of Müller's Ten Minute
// Physics 10, except that the ground comes after the constraints, with friction. The formulas are in kernels/physics;
// GPUs compute the same lines. The hash at the end is that of a gelWorld with this cube, on the reference in mesh
// order.
//
// The build of Gel makes this program: build/release/host/examples/xpbd_in_one_page. With an installed Gel, compile
// it in the root of the repository:
//
//     cc -ffp-contract=off -Ikernels host/examples/xpbd_in_one_page.c $(pkg-config --cflags --libs gel)
#define GEL_DIALECT_FLOAT // the formulas in C, with real = float
#include "physics/distance.h"
#include "physics/ground.h"
#include "physics/integrate.h"
#include "physics/velocity.h"
#include "physics/volume.h"

#include <gel/gel.h>
#include <stdio.h>

enum { substeps = 16, maxVertices = 125, maxEdges = 540, maxTets = 320 };

static const StepParameters step = {.h = 1.0f / 1024.0f, // s: a frame of 16 substeps is 1/64 s
                                    .inverse_h = 1024.0f,
                                    .inverse_h2 = 1024.0f * 1024.0f,
                                    .gravity_y = -9.81f,
                                    .ground_y = 1.0f, // the normal
                                    .friction = 0.5f};

static gelTetMesh mesh;
static vec3 x[maxVertices], q[maxVertices], v[maxVertices]; // position, predicted position, velocity
static real w[maxVertices];                                 // inverse mass
static int edges[maxEdges][2], edgeCount;
static real edgeValues[maxEdges][2], tetValues[maxTets][2]; // rest length or volume, compliance

static void addEdge(int i, int j)
{
    int a = i < j ? i : j, b = i < j ? j : i;
    for (int e = 0; e < edgeCount; e++)
        if (edges[e][0] == a && edges[e][1] == b)
            return;
    vec3 ends[2] = {x[a], x[b]};
    edges[edgeCount][0] = a;
    edges[edgeCount][1] = b;
    edgeValues[edgeCount][0] = measure_distance(ends, edgeValues[edgeCount]).value;
    edgeValues[edgeCount++][1] = 1e-4f; // m/N
}

static void initPhysics(void)
{
    for (int i = 0; i < mesh.vertexCount; i++)
        x[i] = (vec3){mesh.positions[3 * i], mesh.positions[3 * i + 1] + 1.0f, mesh.positions[3 * i + 2]};
    for (int t = 0; t < mesh.tetCount; t++) {
        const int* tet = mesh.tets + 4 * t;
        vec3 corners[4] = {x[tet[0]], x[tet[1]], x[tet[2]], x[tet[3]]};
        tetValues[t][0] = measure_volume(corners, tetValues[t]).value; // compliance 0: incompressible
        for (int k = 0; k < 4; k++) {
            w[tet[k]] += 1000.0f * tetValues[t][0] / 4.0f; // a quarter of the tet's mass, kg
            for (int m = k + 1; m < 4; m++)
                addEdge(tet[k], tet[m]);
        }
    }
    for (int i = 0; i < mesh.vertexCount; i++)
        w[i] = 1.0f / w[i];
}

static void preSolve(void)
{
    for (int i = 0; i < mesh.vertexCount; i++) {
        accelerate(&v[i], w[i], &step);
        x[i] = q[i] = vec3_add(x[i], vec3_scale(v[i], step.h));
    }
}

typedef real Multiplier(const vec3* x, const real* w, const real* values, real inverse_h2, vec3* gradients);

// lambda = -C / (sum w_i |grad_i C|^2 + alpha / h^2), dx_i = lambda w_i grad_i C
static void solve(Multiplier* multiplier, const int* vertices, int count, const real* values)
{
    vec3 xs[4] = {0}, gradients[4];
    real ws[4] = {0};
    for (int k = 0; k < count; k++) {
        xs[k] = x[vertices[k]];
        ws[k] = w[vertices[k]];
    }
    real lambda = multiplier(xs, ws, values, step.inverse_h2, gradients);
    for (int k = 0; k < count; k++)
        x[vertices[k]] = vec3_add(xs[k], vec3_scale(gradients[k], lambda * ws[k]));
}

static void solveEdges(void)
{
    for (int e = 0; e < edgeCount; e++)
        solve(lambda_distance, edges[e], 2, edgeValues[e]);
}

static void solveVolumes(void)
{
    for (int t = 0; t < mesh.tetCount; t++)
        solve(lambda_volume, mesh.tets + 4 * t, 4, tetValues[t]);
}

static void postSolve(void)
{
    for (int i = 0; i < mesh.vertexCount; i++) {
        solve_ground(&x[i], &q[i], v[i], w[i], &step);
        v[i] = new_velocity(v[i], x[i], q[i], w[i], 0.0f, &step);
    }
}

// FNV-1a, of a vertex's position or velocity.
static uint64_t hashVector(uint64_t hash, vec3 vector)
{
    for (size_t i = 0; i < sizeof vector; i++)
        hash = (hash ^ ((const unsigned char*)&vector)[i]) * 0x100000001b3u;
    return hash;
}

int main(void)
{
    uint64_t hash = 0xcbf29ce484222325u;
    if (gelCreateBoxMesh((gelVec3){0.75f, 0.75f, 0.75f}, 4, 4, 4, &mesh) != gel_success) {
        puts(gelLastError());
        return 1;
    }
    initPhysics();
    for (int frame = 1; frame <= 128; frame++) {
        for (int substep = 0; substep < substeps; substep++) {
            preSolve();
            solveEdges();
            solveVolumes();
            postSolve();
        }
        if (frame % 16 == 0)
            printf("%.2f s: %.3f m\n", frame / 64.0, (double)x[mesh.vertexCount - 1].y);
    }
    for (int i = 0; i < mesh.vertexCount; i++)
        hash = hashVector(hashVector(hash, x[i]), v[i]);
    printf("state %016llx\n", (unsigned long long)hash);
    gelDestroyTetMesh(&mesh);
    return 0;
}
