#include "draw/camera.h"

#include <math.h>

static const float verticalAngle = 32.0f * 0.0174532925f; // a portrait lens: little distortion
static const float degree = 0.0174532925f;

static gelVec3 direction(const gelCamera* camera)
{
    float flat = cosf(camera->elevation * degree);
    return (gelVec3){flat * sinf(camera->azimuth * degree), sinf(camera->elevation * degree),
                     flat * cosf(camera->azimuth * degree)};
}

gelCamera gelFrameCamera(gelVec3 lower, gelVec3 upper, float aspect)
{
    gelVec3 half = gelScale(gelSubtract(upper, lower), 0.5f);
    float flat = sqrtf(half.x * half.x + half.z * half.z);
    float reach =
        fmaxf(fmaxf(half.y + 0.3f * flat, flat / aspect), 1e-4f); // the sides, seen from slightly above
    float angle = tanf(verticalAngle * 0.5f);
    return (gelCamera){.target = gelScale(gelAdd(upper, lower), 0.5f),
                       .distance = reach * 1.12f / angle + 0.5f * flat,
                       .azimuth = 25.0f,
                       .elevation = 18.0f};
}

void gelCamera_Orbit(gelCamera* camera, float azimuth, float elevation)
{
    camera->azimuth = fmodf(camera->azimuth + azimuth, 360.0f);
    camera->elevation = fminf(fmaxf(camera->elevation + elevation, -85.0f), 89.0f);
}

void gelCamera_Pan(gelCamera* camera, float right, float up)
{
    gelVec3 z = direction(camera);
    gelVec3 x = gelNormalise(gelCross((gelVec3){0.0f, 1.0f, 0.0f}, z));
    gelVec3 y = gelCross(z, x);
    float height = 2.0f * camera->distance * tanf(verticalAngle * 0.5f);
    camera->target = gelAdd(camera->target, gelAdd(gelScale(x, right * height), gelScale(y, up * height)));
}

void gelCamera_Zoom(gelCamera* camera, float notches)
{
    camera->distance = fminf(fmaxf(camera->distance * powf(0.9f, notches), 1e-3f), 1e5f);
}

gelVec3 gelCamera_Eye(const gelCamera* camera)
{
    return gelAdd(camera->target, gelScale(direction(camera), camera->distance));
}

gelVec3 gelCamera_Direction(const gelCamera* camera, float aspect, float x, float y)
{
    gelVec3 back = direction(camera);
    gelVec3 right = gelNormalise(gelCross((gelVec3){0.0f, 1.0f, 0.0f}, back)), up = gelCross(back, right);
    float reach = tanf(verticalAngle * 0.5f);
    gelVec3 across = gelAdd(gelScale(right, x * aspect * reach), gelScale(up, y * reach));
    return gelNormalise(gelSubtract(across, back));
}

gelMatrix gelCamera_View(const gelCamera* camera)
{
    return gelLookAt(gelCamera_Eye(camera), camera->target, (gelVec3){0.0f, 1.0f, 0.0f});
}

gelMatrix gelCamera_Projection(const gelCamera* camera, float aspect)
{
    return gelPerspective(verticalAngle, aspect, camera->distance * 0.02f, camera->distance * 60.0f);
}

bool gelCamera_Find(const gelCamera* camera, float aspect, gelVec3 place, float* x, float* y)
{
    gelMatrix matrix = gelMultiply(gelCamera_Projection(camera, aspect), gelCamera_View(camera));
    const float* m = matrix.m;
    float clip[4];
    for (int k = 0; k < 4; k++)
        clip[k] = m[k] * place.x + m[4 + k] * place.y + m[8 + k] * place.z + m[12 + k];
    bool isBefore = clip[3] > 1e-6f;
    *x = isBefore ? clip[0] / clip[3] : 0.0f;
    *y = isBefore ? clip[1] / clip[3] : 0.0f;
    return isBefore;
}
