// The rigid motion that fits a body best.
//
// The motion minimises the sum of m_i |x_i - (R b_i + t)|^2 over rotations R and translations t,
// with b_i the vertices at rest: t takes the centre of mass to its place, and R is the quaternion
// of the largest eigenvalue of a symmetric 4 x 4 matrix (Horn: Closed-form solution of absolute
// orientation using unit quaternions, 1987). Jacobi's rotations find it: they converge for every
// matrix, also for bodies that lie in a plane, a line or a point.
#include "world/rigid_motion.h"

#include <math.h>

typedef struct Sums {
    double mass, rest[3], place[3]; // sums of m, m b, m x
    double products[3][3];          // of m b x^T
} Sums;

static void addVertex(const gelVertexState* vertices, const gelBody* body, int vertex, double held,
                      Sums* sums)
{
    const float* mesh = gelRestMesh(body).positions + 3 * (size_t)vertex;
    const gelVertexState* state = &vertices[vertex];
    const double* x = state->position;
    double mass = gelIsObstacle(body) ? 1.0 : 1.0 / gelFreeInverseMass(body, vertex);
    mass = state->inverseMass > 0.0 ? mass : held * mass;
    sums->mass += mass;
    for (int i = 0; i < 3; i++) {
        double b = body->scale * (double)mesh[i];
        sums->rest[i] += mass * b;
        sums->place[i] += mass * x[i];
        for (int j = 0; j < 3; j++)
            sums->products[i][j] += mass * b * x[j];
    }
}

// Horn's matrix, of the products about both centres; rows and columns are w, x, y, z.
static void fillMatrix(const Sums* sums, double n[4][4])
{
    double s[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            s[i][j] = sums->products[i][j] - sums->rest[i] * sums->place[j] / sums->mass;
    n[0][0] = s[0][0] + s[1][1] + s[2][2];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        n[0][i + 1] = n[i + 1][0] = s[j][k] - s[k][j];
        n[i + 1][i + 1] = s[i][i] - s[j][j] - s[k][k];
        n[i + 1][j + 1] = n[j + 1][i + 1] = s[i][j] + s[j][i];
    }
}

// Turns rows and columns p and q of the matrix so that n[p][q] becomes 0, and the vectors with them.
static void turn(double n[4][4], double vectors[4][4], int p, int q)
{
    if (n[p][q] == 0.0)
        return;
    double theta = (n[q][q] - n[p][p]) / (2.0 * n[p][q]);
    double t = (theta >= 0.0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int k = 0; k < 4; k++) {
        double a = n[k][p], b = n[k][q];
        n[k][p] = c * a - s * b;
        n[k][q] = s * a + c * b;
    }
    for (int k = 0; k < 4; k++) {
        double a = n[p][k], b = n[q][k];
        n[p][k] = c * a - s * b;
        n[q][k] = s * a + c * b;
        a = vectors[k][p];
        b = vectors[k][q];
        vectors[k][p] = c * a - s * b;
        vectors[k][q] = s * a + c * b;
    }
}

// The eigenvector of the largest eigenvalue: {x, y, z, w}, with w >= 0.
static void findRotation(double n[4][4], double quaternion[4])
{
    enum { sweeps = 12 }; // each squares what is left off the diagonal
    double vectors[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    for (int i = 0; i < sweeps; i++)
        for (int p = 0; p < 3; p++)
            for (int q = p + 1; q < 4; q++)
                turn(n, vectors, p, q);
    int best = 0;
    for (int i = 1; i < 4; i++)
        best = n[i][i] > n[best][best] ? i : best;
    double sign = vectors[0][best] < 0.0 ? -1.0 : 1.0;
    for (int k = 0; k < 4; k++)
        quaternion[k] = sign * vectors[(k + 1) % 4][best];
}

void gelFindRigidMotion(const gelVertexState* vertices, const gelBody* body, double held,
                        gelRigidMotion* motion)
{
    Sums sums = {0};
    double n[4][4];
    for (int i = 0; i < body->shape->mesh.vertexCount; i++)
        addVertex(vertices, body, i, held, &sums);
    fillMatrix(&sums, n);
    findRotation(n, motion->rotation);
    for (int k = 0; k < 3; k++) {
        motion->centre[k] = sums.place[k] / sums.mass;
        motion->restCentre[k] = sums.rest[k] / sums.mass;
    }
}
