#include "run/trace.h"
#include "common/number.h"
#include "common/clock.h"

// Threads of the trace.
enum { hostThread = 1, deviceThread = 2 };

static void writeText(FILE* file, const char* text)
{
    cJSON* string = cJSON_CreateString(text);
    char* printed = string != NULL ? cJSON_PrintUnformatted(string) : NULL;
    fputs(printed != NULL ? printed : "\"\"", file);
    cJSON_free(printed);
    cJSON_Delete(string);
}

static void writeThreadName(FILE* file, int thread, const char* name)
{
    fprintf(file, "{\"ph\": \"M\", \"pid\": 1, \"tid\": %d, \"name\": \"thread_name\", \"args\": {\"name\": ",
            thread);
    writeText(file, name);
    fputs("}}", file);
}

static void writeEvent(gelTrace* trace, int thread, const char* name, int frame, double start, double end)
{
    FILE* file = trace->file.file;
    fprintf(file, ",\n{\"ph\": \"X\", \"pid\": 1, \"tid\": %d, \"name\": ", thread);
    writeText(file, name);
    fputs(", \"ts\": ", file);
    gelWriteNumber(file, (start - trace->origin) * 1e3, 13);
    fputs(", \"dur\": ", file);
    gelWriteNumber(file, (end - start) * 1e3, 13);
    fprintf(file, ", \"args\": {\"frame\": %d}}", frame);
}

int gelOpenTrace(gelOutput* output, const char* path, gelWorld* world, gelTrace* trace)
{
    int code = gelOpenTextFile(output, "trace", path, &trace->file);
    if (code != gel_exitDone)
        return code;
    gelStatus status = gelWorld_SetTiming(world, true);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activitySimulation);
    trace->origin = gelMilliseconds();
    FILE* file = trace->file.file;
    fputs("{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n", file);
    writeThreadName(file, hostThread, "host");
    fputs(",\n", file);
    writeThreadName(file, deviceThread, gelWorld_GetBackendText(world));
    return gel_exitDone;
}

gelStatus gelTrace_AddStep(gelTrace* trace, gelWorld* world, int frame, double start, double end)
{
    gelLaunchTime* times;
    int count;
    gelStatus status = gelWorld_Finish(world);
    double finished = gelMilliseconds();
    if (status == gel_success)
        status = gelWorld_TakeLaunchTimes(world, &times, &count);
    if (status != gel_success)
        return status;
    writeEvent(trace, hostThread, "step", frame, start, end);
    writeEvent(trace, hostThread, "wait", frame, end, finished);
    for (int i = 0; i < count; i++)
        writeEvent(trace, deviceThread, times[i].name, frame, times[i].start, times[i].end);
    gelFree(times);
    return gel_success;
}

int gelCloseTrace(gelOutput* output, gelTrace* trace, int code)
{
    if (trace->file.file != NULL)
        fputs("\n]}\n", trace->file.file);
    return gelCloseTextFile(output, "trace", &trace->file, code);
}
