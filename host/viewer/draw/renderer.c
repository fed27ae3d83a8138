#include "draw/renderer.h"
#include "draw/target.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { minSunMapSize = 256, largestSunMapSize = 2048, belowMapSize = 512 };

// The block "Frame" of shaders/frame.glsl.
typedef struct Frame {
    gelMatrix viewProjection, inverseViewProjection, sunProjection, belowProjection;
    float eye[4], sunDirection[4], ground[4], viewport[4], maps[4], options[4], range[4], lit[4];
    float palette[8][4];
    float gradient[gelGradientStops][4];
} Frame;

// A buffer that one shader writes and others read.
typedef struct Captured {
    gelBufferTexture data;
    size_t capacity; // bytes
} Captured;

typedef struct Programs {
    GLuint points, corners, shade, gBuffer, deferred, depth, backdrop, tets, edges, arrows;
} Programs;

struct gelRenderer {
    Programs programs;
    GLuint frameBuffer, emptyArray;
    Captured pointData, surfaceData;
    gelTarget sun, below, back, picture;
    gelGBuffer gBuffer; // of `picture`
    gelTarget samples;  // renderbuffers with multiple samples; none where a pixel has one
    int width, height, sampleCount, sunMapSize;
    bool hasSize;
    gelPictureClock* clock;
};

// Jelly, linear: red, green, orange, blue, yellow, purple, raspberry, turquoise.
static const float palette[8][4] = {
    {0.90f, 0.025f, 0.03f, 0}, {0.10f, 0.72f, 0.06f, 0}, {0.98f, 0.27f, 0.015f, 0}, {0.04f, 0.22f, 0.92f, 0},
    {0.98f, 0.68f, 0.03f, 0},  {0.40f, 0.05f, 0.80f, 0}, {0.95f, 0.10f, 0.36f, 0},  {0.03f, 0.66f, 0.62f, 0}};

// 2,048 texels resolve all of a shadow's edge that a picture of 1,280 pixels can show; a small one needs
// fewer.
static void resizeSunMap(gelRenderer* renderer, int width, int height, bool isFast)
{
    int size = minSunMapSize;
    while (size < largestSunMapSize && 5 * size < 8 * (width > height ? width : height))
        size *= 2;
    size = isFast ? size / 2 : size;
    if (renderer->sunMapSize == size)
        return;
    gelDestroyTarget(&renderer->sun);
    renderer->sun = gelCreateTarget(GL_RGBA8, size, size);
    renderer->sunMapSize = size;
}

static int resize(gelRenderer* renderer, gelOutput* output, const gelQuality* quality, int width, int height)
{
    if (renderer->hasSize && renderer->width == width && renderer->height == height &&
        renderer->sampleCount == quality->samples)
        return gel_exitDone;
    resizeSunMap(renderer, width, height, quality->isFast);
    gelDestroyTarget(&renderer->back);
    gelDestroyTarget(&renderer->picture);
    gelDestroyGBuffer(&renderer->gBuffer);
    gelDestroySamples(&renderer->samples);
    renderer->back = gelCreateTarget(0, width, height);
    renderer->picture = gelCreateTarget(GL_SRGB8_ALPHA8, width, height);
    if (quality->isFast)
        renderer->gBuffer = gelCreateGBuffer(renderer->picture.depth, width, height);
    if (quality->samples > 1)
        renderer->samples = gelCreateSamples(quality->samples, width, height);
    renderer->sampleCount = quality->samples;
    renderer->width = width;
    renderer->height = height;
    renderer->hasSize = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    if (renderer->hasSize)
        return gel_exitDone;
    return gelReportError(output, gel_exitDisplay,
                          "a picture of %d x %d with %d samples is not supported here", width, height,
                          quality->samples);
}

static void destroyPrograms(const Programs* programs)
{
    const GLuint all[] = {programs->points,   programs->corners, programs->shade,    programs->gBuffer,
                          programs->deferred, programs->depth,   programs->backdrop, programs->tets,
                          programs->edges,    programs->arrows};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        glDeleteProgram(all[i]);
}

// Reports failures, and then leaves nothing behind. Returns the exit code.
static int createPrograms(gelOutput* output, Programs* programs)
{
    static const char* const corners[] = {"cornerPosition", "cornerNormal", NULL};
    static const char* const points[] = {"pointPosition", NULL};
    const struct {
        const char *vertex, *fragment;
        const char* const* captured;
        GLuint* program;
    } all[] = {{"points.vert", NULL, points, &programs->points},
               {"corners.vert", NULL, corners, &programs->corners},
               {"surface.vert", "surface.frag", NULL, &programs->shade},
               {"surface.vert", "gbuffer.frag", NULL, &programs->gBuffer},
               {"backdrop.vert", "deferred.frag", NULL, &programs->deferred},
               {"depth.vert", "depth.frag", NULL, &programs->depth},
               {"backdrop.vert", "backdrop.frag", NULL, &programs->backdrop},
               {"tets.vert", "solid.frag", NULL, &programs->tets},
               {"edges.vert", "solid.frag", NULL, &programs->edges},
               {"arrows.vert", "solid.frag", NULL, &programs->arrows}};
    int code = gel_exitDone;
    *programs = (Programs){0};
    for (size_t i = 0; i < sizeof all / sizeof all[0] && code == gel_exitDone; i++)
        code = gelCreateProgram(output, all[i].vertex, all[i].fragment, all[i].captured, all[i].program);
    if (code != gel_exitDone) {
        destroyPrograms(programs);
        *programs = (Programs){0};
    }
    return code;
}

int gelRenderer_ReloadShaders(gelRenderer* renderer, gelOutput* output)
{
    Programs fresh;
    int code = createPrograms(output, &fresh);
    if (code != gel_exitDone)
        return code;
    destroyPrograms(&renderer->programs);
    renderer->programs = fresh;
    return gel_exitDone;
}

int gelCreateRenderer(gelOutput* output, gelRenderer** result)
{
    gelRenderer* renderer = calloc(1, sizeof *renderer);
    *result = renderer;
    if (renderer == NULL)
        return gelReportError(output, gel_exitInternal, "out of memory while setting up the picture");
    int code = createPrograms(output, &renderer->programs);
    if (code != gel_exitDone) {
        gelDestroyRenderer(renderer);
        *result = NULL;
        return code;
    }
    glGenBuffers(1, &renderer->frameBuffer);
    glBindBuffer(GL_UNIFORM_BUFFER, renderer->frameBuffer);
    glBufferData(GL_UNIFORM_BUFFER, sizeof(Frame), NULL, GL_DYNAMIC_DRAW);
    glGenVertexArrays(1, &renderer->emptyArray);
    renderer->below = gelCreateTarget(0, belowMapSize, belowMapSize);
    return gel_exitDone;
}

void gelDestroyRenderer(gelRenderer* renderer)
{
    if (renderer == NULL)
        return;
    destroyPrograms(&renderer->programs);
    glDeleteBuffers(1, &renderer->frameBuffer);
    glDeleteVertexArrays(1, &renderer->emptyArray);
    gelDestroyBufferTexture(&renderer->pointData.data);
    gelDestroyBufferTexture(&renderer->surfaceData.data);
    gelDestroyTarget(&renderer->sun);
    gelDestroyTarget(&renderer->below);
    gelDestroyTarget(&renderer->back);
    gelDestroyTarget(&renderer->picture);
    gelDestroyGBuffer(&renderer->gBuffer);
    gelDestroySamples(&renderer->samples);
    free(renderer);
}

void gelRenderer_SetClock(gelRenderer* renderer, gelPictureClock* clock)
{
    renderer->clock = clock;
}

static void setVector(float to[4], gelVec3 v, float w)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
    to[3] = w;
}

// 1, 2 or 5 times a power of ten, near a fifth of a body, so that the grid conveys size.
static float gridCell(float bodySize)
{
    static const float steps[] = {1.0f, 2.0f, 5.0f};
    float power = powf(10.0f, floorf(log10f(fmaxf(bodySize, 1e-6f) * 0.25f)));
    float cell = power;
    for (int i = 0; i < 3; i++)
        if (steps[i] * power <= bodySize * 0.25f)
            cell = steps[i] * power;
    return cell;
}

// A map of all bodies, seen along -`towards` from a point, with depth on both sides of it.
static gelMatrix mapProjection(gelVec3 centre, gelVec3 towards, float radius, float depth)
{
    gelVec3 up = fabsf(towards.y) < 0.9f ? (gelVec3){0, 1, 0} : (gelVec3){0, 0, 1};
    gelMatrix view = gelLookAt(gelAdd(centre, towards), centre, up);
    return gelMultiply(gelOrthographic((gelVec3){-radius, -radius, -depth * 0.5f - 1.0f},
                                       (gelVec3){radius, radius, depth * 0.5f - 1.0f}),
                       view);
}

static void fillFrame(Frame* frame, const gelRenderer* renderer, const gelModel* model,
                      const gelPositionSource* source, const gelCamera* camera, const gelPictureStyle* look)
{
    float aspect = (float)renderer->width / (float)renderer->height;
    const gelDisplayModeInfo* mode = &gelDisplayModes[look->mode];
    gelVec3 normal = gelNormalise(look->ground.normal);
    gelVec3 sun = gelNormalise((gelVec3){-0.55f, 0.85f, 0.22f});
    gelVec3 centre = gelScale(gelAdd(source->lower, source->upper), 0.5f);
    gelVec3 half = gelScale(gelSubtract(source->upper, source->lower), 0.5f);
    float radius = fmaxf(sqrtf(gelDot(half, half)), 1e-3f) * 1.05f;
    float height = gelDot(centre, normal) - look->ground.offset;
    float depth = 2.0f * (fabsf(height) + 2.0f * radius);
    float bodySize = model->bodySize > 0.0f ? model->bodySize : 1.0f;
    *frame = (Frame){.viewport = {(float)renderer->width, (float)renderer->height, camera->distance * 0.02f,
                                  camera->distance * 60.0f},
                     .maps = {2.0f * radius, 2.0f * radius, depth, (float)look->quality.shadowTaps},
                     .options = {(float)look->mode, look->wireframe ? 1.0f : 0.0f,
                                 look->ground.enabled ? 1.0f : 0.35f,
                                 look->mode == gel_displayTets ? 0.62f : 0.86f},
                     .range = {mode->lowest, mode->highest, bodySize, gridCell(bodySize)}};
    if (look->lit.enabled) {
        frame->lit[0] = look->lit.stage == gel_stageConstraints ? 2.0f + (float)look->lit.kind : 1.0f;
        frame->lit[1] = (float)look->lit.colour;
    }
    frame->viewProjection = gelMultiply(gelCamera_Projection(camera, aspect), gelCamera_View(camera));
    frame->inverseViewProjection = gelInvert(frame->viewProjection);
    frame->sunProjection = mapProjection(centre, sun, radius, depth);
    frame->belowProjection =
        mapProjection(gelSubtract(centre, gelScale(normal, height)), gelScale(normal, -1.0f), radius, depth);
    setVector(frame->eye, gelCamera_Eye(camera), 1.0f);
    setVector(frame->sunDirection, sun, 0.0f);
    setVector(frame->ground, normal, look->ground.offset);
    memcpy(frame->palette, palette, sizeof palette);
    for (int i = 0; i < gelGradientStops; i++)
        memcpy(frame->gradient[i], gelGradients[mode->gradient][i], 3 * sizeof(float));
}

// The corners belong to `surface`; `positions` are those of its points, or of the vertices.
static void bindModel(GLuint program, const gelModel* model, const gelDrawnSurface* surface,
                      const gelPositionSource* source, GLuint positions)
{
    const struct {
        const char* name;
        GLuint texture;
    } all[] = {{"positions", positions},
               {"speeds", source->speeds.texture},
               {"rests", model->rests.texture},
               {"tetFacts", model->constraints[gel_volumeConstraint].facts.texture},
               {"corners", surface->corners.texture},
               {"around", surface->around.texture},
               {"pointTets", surface->pointTets.texture},
               {"pointWeights", surface->pointWeights.texture},
               {"tets", model->constraints[gel_volumeConstraint].vertices.texture},
               {"tetFirsts", model->tetFirsts.texture},
               {"tetsAt", model->tetsAt.texture}};
    int unit = 4;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (glGetUniformLocation(program, all[i].name) >= 0)
            gelBindTexture(program, all[i].name, unit++, GL_TEXTURE_BUFFER, all[i].texture);
}

// Allocates `bytes`; call before binding textures, as this binds one.
static void reserve(Captured* captured, size_t bytes)
{
    if (bytes <= captured->capacity)
        return;
    gelDestroyBufferTexture(&captured->data);
    captured->data = gelCreateBufferTexture(GL_RGBA32F, bytes, NULL);
    captured->capacity = bytes;
}

// Runs the current program once for each of `count` points.
static void capture(const Captured* captured, int count)
{
    glEnable(GL_RASTERIZER_DISCARD);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, captured->data.buffer);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, count);
    glEndTransformFeedback();
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glDisable(GL_RASTERIZER_DISCARD);
}

// Chooses the surface to draw: skins or bodies. Sheets are flat where their thickness is less than
// a pixel.
static gelDrawnSurface chooseSurface(const gelRenderer* renderer, const gelModel* model,
                                     const gelPositionSource* source, const gelCamera* camera,
                                     const gelPictureStyle* look)
{
    bool skins = look->mode == gel_displayShaded && !look->withoutSkins && !look->lit.enabled &&
                 model->skins.triangleCount > 0;
    const gelDrawnSurface* whole = skins ? &model->skins : &model->surface;
    float pixel = gelCamera_Pixel(camera, source->lower, source->upper, renderer->height);
    return whole->thickness > pixel ? *whole : gelDrawnSurface_Flat(whole);
}

// Computes positions, normals and values of the corners, once for all passes.
static void computeCorners(gelRenderer* renderer, const gelModel* model, const gelDrawnSurface* surface,
                           const gelPositionSource* source, const gelPictureStyle* look)
{
    GLuint positions = source->positions.texture;
    reserve(&renderer->pointData, 16 * (size_t)surface->pointCount);
    reserve(&renderer->surfaceData, 32 * (size_t)surface->cornerCount);
    if (surface->pointCount > 0) {
        glUseProgram(renderer->programs.points);
        bindModel(renderer->programs.points, model, surface, source, positions);
        capture(&renderer->pointData, surface->pointCount);
        positions = renderer->pointData.data.texture;
    }
    glUseProgram(renderer->programs.corners);
    bindModel(renderer->programs.corners, model, surface, source, positions);
    gelBindTexture(renderer->programs.corners, "values", 3, GL_TEXTURE_BUFFER, look->values);
    gelSetInt(renderer->programs.corners, "thick", surface->thickness > 0.0f);
    capture(&renderer->surfaceData, surface->cornerCount);
}

// The thickness of sheets, or everything else.
static void drawPart(GLuint program, const gelDrawnSurface* surface, bool textured, bool thickness)
{
    int flat = surface->flatTriangleCount, ranges = surface->look.rangeCount / 2;
    if (ranges == 0 || !textured)
        glDrawArrays(GL_TRIANGLES, thickness ? 3 * flat : 0,
                     3 * (thickness ? surface->triangleCount - flat : flat));
    for (int i = 0; i < ranges && textured; i++) {
        const gelDrawnRange* range = &surface->look.ranges[thickness ? ranges + i : i];
        gelBindTexture(program, "picture", 5, GL_TEXTURE_2D, range->texture);
        glDrawArrays(GL_TRIANGLES, 3 * range->first, 3 * range->count);
    }
}

// The thickness of sheets comes first, without what faces away: so of the two sides only one is shaded.
static void drawSurface(const gelRenderer* renderer, GLuint program, const gelDrawnSurface* surface,
                        bool textured)
{
    gelBindTexture(program, "surface", 0, GL_TEXTURE_BUFFER, renderer->surfaceData.data.texture);
    gelBindTexture(program, "triangles", 3, GL_TEXTURE_BUFFER, surface->triangles.texture);
    gelBindTexture(program, "looks", 4, GL_TEXTURE_BUFFER, surface->look.corners.texture);
    gelBindTexture(program, "picture", 5, GL_TEXTURE_2D, 0); // on a unit of its own, even if unused
    gelSetInt(program, "isPainted", surface->look.rangeCount > 0);
    if (surface->thickness > 0.0f) {
        bool culls = glIsEnabled(GL_CULL_FACE);
        glEnable(GL_CULL_FACE);
        drawPart(program, surface, textured, true);
        if (!culls)
            glDisable(GL_CULL_FACE);
    }
    drawPart(program, surface, textured, false);
}

static void drawDepth(const gelRenderer* renderer, const gelTarget* target, int width, int height,
                      const gelMatrix* projection, const gelDrawnSurface* surface)
{
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glViewport(0, 0, width, height);
    glClearColor(1.0f, 1.0f, 1.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glUniformMatrix4fv(glGetUniformLocation(renderer->programs.depth, "projection"), 1, GL_FALSE,
                       projection->m);
    drawSurface(renderer, renderer->programs.depth, surface, false);
}

static void drawMaps(gelRenderer* renderer, const Frame* frame, const gelDrawnSurface* surface, bool shaded)
{
    glUseProgram(renderer->programs.depth);
    glEnable(GL_DEPTH_CLAMP);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.5f, 2.0f);
    drawDepth(renderer, &renderer->sun, renderer->sunMapSize, renderer->sunMapSize, &frame->sunProjection,
              surface);
    gelPictureClock_Mark(renderer->clock, gel_pictureSunMap);
    glDisable(GL_POLYGON_OFFSET_FILL);
    drawDepth(renderer, &renderer->below, belowMapSize, belowMapSize, &frame->belowProjection, surface);
    gelPictureClock_Mark(renderer->clock, gel_pictureBelowMap);
    glDisable(GL_DEPTH_CLAMP);
    if (!shaded) // only jelly is translucent
        return;
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    drawDepth(renderer, &renderer->back, renderer->width, renderer->height, &frame->viewProjection, surface);
    gelPictureClock_Mark(renderer->clock, gel_pictureBackMap);
    glCullFace(GL_BACK);
    glDisable(GL_CULL_FACE);
}

static void useLit(const gelRenderer* renderer, GLuint program)
{
    glUseProgram(program);
    gelBindTexture(program, "sunDepth", 14, GL_TEXTURE_2D, renderer->sun.depth);
    gelBindTexture(program, "sunTint", 13, GL_TEXTURE_2D, renderer->sun.colour);
    gelBindTexture(program, "belowDepth", 12, GL_TEXTURE_2D, renderer->below.depth);
}

static void drawShaded(const gelRenderer* renderer, const gelDrawnSurface* surface)
{
    useLit(renderer, renderer->programs.shade);
    gelBindTexture(renderer->programs.shade, "backDepth", 11, GL_TEXTURE_2D, renderer->back.depth);
    drawSurface(renderer, renderer->programs.shade, surface, true);
}

// Draws the constraints of a kind; with a highlighted stage, those that it solved or the others.
static void drawConstraints(const gelRenderer* renderer, const gelModel* model,
                            const gelDrawnSurface* surface, const gelPositionSource* source,
                            gelConstraintKind kind, bool solved)
{
    const gelConstraintModel* list = &model->constraints[kind];
    GLuint program = list->arity > 2 ? renderer->programs.tets : renderer->programs.edges;
    enum { firstFree = 12 }; // bindModel takes the units before
    useLit(renderer, program);
    bindModel(program, model, surface, source, source->positions.texture);
    gelBindTexture(program, "constraints", firstFree, GL_TEXTURE_BUFFER, list->vertices.texture);
    gelBindTexture(program, "facts", firstFree + 1, GL_TEXTURE_BUFFER, list->facts.texture);
    gelSetInt(program, "kind", (int)kind);
    gelSetInt(program, "solved", solved);
    // All tets of the picture, but only the volumes that a stage solved.
    int count = kind == gel_volumeConstraint && !solved ? model->tetCount : list->count;
    glDrawArrays(GL_TRIANGLES, 0, (list->arity > 2 ? 12 : 6) * count);
}

// Draws the points of surfaces first, then shades each pixel once: a processor shades a block of pixels for each triangle,
// however small it is.
static void drawDeferred(const gelRenderer* renderer, const gelDrawnSurface* surface)
{
    static const char* const names[gel_gBufferCount] = {"places", "sides", "paints"};
    GLuint program = renderer->programs.deferred;
    glBindFramebuffer(GL_FRAMEBUFFER, renderer->gBuffer.framebuffer);
    glUseProgram(renderer->programs.gBuffer);
    drawSurface(renderer, renderer->programs.gBuffer, surface, true);
    glBindFramebuffer(GL_FRAMEBUFFER, renderer->picture.framebuffer);
    useLit(renderer, program);
    gelBindTexture(program, "backDepth", 11, GL_TEXTURE_2D, renderer->back.depth);
    for (int i = 0; i < gel_gBufferCount; i++)
        gelBindTexture(program, names[i], i, GL_TEXTURE_2D, renderer->gBuffer.textures[i]);
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_GREATER); // than the depth of a surface: the triangle is as far away as the sky
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
}

static void drawBodies(const gelRenderer* renderer, const gelModel* model, const gelDrawnSurface* surface,
                       const gelPositionSource* source, const gelPictureStyle* look)
{
    if (look->mode == gel_displayTets || look->mode == gel_displayTetColours)
        drawConstraints(renderer, model, surface, source, gel_volumeConstraint, false);
    else if (look->mode == gel_displayEdgeColours)
        drawConstraints(renderer, model, surface, source, gel_distanceConstraint, false);
    else if (look->quality.isFast)
        drawDeferred(renderer, surface);
    else
        drawShaded(renderer, surface);
}

static void drawBackdrop(const gelRenderer* renderer)
{
    useLit(renderer, renderer->programs.backdrop);
    glDepthFunc(GL_LEQUAL);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

// Draws bodies as glass with faint edges, then whatever the stage solved, visible through everything.
static void drawLitStage(const gelRenderer* renderer, const gelModel* model, const gelDrawnSurface* surface,
                         const gelPositionSource* source, const gelPictureStyle* look)
{
    drawBackdrop(renderer);
    glDepthMask(GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_CULL_FACE);
    drawShaded(renderer, surface);
    glDisable(GL_CULL_FACE);
    drawConstraints(renderer, model, surface, source, gel_distanceConstraint, false);
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);
    if (look->lit.stage == gel_stageConstraints)
        drawConstraints(renderer, model, surface, source, look->lit.kind, true);
}

// Visible through everything, since they begin on surfaces and end in bodies.
static void drawArrows(const gelRenderer* renderer, const gelPictureStyle* look)
{
    useLit(renderer, renderer->programs.arrows);
    gelBindTexture(renderer->programs.arrows, "arrows", 4, GL_TEXTURE_BUFFER, look->arrows);
    glDisable(GL_DEPTH_TEST);
    glDrawArrays(GL_TRIANGLES, 0, 9 * look->arrowCount);
    glEnable(GL_DEPTH_TEST);
}

// The surface of the world beside, over everything: where it leaves the first, that shows.
static void drawOther(gelRenderer* renderer, const gelCamera* camera, const gelPictureStyle* look)
{
    const gelDrawnSurface surface = chooseSurface(renderer, look->other, look->otherSource, camera, look);
    computeCorners(renderer, look->other, &surface, look->otherSource, look);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_CULL_FACE);
    glUseProgram(renderer->programs.shade);
    gelSetInt(renderer->programs.shade, "isOther", 1);
    drawShaded(renderer, &surface);
    gelSetInt(renderer->programs.shade, "isOther", 0);
    glDisable(GL_CULL_FACE);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
}

static void resolve(const gelRenderer* renderer, int width, int height)
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, renderer->samples.framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, renderer->picture.framebuffer);
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

int gelRenderer_Draw(gelRenderer* renderer, gelOutput* output, const gelModel* model,
                     const gelPositionSource* source, const gelCamera* camera, const gelPictureStyle* look,
                     int width, int height)
{
    Frame frame;
    int code = resize(renderer, output, &look->quality, width, height);
    if (code != gel_exitDone)
        return code;
    fillFrame(&frame, renderer, model, source, camera, look);
    glBindBuffer(GL_UNIFORM_BUFFER, renderer->frameBuffer);
    glBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof frame, &frame);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, renderer->frameBuffer);
    glBindVertexArray(renderer->emptyArray);
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    const gelDrawnSurface surface = chooseSurface(renderer, model, source, camera, look);
    computeCorners(renderer, model, &surface, source, look);
    gelPictureClock_Mark(renderer->clock, gel_pictureCorners);
    drawMaps(renderer, &frame, &surface, look->mode == gel_displayShaded);

    bool isSampled = look->quality.samples > 1;
    glBindFramebuffer(GL_FRAMEBUFFER,
                      isSampled ? renderer->samples.framebuffer : renderer->picture.framebuffer);
    glViewport(0, 0, width, height);
    glEnable(GL_FRAMEBUFFER_SRGB);
    glClear(GL_DEPTH_BUFFER_BIT);
    if (look->lit.enabled)
        drawLitStage(renderer, model, &surface, source, look); // includes the backdrop
    else
        drawBodies(renderer, model, &surface, source, look);
    gelPictureClock_Mark(renderer->clock, gel_pictureBodies);
    if (!look->lit.enabled)
        drawBackdrop(renderer); // last, as hidden pixels cost nothing
    if (look->other != NULL)
        drawOther(renderer, camera, look);
    if (look->arrowCount > 0)
        drawArrows(renderer, look);
    gelPictureClock_Mark(renderer->clock, gel_pictureBackdrop);
    if (isSampled)
        resolve(renderer, width, height);
    gelPictureClock_Mark(renderer->clock, gel_pictureResolve);
    glDisable(GL_FRAMEBUFFER_SRGB);
    glBindFramebuffer(GL_FRAMEBUFFER, renderer->picture.framebuffer);
    return gel_exitDone;
}

GLuint gelRenderer_Picture(const gelRenderer* renderer)
{
    return renderer->picture.framebuffer;
}
