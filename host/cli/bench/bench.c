// gel bench: performance figures. Each kind of figure is a function in bench.h and a flag.
#include "app/asset.h"
#include "bench/bench.h"

#include <stdlib.h>
#include <string.h>

static const gelOption options[] = {
    GEL_FLAG_OPTION(gelBenchSettings, error,
                    "measure the time of a frame, by solver, in which a clamped beam sags and swings as it "
                    "should within 5 % and 1 %"),
    GEL_FLAG_OPTION(
        gelBenchSettings, stages,
        "measure the time of a frame, stage by stage, by the device's clock, and of a constraint of "
        "each kind"),
    GEL_FLAG_OPTION(gelBenchSettings, viewer,
                    "measure the time to draw a picture, stage by stage, without a window"),
    {.name = "model",
     .kind = gel_optionText,
     .offset = offsetof(gelBenchSettings, model),
     .placeholder = "DEVICE",
     .help = "estimate the time of a substep on a GPU, without measuring: nvidia-a100 or nvidia-h100"},
    GEL_FLAG_OPTION(
        gelBenchSettings, large,
        "include the built-in scenes E and F, of 2.7 and 1 million tets: needs minutes more, and 4 GB"),
    GEL_FILE_OPTION(
        gelBenchSettings, plot,
        "draw an .svg or .png: cost by scene, cost against size, bandwidth against a copy; without SCENE, "
        "also measures lattices of 1,000 tets and more"),
    {.name = "repeats",
     .kind = gel_optionWhole,
     .offset = offsetof(gelBenchSettings, repeats),
     .placeholder = "N",
     .initial = "7",
     .lowest = 1,
     .highest = 1000,
     .help = "number of turns per contender"},
    {.name = "frames",
     .kind = gel_optionWhole,
     .offset = offsetof(gelBenchSettings, frames),
     .placeholder = "N",
     .lowest = 1,
     .highest = 100000,
     .help =
         "number of frames to measure; default: enough per repeat to be timed; for --stages 20, --viewer 30"},
    {.name = "warm-up",
     .kind = gel_optionWhole,
     .offset = offsetof(gelBenchSettings, warmUp),
     .placeholder = "N",
     .initial = "3",
     .lowest = 0,
     .highest = 100000,
     .help = "number of frames to step before those measured"},
    GEL_PICTURE_SIZE_OPTIONS(gelBenchSettings, 1, "1280", "720"),
    GEL_MEASURED_BACKEND_OPTION(gelBenchSettings, "; with --viewer also reference or double"),
    GEL_SETUP_OPTIONS(gelBenchSettings),
    GEL_QUIET_OPTION(gelBenchSettings),
    GEL_JSON_OPTION(gelBenchSettings),
};

static int benchViewer(gelOutput* output, const gelBenchSettings* given)
{
    gelBenchSettings settings = *given;
    if (settings.scenes.count > 1)
        return gelReportError(output, gel_exitUsage, "gel bench --viewer takes one scene, found %s",
                              GEL_GROUPED(settings.scenes.count));
    if (settings.frames == 0)
        settings.frames = 30;
    return gelBenchViewer(
        output, settings.scenes.count == 1 ? settings.scenes.texts[0] : GEL_ASSET("scenes/bear_fine.json"),
        &settings);
}

// The figures of the simulation compare who steps a scene, and in which order.
static int checkSettings(gelOutput* output, const gelBenchSettings* settings)
{
    gelWorldDef def = gelDefaultWorldDef();
    if (settings->error + settings->stages + settings->viewer > 1)
        return gelReportError(
            output, gel_exitUsage,
            "--error, --stages and --viewer are separate measurements: choose one at a time");
    if (settings->model != NULL &&
        (settings->error || settings->stages || settings->viewer || settings->plot != NULL))
        return gelReportError(output, gel_exitUsage,
                              "--model measures nothing: omit --error, --stages, --viewer and --plot");
    if (settings->plot != NULL && (settings->error || settings->stages || settings->viewer))
        return gelReportError(output, gel_exitUsage,
                              "--plot draws the costs of constraints: omit --error, --stages and --viewer");
    if (settings->setup.set.count > 0 && settings->scenes.count != 1)
        return gelReportError(output, gel_exitUsage,
                              "--set changes one scene: name it, as in gel bench A --set %s",
                              settings->setup.set.texts[0]);
    if (settings->viewer)
        return gel_exitDone;
    if (strcmp(gelOrderChoice(settings->setup.order), "scene") != 0)
        return gelReportError(output, gel_exitUsage,
                              "--order: each contender has its own; only --viewer accepts it");
    if (settings->setup.solver > 0)
        return gelReportError(output, gel_exitUsage,
                              "--solver: a scene's bodies name theirs; only --viewer accepts it");
    if (settings->setup.strategy != (int)gel_strategyAuto)
        return gelReportError(output, gel_exitUsage,
                              "--strategy: all of them are contenders; only --viewer accepts it");
    gelStatus status = gelParseBackend(settings->backend, &def);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityArguments);
    if (!gelIsDevice(def.backend))
        return gelReportError(
            output, gel_exitUsage,
            "--backend: the plain loops are always measured; expected auto, native, opencl, "
            "opencl:INDEX or opencl:NAME, found \"%s\"",
            settings->backend);
    return gel_exitDone;
}

static int bench(gelOutput* output, const char* argument, const void* given)
{
    const gelBenchSettings* settings = given;
    (void)argument; // they are in the settings
    int code = checkSettings(output, settings);
    if (code != gel_exitDone)
        return code;
    return settings->viewer          ? benchViewer(output, settings)
           : settings->model != NULL ? gelBenchModel(output, settings)
           : settings->error         ? gelBenchError(output, settings)
           : settings->stages        ? gelBenchStages(output, settings)
                                     : gelBenchSpeed(output, settings);
}

const gelCommand gelBenchCommand = {
    .name = "bench",
    .argument = "[SCENE...]",
    .purpose = "Measures the cost of a constraint against a plain C loop, or where time is spent.",
    .example = "gel bench                         the built-in scenes\n"
               "gel bench A F my_scene.json --plot cost.svg\n"
               "gel bench --error                 time to 5 % and 1 % error, by solver\n"
               "gel bench --stages kinds          ns per constraint of each kind",
    .notes =
        "SCENE is a scene, a mesh or a built-in scene: A, a bear of 1,359 tets; B, a lattice of 10,240; "
        "C, a hundred such bears; D, a lattice of 200,000; E, 2,000 bears; F, a lattice of a million; and "
        "of contact G, a hundred bears that lie on each other at rest; H, a hundred that collide; I, those of "
        "G asleep. The lattices are held at one end, the bears of A, C and E drop. Without SCENE, A to D and G "
        "to I are measured, with --large all nine. By name only: cloth, of 100 x 100 cells; ropes, a hundred of "
        "100 segments; balloons, a hundred, all without tets; kinds, bodies with every kind of constraint; and "
        "stiff, two beams, one of each solver. ./A is a file of that name. Built-in scenes are files that come with the program; the "
        "environment variable GEL_ASSET_DIR names another folder for them.\n"
        "All contenders step the same frames in turns in one run, after a warm-up: a plain C loop on one "
        "thread, in colour order (the yardstick) and in mesh order, and the device with each strategy. "
        "Reports minimum and median of all repeats; the ratio compares minima. Every constraint "
        "counts once per substep.\n"
        "Bandwidth counts bytes as if nothing were kept between two constraints: 80 per edge, 152 per "
        "tet or bend, 124 per bend of a rope, and 144 per vertex, 224 with a ground, in each substep. It is relative to a copy, by the "
        "device or by one thread, of as many bytes as the scene holds, but at least 2 MiB. More than 100 "
        "% means that caches or local memory help. Bytes per tet are those held by the device. \"490 in 1\" "
        "means that launches were submitted as one command buffer: see --command-buffer.\n"
        "Contact: G to I, and files whose bodies may touch, report instead what contact costs: milliseconds per frame "
        "with contact and, of the same bodies in the same turn, without. The device steps G for 20 frames, H for "
        "15 and I until all sleep; then all contenders start there. Search and solve are medians of the "
        "launches' times, in a frame of each turn that is not measured otherwise; what they leave is the bodies' "
        "own and the host's. A contact is two elements that push each other; contacts per ms divide by what "
        "contact adds to the minimum, and bytes are those that it adds on the device. Without SCENE there are at "
        "most 3 turns. --plot leaves these scenes out, and so do --stages and --model without SCENE.\n"
        "If the program was built with Bullet: its soft body, on one thread, in mesh order, with one link "
        "per edge and as many iterations as there are substeps. It solves links only: it has no volume "
        "constraints, no XPBD compliance and no substeps. Reports ns per link, without collision set-up, "
        "and the ratio to a constraint of plain C.\n"
        "--error: the solvers step the first body of SCENE, which hangs from pins, with 1 to 4,000 substeps. "
        "Expected are the sag and the period of the same mesh by the symplectic Euler method in double "
        "precision, with so many substeps that it is stable: the depth at rest of the vertex that sinks most, and "
        "the time of its undamped swing from one rise through that depth to the next. Errors of XPBD are those "
        "of double precision. A frame is the least of nine on the device. Between two trials errors are taken "
        "as a power of the substeps. In brackets: how many times sooner than XPBD. The default SCENE is a beam of "
        "1e9 Pa and 3,200 tets: expect two minutes.\n"
        "--stages: the time between launches is that of the frame by the host's clock, less all launches. For "
        "each kind of constraint there are nanoseconds per constraint and substep, by minima, of plain C in "
        "colour order and of perColour, which launches each kind separately; the other strategies solve all "
        "kinds in one.\n"
        "--model: figures are computed from sizes of the scene and numbers of the device, and nothing is "
        "stepped. They show what a strategy waits for, and in which direction a change goes; a real device may "
        "well be off by a factor of two. Uses --work-group, 256 without it, and --tile-size.\n"
        "--viewer: the default SCENE is a bear of 28,023 tets. Reports minimum and median over all "
        "frames: OpenGL's own time stamps on a GPU; if the processor draws, the host's clock after each "
        "stage.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(gelBenchSettings),
    .argumentsOffset = offsetof(gelBenchSettings, scenes),
    .execute = bench,
};
