// Writes the tets of all bodies, the triangles of sheets and the lines of ropes for ParaView and VTK: one .vtu file
// per frame, and a .pvd file that lists them with their times.
#include "bake/torn.h"
#include "files/system.h"
#include "gel/body.h"
#include "gel/measures.h"
#include "gel/values.h"
#include "base/result_text.h"
#include "mesh/io/vtu_write.h"

#include <string.h>

// The arrays of all bodies, concatenated.
typedef struct Tets {
    int counts[gel_vtuCellKinds];
    int* cells[gel_vtuCellKinds]; // [count][4, 3, 2]: the tets, the triangles of sheets, the lines of ropes
    int* bodies;                  // of each cell, in that order
    float* velocities;            // [vertexCount][3]
    float *strains, *volumeErrors;
    float* fillFractions;                  // NULL: no mesh has them
    int* parts;                            // the same
    int* torn;                             // 0 or 1; NULL: nothing could tear at the beginning
    float* factors[gel_vertexFactorCount]; // [vertexCount] of each kind
    bool varies[gel_vertexFactorCount];    // in this frame; those that are all 1 are not written
} Tets;

static void release(gelBake* bake)
{
    Tets* own = bake->own;
    if (own == NULL)
        return;
    for (int kind = 0; kind < gel_vtuCellKinds; kind++)
        gelFree(own->cells[kind]);
    gelFree(own->bodies);
    gelFree(own->velocities);
    gelFree(own->strains);
    gelFree(own->volumeErrors);
    gelFree(own->fillFractions);
    gelFree(own->parts);
    gelFree(own->torn);
    for (int kind = 0; kind < gel_vertexFactorCount; kind++)
        gelFree(own->factors[kind]);
    gelFree(own);
}

// Returns the cells of one kind of a body. Obstacles have none: they are written as vertices
// alone.
static gelVtuCells cellsOf(const gelBake* bake, int body, int kind)
{
    const gelBakeBody* own = &bake->bodies[body];
    bool isSheet = gelBody_GetKind(bake->world, own->id) == gel_sheetBody;
    if (kind == 0)
        return (gelVtuCells){own->mesh->tetCount, 4, own->mesh->tets};
    if (kind == 1)
        return isSheet ? (gelVtuCells){own->surface->triangleCount, 3, own->surface->triangles}
                       : (gelVtuCells){0, 3, NULL};
    return own->lines != NULL ? (gelVtuCells){own->lines->lineCount, 2, own->lines->lines}
                              : (gelVtuCells){0, 2, NULL};
}

static bool makeRoom(const gelBake* bake, Tets* own)
{
    bool hasFractions = false, hasParts = false;
    int64_t counts[gel_vtuCellKinds] = {0}, count = 0;
    for (int i = 0; i < bake->bodyCount; i++) {
        hasFractions = hasFractions || bake->bodies[i].mesh->fillFractions != NULL;
        hasParts = hasParts || bake->bodies[i].mesh->parts != NULL;
        for (int kind = 0; kind < gel_vtuCellKinds; kind++)
            counts[kind] += cellsOf(bake, i, kind).count;
    }
    for (int kind = 0; kind < gel_vtuCellKinds; kind++)
        count += counts[kind];
    if (count > INT32_MAX / 16)
        return false;
    bool ok = true;
    for (int kind = 0; kind < gel_vtuCellKinds; kind++) {
        own->counts[kind] = (int)counts[kind];
        own->cells[kind] = gelAllocate((size_t)counts[kind], (size_t)(4 - kind) * sizeof(int));
        ok = ok && own->cells[kind] != NULL;
    }
    for (int kind = 0; kind < gel_vertexFactorCount; kind++) {
        own->factors[kind] = gelAllocate((size_t)bake->vertexCount, sizeof(float));
        ok = ok && own->factors[kind] != NULL;
    }
    size_t room = (size_t)count;
    own->bodies = gelAllocate(room, sizeof(int));
    own->velocities = gelAllocate((size_t)bake->vertexCount, 3 * sizeof(float));
    own->strains = gelAllocate(room, sizeof(float));
    own->volumeErrors = gelAllocate(room, sizeof(float));
    own->fillFractions = hasFractions ? gelAllocate(room, sizeof(float)) : NULL;
    own->parts = hasParts ? gelAllocate(room, sizeof(int)) : NULL;
    return ok && own->bodies != NULL && own->velocities != NULL && own->strains != NULL &&
           own->volumeErrors != NULL && (own->fillFractions != NULL || !hasFractions) &&
           (own->parts != NULL || !hasParts);
}

static void fillConstants(const gelBake* bake, Tets* own)
{
    int first = 0;
    for (int kind = 0; kind < gel_vtuCellKinds; kind++) {
        int* vertex = own->cells[kind];
        for (int i = 0; i < bake->bodyCount; i++) {
            gelVtuCells cells = cellsOf(bake, i, kind);
            const gelTetMesh* mesh = bake->bodies[i].mesh;
            for (int c = 0; c < cells.count; c++, first++) {
                for (int k = 0; k < cells.corners; k++)
                    *vertex++ = cells.vertices[c * cells.corners + k] + bake->bodies[i].firstVertex;
                own->bodies[first] = i;
                if (own->fillFractions != NULL)
                    own->fillFractions[first] = mesh->fillFractions != NULL ? mesh->fillFractions[c] : 1.0f;
                if (own->parts != NULL)
                    own->parts[first] = mesh->parts != NULL ? mesh->parts[c] : 0;
            }
        }
    }
}

// [vertexCount] of all bodies; obstacles have none.
static gelStatus readFactors(const gelBake* bake, gelVertexValue kind, float* values, bool* varies)
{
    gelStatus status = gel_success;
    for (int i = 0; i < bake->vertexCount; i++)
        values[i] = 1.0f;
    for (int i = 0; i < bake->bodyCount && status == gel_success; i++) {
        const gelBakeBody* body = &bake->bodies[i];
        if (gelBody_GetKind(bake->world, body->id) != gel_obstacleBody)
            status = gelBody_GetVertexValues(bake->world, body->id, kind, values + body->firstVertex,
                                             body->mesh->vertexCount);
    }
    *varies = false;
    for (int i = 0; i < bake->vertexCount && status == gel_success; i++)
        *varies = *varies || values[i] != 1.0f;
    return status;
}

// 1 of cells that are torn, in the order of the cells.
static gelStatus readTorn(const gelBake* bake, Tets* own)
{
    int next[gel_vtuCellKinds] = {0, own->counts[0], own->counts[0] + own->counts[1]};
    gelStatus status = gel_success;
    for (int i = 0; i < bake->bodyCount && status == gel_success; i++) {
        gelTornParts parts;
        status = gelReadTornParts(bake->world, bake->bodies[i].id, &parts);
        for (int kind = 0; kind < gel_vtuCellKinds && status == gel_success; kind++) {
            gelVtuCells cells = cellsOf(bake, i, kind);
            for (int c = 0; c < cells.count; c++)
                own->torn[next[kind]++] =
                    gelIsCellTorn(&parts, c, cells.vertices + c * cells.corners, cells.corners);
        }
        gelClearTornParts(&parts);
    }
    return status;
}

// Room for what is torn, if something can tear or has torn.
static gelStatus findTearing(const gelBake* bake, Tets* own)
{
    bool tears = false;
    for (int i = 0; i < bake->bodyCount && !tears; i++) {
        gelMaterial material;
        gelTornParts parts;
        gelStatus status = gelBody_GetMaterial(bake->world, bake->bodies[i].id, &material);
        if (status == gel_success)
            status = gelReadTornParts(bake->world, bake->bodies[i].id, &parts);
        if (status != gel_success)
            return status;
        tears = gelMaterial_Tears(&material) || parts.edgeCount + parts.tetCount > 0;
        gelClearTornParts(&parts);
    }
    size_t count = (size_t)own->counts[0] + (size_t)own->counts[1] + (size_t)own->counts[2];
    own->torn = tears ? gelAllocate(count, sizeof *own->torn) : NULL;
    return own->torn != NULL || !tears ? gel_success : gelFailMemory(count, sizeof *own->torn);
}

static gelStatus begin(gelBake* bake, gelResultFile* file)
{
    (void)file; // written at the end
    Tets* own = bake->own = gelAllocate(1, sizeof *own);
    if (own == NULL || !makeRoom(bake, own))
        return gelFailMemory((size_t)bake->vertexCount, 3 * sizeof(float));
    fillConstants(bake, own);
    return findTearing(bake, own);
}

static gelStatus readFields(const gelBake* bake, Tets* own)
{
    gelStatus status = gel_success;
    size_t firstTet = 0;
    for (int i = 0; i < bake->bodyCount && status == gel_success; i++) {
        const gelBakeBody* body = &bake->bodies[i];
        status = gelBody_ReadVelocities(
            bake->world, body->id, own->velocities + 3 * (size_t)body->firstVertex, body->mesh->vertexCount);
        if (status == gel_success)
            status = gelBody_ReadStrains(bake->world, body->id, own->strains + firstTet,
                                         own->volumeErrors + firstTet, body->mesh->tetCount);
        firstTet += (size_t)body->mesh->tetCount;
    }
    for (int kind = 0; kind < gel_vertexFactorCount && status == gel_success; kind++)
        status = readFactors(bake, (gelVertexValue)kind, own->factors[kind], &own->varies[kind]);
    return status == gel_success && own->torn != NULL ? readTorn(bake, own) : status;
}

static gelStatus writeFrame(gelBake* bake, gelResultFile* file)
{
    Tets* own = bake->own;
    gelStatus status = readFields(bake, own);
    if (status != gel_success)
        return status;
    static const char* const names[gel_vertexFactorCount] = {"density_factor",  "stiffness_factor",
                                                             "bending_factor",  "damping_factor",
                                                             "friction_factor", "tearing_factor"};
    gelVtuField ofVertices[1 + gel_vertexFactorCount] = {{"velocity", own->velocities, 3, false}};
    int ofVerticesCount = 1;
    for (int kind = 0; kind < gel_vertexFactorCount; kind++)
        if (own->varies[kind])
            ofVertices[ofVerticesCount++] = (gelVtuField){names[kind], own->factors[kind], 1, false};
    gelVtuField fields[6] = {{"strain", own->strains, 1, false},
                             {"volume_error", own->volumeErrors, 1, false},
                             {"body", own->bodies, 1, true}};
    int count = 3;
    if (own->fillFractions != NULL)
        fields[count++] = (gelVtuField){"fill_fraction", own->fillFractions, 1, false};
    if (own->parts != NULL)
        fields[count++] = (gelVtuField){"part", own->parts, 1, true};
    if (own->torn != NULL)
        fields[count++] = (gelVtuField){"torn", own->torn, 1, true};
    const gelVtuGrid grid = {.frame = gelGetBakeFrame(bake, bake->frame),
                             .frameTime = bake->timeStep,
                             .vertexCount = bake->vertexCount,
                             .positions = bake->positions,
                             .cells = {{own->counts[0], 4, own->cells[0]},
                                       {own->counts[1], 3, own->cells[1]},
                                       {own->counts[2], 2, own->cells[2]}},
                             .vertexFields = ofVertices,
                             .vertexFieldCount = ofVerticesCount,
                             .cellFields = fields,
                             .cellFieldCount = count};
    return gelWriteVtu(file, &grid);
}

// The file name escaped for XML; frames lie beside the index.
static void putFileName(gelResultText* out, const char* name)
{
    const char* slash = gelLastSlash(name);
    for (const char* c = slash != NULL ? slash + 1 : name; *c != '\0'; c++) {
        if (*c == '&' || *c == '<' || *c == '>' || *c == '"')
            gelPutText(out, "&#%d;", *c);
        else
            gelPutText(out, "%c", *c);
    }
}

static gelStatus finish(gelBake* bake, gelResultFile* file)
{
    gelResultText out = {.file = file};
    gelPutText(&out,
               "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n");
    for (int frame = 0; frame < bake->frame; frame++) {
        gelPutText(&out, "<DataSet timestep=\"");
        gelPutNumber(&out, gelGetBakeTime(bake, frame));
        gelPutText(&out, "\" group=\"\" part=\"0\" file=\"");
        putFileName(&out, bake->files[frame + 1].path);
        gelPutText(&out, "\"/>\n");
    }
    gelPutText(&out, "</Collection>\n</VTKFile>\n");
    return gelFlushText(&out);
}

#define TETS_FORMAT(text)                                                                                    \
    {                                                                                                        \
        .ending = (text), .layout = gel_layoutTets, .begin = begin, .writeFrame = writeFrame,                \
        .finish = finish, .release = release, .frames = ".vtu", .hasIndex = true                             \
    }
const gelBakeFormat gelBakePvd = TETS_FORMAT(".pvd");
const gelBakeFormat gelBakeVtu = TETS_FORMAT(".vtu");
