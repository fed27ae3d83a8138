#include "app/overwrite.h"
#include "files/generated_file.h"
#include "files/system.h"
#include "files/temporary_file.h"
#include "app/references.h"

#include "gel/bake.h"
#include "gel/input.h"
#include "gel/surface.h"

#include <string.h>
#include <unistd.h>

static int refuse(gelOutput* output, const char* option, const char* path, const char* what)
{
    return gelReportError(output, gel_exitOutput, "--%s: %s would be overwritten, %s; name another file",
                          option, path, what);
}

// The states beside a recording.
static bool isOfRecording(const gelScene* scene, const char* path)
{
    char name[4200];
    const char* recording = gelScene_GetFileName(scene, 0);
    return gelScene_GetRecordedFrames(scene) > 0 && recording != NULL &&
           gelNameKeyframes(recording, name, sizeof name) && gelIsSameFile(name, path);
}

int gelCheckOverwrite(gelOutput* output, const char* option, const char* path, const gelScene* scene)
{
    const char* name;
    if (access(path, F_OK) != 0)
        return gel_exitDone;
    for (int i = 0; (name = gelScene_GetFileName(scene, i)) != NULL; i++) {
        if (gelIsSameFile(name, path))
            return refuse(output, option, name, "from which the scene was read");
        if (gelIsSurfacePath(name) && gelIsReferredTo(name, path))
            return refuse(output, option, path, "to which a mesh of the scene refers");
    }
    return isOfRecording(scene, path)
               ? refuse(output, option, path, "which holds the states of the recording")
               : gel_exitDone;
}

int gelCheckOverwriteInput(gelOutput* output, const char* option, const char* path, const char* input)
{
    return input != NULL && gelIsSameFile(input, path) ? refuse(output, option, input, "which is read")
                                                       : gel_exitDone;
}

int gelCheckOwnFile(gelOutput* output, const char* option, const char* path, const char* start)
{
    return gelMayOverwrite(path, start)
               ? gel_exitDone
               : gelReportError(
                     output, gel_exitOutput,
                     "--%s: %s would be overwritten, and is not known to be of Gel; move it, or name "
                     "another result",
                     option, path);
}

int gelCheckRestFile(gelOutput* output, const char* option, const char* out)
{
    static const char ending[] = "_rest.obj";
    char name[4200];
    gelBakeDef def = gelDefaultBakeDef();
    def.path = out;
    size_t length = gelGetBakeFileName(&def, 1, name, sizeof name) ? strlen(name) : 0;
    bool isShape = length >= sizeof ending && strcmp(name + length - (sizeof ending - 1), ending) == 0;
    return isShape ? gelCheckOwnFile(output, option, name, GEL_OBJ_START) : gel_exitDone;
}
