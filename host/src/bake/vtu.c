// Writes the tets of all bodies for ParaView and VTK: one .vtu file per frame, and a .pvd file that lists
// them with their times.
#include "bake/bake.h"
#include "gel/body.h"
#include "gel/measures.h"
#include "base/result_text.h"
#include "mesh/io/vtu_write.h"

#include <string.h>

// The arrays of all bodies, concatenated.
typedef struct Tets {
    int tetCount;
    int* tets; // [tetCount][4]
    int* bodies;
    float* velocities; // [vertexCount][3]
    float *strains, *volumeErrors;
    float* fillFractions; // NULL: no mesh has them
    int* parts;           // the same
} Tets;

static void release(gelBake* bake)
{
    Tets* own = bake->own;
    if (own == NULL)
        return;
    gelFree(own->tets);
    gelFree(own->bodies);
    gelFree(own->velocities);
    gelFree(own->strains);
    gelFree(own->volumeErrors);
    gelFree(own->fillFractions);
    gelFree(own->parts);
    gelFree(own);
}

static bool makeRoom(const gelBake* bake, Tets* own)
{
    bool hasFractions = false, hasParts = false;
    int64_t count = 0;
    for (int i = 0; i < bake->bodyCount; i++) {
        const gelTetMesh* mesh = bake->bodies[i].mesh;
        hasFractions = hasFractions || mesh->fillFractions != NULL;
        hasParts = hasParts || mesh->parts != NULL;
        count += mesh->tetCount;
    }
    if (count > INT32_MAX / 16)
        return false;
    size_t room = (size_t)count;
    own->tetCount = (int)count;
    own->tets = gelAllocate(room, 4 * sizeof(int));
    own->bodies = gelAllocate(room, sizeof(int));
    own->velocities = gelAllocate((size_t)bake->vertexCount, 3 * sizeof(float));
    own->strains = gelAllocate(room, sizeof(float));
    own->volumeErrors = gelAllocate(room, sizeof(float));
    own->fillFractions = hasFractions ? gelAllocate(room, sizeof(float)) : NULL;
    own->parts = hasParts ? gelAllocate(room, sizeof(int)) : NULL;
    return own->tets != NULL && own->bodies != NULL && own->velocities != NULL && own->strains != NULL &&
           own->volumeErrors != NULL && (own->fillFractions != NULL || !hasFractions) &&
           (own->parts != NULL || !hasParts);
}

static void fillConstants(const gelBake* bake, Tets* own)
{
    int first = 0;
    for (int i = 0; i < bake->bodyCount; i++) {
        const gelTetMesh* mesh = bake->bodies[i].mesh;
        for (int t = 0; t < mesh->tetCount; t++, first++) {
            for (int k = 0; k < 4; k++)
                own->tets[4 * first + k] = mesh->tets[4 * t + k] + bake->bodies[i].firstVertex;
            own->bodies[first] = i;
            if (own->fillFractions != NULL)
                own->fillFractions[first] = mesh->fillFractions != NULL ? mesh->fillFractions[t] : 1.0f;
            if (own->parts != NULL)
                own->parts[first] = mesh->parts != NULL ? mesh->parts[t] : 0;
        }
    }
}

static gelStatus begin(gelBake* bake, gelResultFile* file)
{
    (void)file; // written at the end
    Tets* own = bake->own = gelAllocate(1, sizeof *own);
    if (own == NULL || !makeRoom(bake, own))
        return gelFailMemory((size_t)bake->vertexCount, 3 * sizeof(float));
    fillConstants(bake, own);
    return gel_success;
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
    return status;
}

static gelStatus writeFrame(gelBake* bake, gelResultFile* file)
{
    Tets* own = bake->own;
    gelStatus status = readFields(bake, own);
    if (status != gel_success)
        return status;
    const gelVtuField velocity = {"velocity", own->velocities, 3, false};
    gelVtuField fields[5] = {{"strain", own->strains, 1, false},
                             {"volume_error", own->volumeErrors, 1, false},
                             {"body", own->bodies, 1, true}};
    int count = 3;
    if (own->fillFractions != NULL)
        fields[count++] = (gelVtuField){"fill_fraction", own->fillFractions, 1, false};
    if (own->parts != NULL)
        fields[count++] = (gelVtuField){"part", own->parts, 1, true};
    const gelVtuGrid grid = {.vertexCount = bake->vertexCount,
                             .tetCount = own->tetCount,
                             .positions = bake->positions,
                             .tets = own->tets,
                             .vertexFields = &velocity,
                             .vertexFieldCount = 1,
                             .tetFields = fields,
                             .tetFieldCount = count};
    return gelWriteVtu(file, &grid);
}

// The file name escaped for XML; frames lie beside the index.
static void putFileName(gelResultText* out, const char* name)
{
    const char* slash = strrchr(name, '/');
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
        gelPutNumber(&out, (float)(frame * (double)bake->timeStep));
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
