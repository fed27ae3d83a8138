// gel mesh: converts one mesh file into another.
#include "common/clock.h"
#include "common/path.h"
#include "mesh/fill.h"
#include "mesh/table.h"
#include "app/options.h"
#include "files/system.h"
#include "files/temporary_file.h"
#include "app/setup.h"

#include "gel/gel.h"

#include <string.h>

typedef struct Settings {
    gelArguments names; // IN and OUT
    bool json, quiet, binary;
    int gmsh; // index into gmshVersions
    gelFillSettings fill;
} Settings;

static const char* gmshVersion(int index)
{
    static const char* const versions[] = {"4.1", "2.2", NULL};
    return versions[index];
}

static const gelOption options[] = {
    GEL_FILL_OPTIONS(Settings, fill),
    {.name = "gmsh",
     .kind = gel_optionChoice,
     .offset = offsetof(Settings, gmsh),
     .placeholder = "VERSION",
     .initial = "4.1",
     .choice = gmshVersion,
     .listChoices = true,
     .help = "set the format version, if OUT ends in .msh"},
    GEL_FLAG_OPTION(Settings, binary, "write .msh or .vtk in binary, not text: smaller and faster"),
    GEL_JSON_OPTION(Settings),
    GEL_QUIET_OPTION(Settings),
};

// The work done, and its times.
typedef struct Work {
    const char *in, *out;
    gelSaveOptions save;
    gelTetMesh mesh;
    gelMeshRepair repair;
    gelMeshReport report;
    bool isFilled;
    gelFilling filling;         // of a surface
    double readTime, writeTime; // seconds
} Work;

// Gets the tets: reads a tet mesh, or fills a surface.
static int makeTets(gelOutput* output, const Settings* settings, Work* work)
{
    double start = gelMilliseconds();
    work->isFilled = gelIsSurfacePath(work->in);
    if (work->isFilled)
        return gelFillSurface(output, work->in, &settings->fill, settings->quiet, &work->mesh,
                              &work->filling);
    if (gelFillSettings_AreGiven(&settings->fill))
        return gelReportError(
            output, gel_exitUsage,
            "%s: this file type holds tets already; --tets, --size, --sheet, --hollow and --conform "
            "are for surfaces",
            work->in);
    gelStatus status = gelLoadTetMesh(work->in, &work->mesh, &work->repair);
    work->readTime = (gelMilliseconds() - start) * 1e-3;
    return status == gel_success ? gel_exitDone : gelReportStatus(output, status, gel_activityInput);
}

static int saveTets(gelOutput* output, Work* work)
{
    gelStatus status = gelReportTetMesh(&work->mesh, &work->report);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityInput);
    double start = gelMilliseconds();
    gelCatchInterrupt(); // an interrupted write would leave a temporary file
    status = gelSaveTetMesh(&work->mesh, work->out, &work->save);
    work->writeTime = (gelMilliseconds() - start) * 1e-3;
    if (status == gel_success && gelInterruptCode() != 0)
        return gelReportError(output, gelInterruptCode(), "interrupted: %s was completed first", work->out);
    return status == gel_success ? gel_exitDone : gelReportStatus(output, status, gel_activityOutput);
}

static int printJson(gelOutput* output, const Work* work)
{
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "in", work->in);
    cJSON_AddStringToObject(object, "out", work->out);
    if (work->isFilled)
        gelAddFilling(object, &work->filling);
    else
        cJSON_AddNumberToObject(object, "read_seconds", work->readTime);
    cJSON_AddNumberToObject(object, "write_seconds", work->writeTime);
    gelAddMeshReport(object, &work->repair, &work->report);
    return gelPrintJson(output, object, gel_exitDone);
}

static int printWork(gelOutput* output, const Work* work)
{
    if (output->json)
        return printJson(output, work);
    printf("%swritten%s: %s\n", gelInkText(output, gel_inkGood), gelInkText(output, gel_inkPlain), work->out);
    gelPrintRow(output, "from", "%s", work->in);
    if (work->isFilled)
        gelPrintFilling(output, &work->filling);
    else
        gelPrintRow(output, "time", "%.3g s to read, %.3g s to write", work->readTime, work->writeTime);
    gelPrintMeshRepairs(output, &work->repair);
    gelPrintMeshReport(output, &work->report);
    return gel_exitDone;
}

// A .node and an .ele file are written together.
static int checkOverwrite(gelOutput* output, const Work* work)
{
    char other[4200];
    bool isSame = gelIsSameFile(work->in, work->out), isNode = gelEndsWith(work->out, ".node");
    if (isNode || gelEndsWith(work->out, ".ele")) {
        gelNameSibling(work->out, isNode ? ".ele" : ".node", other, sizeof other);
        isSame = isSame || gelIsSameFile(work->in, other);
    }
    return isSame ? gelReportError(output, gel_exitOutput,
                                   "%s: %s is the input and would be overwritten; name another file",
                                   work->out, work->in)
                  : gel_exitDone;
}

static int convertMesh(gelOutput* output, const char* argument, const void* settings)
{
    const Settings* wanted = settings;
    (void)argument;
    if (wanted->names.count != 2)
        return gelReportError(output, gel_exitUsage, "gel mesh takes an IN and an OUT, found %s",
                              GEL_COUNT(wanted->names.count, "name", "names"));
    Work work = {
        .in = wanted->names.texts[0],
        .out = wanted->names.texts[1],
        .save = {.format = wanted->gmsh == 1 ? gel_meshGmsh22 : gel_meshByName, .binary = wanted->binary},
    };
    gelStatus status = gelCheckSavePath(work.out, &work.save);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityArguments);
    int code = gelCheckOutputPath(output, NULL, work.out);
    if (code == gel_exitDone)
        code = checkOverwrite(output, &work);
    if (code == gel_exitDone)
        code = makeTets(output, wanted, &work);
    if (code == gel_exitDone)
        code = saveTets(output, &work);
    gelDestroyTetMesh(&work.mesh);
    return code == gel_exitDone ? printWork(output, &work) : code;
}

const gelCommand gelMeshCommand = {
    .name = "mesh",
    .argument = "IN OUT",
    .purpose = "Fills a surface with tets, or converts a tet mesh, and reports its quality.",
    .example = "gel mesh bear.obj bear.vtu --tets 5000",
    .notes =
        "IN: a surface (.obj, .ply, .stl, .off, .gltf, .glb, .fbx, .dae, .3mf), however defective, or "
        "tets: .node/.ele (TetGen), .msh (Gmsh 2.2, 4.0, 4.1), .mesh (MEDIT), .vtk (legacy), .vtu.\nOUT: "
        "tets, in the format of its extension. Fill fractions and parts of tets are saved as fill_fraction "
        "and part; in .mesh, parts are the reference numbers, and fill fractions are lost. OUT appears "
        "only when it is complete. Ctrl-C stops at once, unless OUT is being written: then it is completed "
        "first (exit code 130).\nExit code 3: IN is refused; 4: OUT cannot be written.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(Settings),
    .argumentsOffset = offsetof(Settings, names),
    .execute = convertMesh,
};
