#include "window/choices.h"
#include "app/scene_name.h"

#include <math.h>
#include <string.h>

static bool listScenes(const gelSession* session, gelWindowLists* lists)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", session->scenePath);
    char* slash = strrchr(folder, '/');
    if (slash != NULL)
        slash[1] = '\0';
    bool ok = gelListScenes(slash != NULL ? folder : ".", &lists->names, &lists->sceneCount);
    for (int i = 0; i < lists->sceneCount && ok; i++) {
        char path[8192];
        snprintf(path, sizeof path, "%s%s", slash != NULL ? folder : "", lists->names[i]);
        ok = gelAddText(&lists->paths, &lists->pathCount, path);
    }
    return ok;
}

bool gelListForWindow(const gelSession* session, gelWindowLists* lists)
{
    gelDeviceInfo infos[16];
    int deviceCount = 0;
    *lists = (gelWindowLists){0};
    bool ok = gelAddText(&lists->backends, &lists->backendCount, session->backend);
    gelGetDevices(infos, 16, &deviceCount); // lists the native device even if OpenCL fails
    for (int i = -2; i < deviceCount && i < 16 && ok; i++) {
        static const char* const references[] = {"reference", "double"};
        const char* text = i < 0 ? references[i + 2] : infos[i].backend;
        if (strcmp(text, session->backend) != 0)
            ok = gelAddText(&lists->backends, &lists->backendCount, text);
    }
    ok = ok && listScenes(session, lists);
    if (!ok)
        gelClearLists(lists);
    return ok;
}

void gelClearLists(gelWindowLists* lists)
{
    gelClearTexts(lists->names, lists->sceneCount);
    gelClearTexts(lists->paths, lists->pathCount);
    gelClearTexts(lists->backends, lists->backendCount);
    *lists = (gelWindowLists){0};
}
