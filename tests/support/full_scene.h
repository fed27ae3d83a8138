// A small scene with something of all that a scene can hold: every kind of body, of obstacle, of what binds them and of
// what is measured. Its files are written beside it.
#pragma once

#include "support/files.h"
#include "support/point_cache_files.h"
#include "support/png.h"

#define FULL_BODIES                                                                                                                                                           \
    "{\"name\":\"crate\",\"shape\":{\"type\":\"box\",\"size\":[0.4,0.4,0.4],\"cells\":[2,2,2]},"                                                                              \
    "\"position\":[0,0.3,0],\"skin\":\"full.obj\",\"clampSkin\":true,\"groups\":{\"top\":{\"box\":{\"lower\":"                                                                \
    "[-1,0.4,-1],\"upper\":[1,2,1]}}},\"values\":{\"stiffness\":{\"group\":\"top\",\"value\":0.3},"                                                                           \
    "\"density\":{\"group\":\"top\",\"value\":2}},\"material\":{\"restitution\":0.4,\"damping\":0.5}},"                                                                       \
    "{\"name\":\"ball\",\"shape\":{\"type\":\"sphere\",\"radius\":0.2,\"cells\":3},\"position\":[0.05,0.8,0],"                                                                \
    "\"selfContact\":true,\"material\":{\"creep\":5,\"yield\":0.01,\"filling\":\"gas\",\"pressure\":500}},"                                                                   \
    "{\"shape\":{\"type\":\"box\",\"size\":[0.8,0.1,0.1],\"cells\":[5,1,1]},\"position\":[1.5,0.4,0],"                                                                        \
    "\"material\":{\"model\":\"neoHookean\"},\"goals\":{\"weight\":0.6,\"damping\":2,\"keys\":[{\"time\":0,"                                                                  \
    "\"position\":[1.5,0.4,0]},{\"time\":0.6,\"position\":[1.5,0.8,0.2]}]}},"                                                                                                 \
    "{\"shape\":{\"type\":\"cloth\",\"sizeX\":0.5,\"sizeZ\":0.5,\"cellsX\":4,\"cellsZ\":4},\"selfContact\":true,"                                                             \
    "\"position\":[0.6,0.5,0.8],\"material\":{\"tearStrain\":0.01},"                                                                                                          \
    "\"pins\":[{\"box\":{\"lower\":[0.3,0,0],\"upper\":[0.4,2,2]}}]},"                                                                                                        \
    "{\"shape\":{\"type\":\"cloth\",\"sizeX\":0.3,\"sizeZ\":0.3,\"cellsX\":3,\"cellsZ\":3},\"position\":"                                                                     \
    "[0.6,0.5,-0.8],\"material\":{\"tethers\":\"nearestPin\",\"stretchLimit\":0.1,\"bendingStiffness\":0.001,\"bendingModel\":\"isometric\"},\"pins\":[{\"vertices\":[0]}]}," \
    "{\"shape\":{\"type\":\"balloon\",\"radius\":0.2,\"subdivisions\":1},\"position\":[-0.6,0.8,0],"                                                                          \
    "\"material\":{\"filling\":\"liquid\"}},"                                                                                                                                 \
    "{\"mesh\":\"full.obj\",\"meshing\":{\"cage\":[1,1,1]},\"position\":[-1.2,0.5,0],\"category\":\"caged\","                                                                 \
    "\"ignores\":[\"caged\"],\"repeat\":{\"count\":[2,1,1],\"spacing\":[-0.5,0,0]}},"                                                                                         \
    "{\"mesh\":\"full.obj\",\"meshing\":{\"tets\":50},\"position\":[-1.2,1.2,0],\"squash\":true,\"unbreakable\":true},"                                                       \
    "{\"shape\":{\"type\":\"rope\",\"length\":0.5,\"segments\":6},\"position\":[0.5,0.9,0],\"rest\":{\"cache\":{\"file\":\"full_rope_*.obj\"}}}"

#define FULL_OBSTACLES                                                                                          \
    "{\"shape\":{\"type\":\"box\",\"size\":[0.2,0.3,1]},\"surfaceVelocity\":[0,0,1],\"keys\":[{\"time\":0,"     \
    "\"position\":[-0.6,0.15,0]},{\"time\":0.4,\"position\":[-0.2,0.15,0]}]},"                                  \
    "{\"shape\":{\"type\":\"sphere\",\"radius\":0.2},\"position\":[1.5,0.1,0]},"                                \
    "{\"shape\":{\"type\":\"capsule\",\"radius\":0.1,\"length\":0.3},\"position\":[0.6,0.2,0.8]},"              \
    "{\"shape\":{\"type\":\"cylinder\",\"radius\":0.1,\"length\":0.3},\"position\":[0.6,0.2,-0.8]},"            \
    "{\"shape\":{\"type\":\"hull\",\"points\":[[0,0,0],[0.2,0,0],[0,0,0.2],[0,0.2,0]]},\"position\":[-1,0,0]}," \
    "{\"mesh\":\"full.obj\",\"position\":[0,0,-1],\"cache\":{\"file\":\"full.pc2\",\"framesPerSecond\":30}},"   \
    "{\"shape\":{\"type\":\"distanceField\",\"file\":\"full.sdf\"},\"position\":[-1.2,0,1]}"

#define FULL_REST                                                                                               \
    "\"attachments\":[{\"a\":{\"body\":\"ball\",\"vertex\":0},\"b\":{\"body\":2,\"vertex\":0},\"length\":1,"    \
    "\"stiffness\":1000,\"until\":0.1},{\"a\":{\"body\":1,\"vertex\":1},\"b\":{\"obstacle\":0,\"point\":"       \
    "[-0.6,0.3,0]},\"length\":0.3,\"breakForce\":3}],"                                                          \
    "\"numbers\":{\"end\":\"0.02 * 3\"},"                                                                       \
    "\"probes\":[{\"name\":\"height\",\"body\":1,\"measure\":\"position.y\"},{\"name\":\"push\",\"body\":0,"    \
    "\"measure\":\"contactForce.y\"},{\"name\":\"pin\",\"body\":3,\"measure\":\"pinForce.y\"},{\"name\":"       \
    "\"energy\",\"measure\":\"energy.total\"},{\"name\":\"strain\",\"body\":0,\"vertices\":[0],\"measure\":"    \
    "\"strain\"}],\"expectations\":[{\"probe\":\"height\",\"at\":\"end\",\"value\":0.8,\"tolerance\":\"90 %\"," \
    "\"reason\":\"it falls\"}],"                                                                                \
    "\"input\":[{\"frame\":1,\"grab\":{\"origin\":[0.05,0.8,5],\"direction\":[0,0,-1],\"stiffness\":300}},"     \
    "{\"frame\":2,\"alter\":{\"body\":0,\"material\":{\"youngModulus\":54321}}},"                               \
    "{\"frame\":2,\"drop\":{\"body\":1,\"position\":[0,1.2,0.1]}},"                                             \
    "{\"frame\":3,\"wall\":{\"from\":[0.5,0.2,-0.5],\"to\":[0.5,0.2,0.5],\"across\":[0,0.4,0],"                 \
    "\"thickness\":0.05}}]"

#define FULL_HEAD                                                                                                                 \
    "\"springDamping\":0.0005,\"ground\":{\"restitution\":0.3},\"fields\":[{\"type\":\"wind\",\"velocity\":[3,0,1],\"gust\":0.5," \
    "\"keys\":[{\"time\":0,\"share\":0},{\"time\":0.5,\"share\":2}]}]"

static const char fullScene[] = "{\"substeps\":2,\"contact\":true,\"sleep\":true," FULL_HEAD
                                ",\"bodies\":[" FULL_BODIES "],\"obstacles\":[" FULL_OBSTACLES
#if GEL_HAS_STB
                                ",{\"shape\":{\"type\":\"heightfield\",\"picture\":\"full.png\",\"sizeX\":3,"
                                "\"sizeZ\":3},\"position\":[0,-0.3,0]}"
#endif
                                "]," FULL_REST "}";

// In the folder, with all the files that it names.
static inline void writeFullScene(const char* folder, const char* path)
{
    static const float points[12] = {0, 0, 0, 0.3f, 0, 0, 0, 0.3f, 0, 0, 0, 0.3f};
    char name[1200];
    float moved[24];
    for (int i = 0; i < 24; i++)
        moved[i] = points[i % 12] * (i < 12 ? 1.0f : 1.2f);
    snprintf(name, sizeof name, "%s/full.obj", folder);
    writeText(
        name,
        "v 0 0 0\nv 0.3 0 0\nv 0 0.3 0\nv 0 0 0.3\nvt 0 0\nf 1/1 3/1 2/1\nf 1/1 2/1 4/1\nf 2 3 4\nf 1 4 3\n");
    snprintf(name, sizeof name, "%s/full.pc2", folder);
    writePc2(name, 4, 2, 0.0f, 1.0f, moved);
    for (int i = 0; i < 2; i++) {
        float rope[7 * 3] = {0};
        for (int k = 0; k < 7; k++)
            rope[3 * k] = (float)k * (i == 0 ? 0.08f : 0.09f);
        snprintf(name, sizeof name, "%s/full_rope_%d.obj", folder, 4 * i);
        writeObjPoints(name, 7, rope);
    }
    snprintf(name, sizeof name, "%s/full.sdf", folder);
    writeText(name, "2 2 3\n-0.1 -0.1 -0.1\n0.2\n0.1 0.1 0.1 0.1 -0.1 -0.1 -0.1 -0.1 0.1 0.1 0.1 0.1\n");
    snprintf(name, sizeof name, "%s/full.png", folder);
    writePng(name, 2, 2, 8, 1, (uint16_t[]){0, 1, 2, 255});
    writeText(path, fullScene);
}
