#include "bench/bullet.h"

extern "C" {
#include "common/clock.h"
}

#include <BulletSoftBody/btSoftBody.h>
#include <memory>
#include <new>

struct gelBullet {
    btSoftBodyWorldInfo world;
    std::unique_ptr<btSoftBody> body;
};

bool gelHasBullet(int* version)
{
    *version = BT_BULLET_VERSION;
    return true;
}

static void addLinks(btSoftBody* body, const int* edges, int edgeCount)
{
    btSoftBody::Material* material = body->appendMaterial();
    material->m_kLST = 1; // the maximum stiffness
    for (int i = 0; i < edgeCount; i++)
        body->appendLink(edges[2 * i], edges[2 * i + 1], material, false);
}

gelBullet* gelOpenBullet(const float* positions, int vertexCount, const int* edges, int edgeCount,
                         int iterations)
try {
    auto bullet = std::make_unique<gelBullet>();
    bullet->world.m_gravity.setValue(0, static_cast<btScalar>(-9.81), 0);
    bullet->world.air_density = 0;
    bullet->world.m_sparsesdf.Initialize(1);
    btAlignedObjectArray<btVector3> places;
    btAlignedObjectArray<btScalar> masses;
    for (int i = 0; i < vertexCount; i++) {
        const float* x = &positions[3 * i];
        places.push_back(btVector3(x[0], x[1], x[2]));
        masses.push_back(i == 0 ? btScalar(0) : btScalar(1));
    }
    bullet->body = std::make_unique<btSoftBody>(&bullet->world, vertexCount, &places[0], &masses[0]);
    bullet->body->m_cfg.piterations = iterations;
    bullet->body->m_cfg.collisions = 0;
    addLinks(bullet->body.get(), edges, edgeCount);
    return bullet.release();
} catch (const std::bad_alloc&) {
    return nullptr;
}

void gelCloseBullet(gelBullet* bullet)
{
    delete bullet;
}

double gelBullet_Step(gelBullet* bullet, double timeStep)
{
    bullet->body->predictMotion(static_cast<btScalar>(timeStep));
    double start = gelMilliseconds();
    bullet->body->solveConstraints();
    double milliseconds = gelMilliseconds() - start;
    bullet->body->integrateMotion();
    return milliseconds;
}

double gelBullet_Stretch(const gelBullet* bullet)
{
    const btSoftBody* body = bullet->body.get();
    double now = 0.0, rest = 0.0;
    for (int i = 0; i < body->m_links.size(); i++) {
        const btSoftBody::Link& link = body->m_links[i];
        now += static_cast<double>((link.m_n[0]->m_x - link.m_n[1]->m_x).length());
        rest += static_cast<double>(link.m_rl);
    }
    return rest > 0.0 ? now / rest : 1.0;
}
