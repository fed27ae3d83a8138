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

// The axes of the picture: to the right, up, and towards the eye.
static void findAxes(const gelCamera* camera, gelVec3 axes[3])
{
    axes[2] = direction(camera);
    axes[0] = gelNormalise(gelCross((gelVec3){0.0f, 1.0f, 0.0f}, axes[2]));
    axes[1] = gelCross(axes[2], axes[0]);
}

void gelCamera_Frame(gelCamera* camera, gelVec3 lower, gelVec3 upper, float aspect)
{
    const float filled = 0.86f * tanf(verticalAngle * 0.5f);
    const float tall = filled * fmaxf(1.0f - camera->coveredHeight, 0.2f),
                wide = filled * aspect * fmaxf(1.0f - camera->coveredWidth, 0.2f);
    gelVec3 axes[3], half = gelScale(gelSubtract(upper, lower), 0.5f);
    camera->target = gelScale(gelAdd(upper, lower), 0.5f);
    camera->distance = 1e-3f;
    camera->azimuth = 25.0f;
    camera->elevation = 18.0f;
    findAxes(camera, axes);
    for (int i = 0; i < 8; i++) {
        gelVec3 corner = {i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z};
        float across = fabsf(gelDot(corner, axes[0])) / wide, along = fabsf(gelDot(corner, axes[1])) / tall;
        camera->distance = fmaxf(camera->distance, fmaxf(across, along) + gelDot(corner, axes[2]));
    }
}

void gelCamera_Orbit(gelCamera* camera, float azimuth, float elevation)
{
    camera->azimuth = fmodf(camera->azimuth + azimuth, 360.0f);
    camera->elevation = fminf(fmaxf(camera->elevation + elevation, -85.0f), 89.0f);
}

void gelCamera_Pan(gelCamera* camera, float right, float up)
{
    gelVec3 axes[3];
    findAxes(camera, axes);
    float height = 2.0f * camera->distance * tanf(verticalAngle * 0.5f);
    camera->target =
        gelAdd(camera->target, gelAdd(gelScale(axes[0], right * height), gelScale(axes[1], up * height)));
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
    gelVec3 axes[3];
    findAxes(camera, axes);
    float reach = tanf(verticalAngle * 0.5f);
    gelVec3 across = gelAdd(gelScale(axes[0], (x - camera->shiftRight) * aspect * reach),
                            gelScale(axes[1], (y - camera->shiftUp) * reach));
    return gelNormalise(gelSubtract(across, axes[2]));
}

float gelCamera_Pixel(const gelCamera* camera, gelVec3 lower, gelVec3 upper, int height)
{
    gelVec3 eye = gelCamera_Eye(camera), to = {fmaxf(fmaxf(lower.x - eye.x, eye.x - upper.x), 0.0f),
                                               fmaxf(fmaxf(lower.y - eye.y, eye.y - upper.y), 0.0f),
                                               fmaxf(fmaxf(lower.z - eye.z, eye.z - upper.z), 0.0f)};
    return 2.0f * tanf(verticalAngle * 0.5f) * sqrtf(gelDot(to, to)) / (float)height;
}

gelMatrix gelCamera_View(const gelCamera* camera)
{
    return gelLookAt(gelCamera_Eye(camera), camera->target, (gelVec3){0.0f, 1.0f, 0.0f});
}

gelMatrix gelCamera_Projection(const gelCamera* camera, float aspect)
{
    gelMatrix matrix =
        gelPerspective(verticalAngle, aspect, camera->distance * 0.02f, camera->distance * 60.0f);
    matrix.m[8] -= camera->shiftRight;
    matrix.m[9] -= camera->shiftUp;
    return matrix;
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
