// Reads surfaces of every format that assimp supports. Runs in a separate process (child.c).
#include "surface/io/readers.h"

#if GEL_HAS_ASSIMP

#include "surface/io/assimp_files.h"
#include "surface/io/assimp_look.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/scene.h>

#include <limits.h>
#include <string.h>

typedef struct Matrix {
    double rows[3][4];
} Matrix;

typedef struct Filler {
    const char* path;
    const struct aiScene* scene;
    gelSurfaceMesh* raw;
    gelSurfaceExtras* extras;
    size_t vertexCount, triangleCount; // the totals
    unsigned maxCorners;
    bool hasNormals, hasUvs, isScreen; // colours are as seen on a screen
    int* work;                         // [mostCorners][5]
} Filler;

static Matrix multiply(const Matrix* a, const struct aiMatrix4x4* m)
{
    const double b[4][4] = {{(double)m->a1, (double)m->a2, (double)m->a3, (double)m->a4},
                            {(double)m->b1, (double)m->b2, (double)m->b3, (double)m->b4},
                            {(double)m->c1, (double)m->c2, (double)m->c3, (double)m->c4},
                            {0, 0, 0, 1}};
    Matrix product = {0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 4; k++)
                product.rows[i][j] += a->rows[i][k] * b[k][j];
    return product;
}

// Normals transform by the cofactors, which need no inverse; the sign of the determinant accounts for
// mirroring.
static void findCofactors(const Matrix* matrix, double cofactors[3][3], double* determinant)
{
    const double(*m)[4] = matrix->rows;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            cofactors[i][j] = m[i1][j1] * m[i2][j2] - m[i1][j2] * m[i2][j1];
        }
    *determinant = m[0][0] * cofactors[0][0] + m[0][1] * cofactors[0][1] + m[0][2] * cofactors[0][2];
}

static gelStatus checkMesh(const Filler* filler, unsigned number)
{
    const struct aiMesh* mesh = number < filler->scene->mNumMeshes ? filler->scene->mMeshes[number] : NULL;
    bool whole = mesh != NULL && (mesh->mVertices != NULL || mesh->mNumVertices == 0) &&
                 (mesh->mFaces != NULL || mesh->mNumFaces == 0);
    for (unsigned f = 0; whole && f < mesh->mNumFaces; f++)
        for (unsigned k = 0; k < mesh->mFaces[f].mNumIndices; k++)
            if (mesh->mFaces[f].mIndices[k] >= mesh->mNumVertices)
                return gelFail(gel_formatError,
                               "%s: part %u, face %u: expected vertices from 0 to %u, found %u", filler->path,
                               number, f, mesh->mNumVertices - 1, mesh->mFaces[f].mIndices[k]);
    return whole ? gel_success : gelFail(gel_formatError, "%s: part %u is damaged", filler->path, number);
}

static gelStatus countMesh(Filler* filler, const struct aiMesh* mesh)
{
    filler->vertexCount += mesh->mNumVertices;
    filler->hasNormals = filler->hasNormals || mesh->mNormals != NULL;
    filler->hasUvs = filler->hasUvs || mesh->mTextureCoords[0] != NULL;
    for (unsigned f = 0; f < mesh->mNumFaces; f++) {
        unsigned corners = mesh->mFaces[f].mNumIndices;
        if (corners > GEL_MOST_POLYGON_CORNERS)
            return gelFail(gel_unsupported, "%s: face %u: expected at most %d corners, found %u",
                           filler->path, f, GEL_MOST_POLYGON_CORNERS, corners);
        filler->triangleCount += corners > 2 ? corners - 2 : 0;
        filler->maxCorners = corners > filler->maxCorners ? corners : filler->maxCorners;
    }
    if (filler->vertexCount > INT_MAX / 9 || filler->triangleCount > INT_MAX / 9)
        return gelFail(gel_unsupported, "%s: expected at most %d vertices and triangles, found more",
                       filler->path, INT_MAX / 9);
    return gel_success;
}

static gelStatus countNode(Filler* filler, const struct aiNode* node)
{
    gelStatus status = gel_success;
    for (unsigned i = 0; i < node->mNumMeshes && status == gel_success; i++) {
        status = checkMesh(filler, node->mMeshes[i]);
        if (status == gel_success)
            status = countMesh(filler, filler->scene->mMeshes[node->mMeshes[i]]);
    }
    for (unsigned i = 0; i < node->mNumChildren && status == gel_success; i++)
        status = countNode(filler, node->mChildren[i]);
    return status;
}

static gelStatus allocateRaw(Filler* filler)
{
    gelSurfaceMesh* raw = filler->raw;
    raw->positions = gelAllocate(filler->vertexCount, 3 * sizeof(float));
    raw->triangles = gelAllocate(filler->triangleCount, 3 * sizeof(int));
    raw->parts = gelAllocate(filler->triangleCount, sizeof(int));
    filler->work = gelAllocate(filler->maxCorners, 5 * sizeof(int));
    bool complete =
        raw->positions != NULL && raw->triangles != NULL && raw->parts != NULL && filler->work != NULL;
    if (filler->hasNormals)
        complete =
            (raw->cornerNormals = gelAllocate(filler->triangleCount, 9 * sizeof(float))) != NULL && complete;
    if (filler->hasUvs)
        complete =
            (raw->cornerUvs = gelAllocate(filler->triangleCount, 6 * sizeof(float))) != NULL && complete;
    return complete ? gel_success
                    : gelFailMemory(filler->vertexCount + filler->triangleCount, 9 * sizeof(float));
}

static void fillPositions(const Matrix* matrix, const struct aiMesh* mesh, float* positions)
{
    for (unsigned v = 0; v < mesh->mNumVertices; v++) {
        const double p[3] = {(double)mesh->mVertices[v].x, (double)mesh->mVertices[v].y,
                             (double)mesh->mVertices[v].z};
        for (int k = 0; k < 3; k++) {
            const double* row = matrix->rows[k];
            positions[3 * (size_t)v + (size_t)k] =
                (float)(row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3]);
        }
    }
}

static void fillCorner(const Filler* filler, const struct aiMesh* mesh, unsigned vertex,
                       double cofactors[3][3], size_t corner)
{
    if (mesh->mNormals != NULL) {
        const struct aiVector3D* normal = &mesh->mNormals[vertex];
        for (size_t k = 0; k < 3; k++)
            filler->raw->cornerNormals[3 * corner + k] =
                (float)(cofactors[k][0] * (double)normal->x + cofactors[k][1] * (double)normal->y +
                        cofactors[k][2] * (double)normal->z);
    }
    if (mesh->mTextureCoords[0] != NULL) {
        filler->raw->cornerUvs[2 * corner] = mesh->mTextureCoords[0][vertex].x;
        filler->raw->cornerUvs[2 * corner + 1] = mesh->mTextureCoords[0][vertex].y;
    }
    if (filler->raw->look != NULL)
        gelFillCornerColour(filler->raw->look, mesh, vertex, filler->isScreen, corner);
}

static void fillFace(Filler* filler, const struct aiMesh* mesh, const struct aiFace* face, bool mirrors,
                     double cofactors[3][3])
{
    gelSurfaceMesh* raw = filler->raw;
    int count = (int)face->mNumIndices;
    if (count < 3) {
        *(count == 2 ? &filler->extras->lines : &filler->extras->points) += count > 0;
        return;
    }
    int *vertices = filler->work, *next = vertices + count, *triangles = next + count;
    for (int i = 0; i < count; i++)
        vertices[i] = raw->vertexCount + (int)face->mIndices[i];
    gelCutPolygon(raw->positions, vertices, count, next, triangles);
    for (int t = 0; t < count - 2; t++, raw->triangleCount++) {
        if (raw->look != NULL)
            raw->look->materials[raw->triangleCount] = gelMaterialOf(raw->look, mesh);
        for (int i = 0; i < 3; i++) {
            size_t corner = 3 * (size_t)raw->triangleCount + (size_t)i;
            int from = triangles[3 * t + (mirrors && i > 0 ? 3 - i : i)];
            raw->triangles[corner] = vertices[from];
            fillCorner(filler, mesh, face->mIndices[from], cofactors, corner);
        }
        raw->parts[raw->triangleCount] = raw->partCount - 1;
    }
}

// A name that assimp made up.
static bool isMadeUp(const struct aiString* name)
{
    return name->length == 0 || name->length >= sizeof name->data || name->data[0] == '<' ||
           strncmp(name->data, "nodes[", 6) == 0 || strncmp(name->data, "meshes[", 7) == 0;
}

static int addPart(gelSurfaceMesh* raw, const struct aiNode* node, const struct aiMesh* mesh)
{
    const struct aiString* name = isMadeUp(&node->mName) ? &mesh->mName : &node->mName;
    return gelAddSurfacePart(raw, name->data, isMadeUp(name) ? 0 : name->length);
}

static gelStatus fillNode(Filler* filler, const struct aiNode* node, const Matrix* above)
{
    Matrix matrix = multiply(above, &node->mTransformation);
    double cofactors[3][3], determinant = 0.0;
    findCofactors(&matrix, cofactors, &determinant);
    for (int i = 0; i < 9 && determinant < 0.0; i++)
        cofactors[i / 3][i % 3] = -cofactors[i / 3][i % 3];
    for (unsigned i = 0; i < node->mNumMeshes; i++) {
        const struct aiMesh* mesh = filler->scene->mMeshes[node->mMeshes[i]];
        if (addPart(filler->raw, node, mesh) < 0)
            return gelFailMemory((size_t)filler->raw->partCount + 1, sizeof(char*));
        fillPositions(&matrix, mesh, filler->raw->positions + 3 * (size_t)filler->raw->vertexCount);
        for (unsigned f = 0; f < mesh->mNumFaces; f++)
            fillFace(filler, mesh, &mesh->mFaces[f], determinant < 0.0, cofactors);
        filler->raw->vertexCount += (int)mesh->mNumVertices;
    }
    gelStatus status = gel_success;
    for (unsigned i = 0; i < node->mNumChildren && status == gel_success; i++)
        status = fillNode(filler, node->mChildren[i], &matrix);
    return status;
}

// No post-processing: assimp's own triangulation and welding crash on some damaged files.
gelStatus gelImportSurface(const char* path, gelSurfaceMesh* raw, gelSurfaceExtras* extras)
{
    struct aiPropertyStore* properties = aiCreatePropertyStore();
    if (properties == NULL)
        return gelFailMemory(1, sizeof *properties);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, 1); // instead of ids
    static gelImportFiles files; // large; this process imports once
    gelBeginImportFiles(path, &files);
    const struct aiScene* scene = aiImportFileExWithProperties(path, 0, &files.io, properties);
    aiReleasePropertyStore(properties);
    if (scene == NULL && files.reason != NULL)
        return gelFail(gel_formatError, "%s: it refers to %s, which is %s", path, files.refused,
                       files.reason);
    if (scene == NULL || scene->mRootNode == NULL) {
        const char* reason = scene == NULL ? aiGetErrorString() : "it holds no scene";
        if (strstr(reason, "bad_alloc") != NULL)
            reason = "it needs too much memory for its size, so it must be damaged";
        return gelFail(gel_formatError, "%s: assimp cannot read it as a surface: %s", path,
                       reason[0] != '\0' ? reason : "no reason given");
    }
    Filler filler = {.path = path, .scene = scene, .raw = raw, .extras = extras};
    static const Matrix identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    gelStatus status = countNode(&filler, scene->mRootNode);
    if (status == gel_success)
        status = allocateRaw(&filler);
    filler.isScreen = !gelIsGltf(path);
    if (status == gel_success)
        status = gelBeginImportedAppearance(scene, filler.isScreen, filler.triangleCount, &raw->look);
    if (status == gel_success)
        status = fillNode(&filler, scene->mRootNode, &identity);
    gelEndImportedAppearance(raw->triangleCount, &raw->look);
    gelFree(filler.work);
    aiReleaseImport(scene);
    return status;
}

bool gelCanImport(const char* ending)
{
    return aiIsExtensionSupported(ending);
}

#else // without child.c, which runs it in a process of its own

gelStatus gelReadSurfaceAssimp(const char* path, size_t fileSize, gelSurfaceMesh* raw,
                               gelSurfaceExtras* extras)
{
    (void)fileSize, (void)raw, (void)extras;
    return gelFail(
        gel_unsupported,
        "%s: surfaces other than .obj and .off are read by assimp, which this build of Gel lacks; install "
        "libassimp-dev (Debian's name) and rebuild",
        path);
}

bool gelCanImport(const char* ending)
{
    (void)ending;
    return true; // gelReadSurfaceAssimp says what is missing
}

#endif
