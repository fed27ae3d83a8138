// Times the mesher and reports on its meshes: bench_mesher [--conform] TETS FILE... prints one line per file.
#define _XOPEN_SOURCE 700
#include "common/clock.h"
#include "gel/gel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static int compareDoubles(const void* a, const void* b)
{
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static double benchFile(const char* path, int tetCount, bool conform, int runs)
{
    gelSurfaceMesh surface;
    if (gelLoadSurfaceMesh(path, &surface, NULL) != gel_success) {
        printf("%-24s %s\n", strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path, gelLastError());
        return -1;
    }
    double times[9] = {0};
    gelTetMesh mesh = {0};
    gelEmbedding embedding = {0};
    gelMesherReport report = {0};
    gelMesherDef def = gelDefaultMesherDef();
    def.tetCount = tetCount;
    def.conform = conform;
    gelStatus status = gel_success;
    for (int run = 0; run < runs && status == gel_success; run++) {
        gelDestroyTetMesh(&mesh);
        gelDestroyEmbedding(&embedding);
        const double start = gelMilliseconds();
        status = gelCreateMeshFromSurface(&surface, &def, &mesh, &embedding, &report);
        times[run] = gelMilliseconds() - start;
    }
    qsort(times, (size_t)runs, sizeof times[0], compareDoubles);
    if (status != gel_success) {
        printf("%-24s %s\n", strrchr(path, '/') + 1, gelLastError());
        return -1;
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%-24s %6d %6d %6d %5d %5d %-6s %7.4f %7.3f %4ld\n",
           strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path, surface.triangleCount, mesh.tetCount,
           mesh.vertexCount, report.innerTets, report.splitTets, report.closed ? "closed" : "open",
           report.surfaceVolume != 0 ? report.filledVolume / report.surfaceVolume : 0.0,
           times[runs / 2] / 1e3, usage.ru_maxrss / 1024);
    gelDestroyTetMesh(&mesh);
    gelDestroyEmbedding(&embedding);
    gelDestroySurfaceMesh(&surface);
    return times[runs / 2] / 1e3;
}

int main(int count, char** arguments)
{
    enum { maxFiles = 1000 };
    static double times[maxFiles];
    int files = 0;
    const bool conform = count > 1 && strcmp(arguments[1], "--conform") == 0;
    if (count < 3 + conform || count > maxFiles) {
        fprintf(stderr, "usage: bench_mesher [--conform] TETS FILE...\n");
        return 2;
    }
    printf("%-24s %6s %6s %6s %5s %5s %-6s %7s %7s %4s\n", "file", "tris", "tets", "verts", "inner", "split",
           "", "fill/V", "s", "MiB");
    for (int i = 2 + conform; i < count; i++) {
        const double time = benchFile(arguments[i], atoi(arguments[1 + conform]), conform, 3);
        if (time >= 0)
            times[files++] = time;
    }
    qsort(times, (size_t)files, sizeof times[0], compareDoubles);
    if (files > 0)
        printf("%d files: median %.3f s, worst %.3f s\n", files, times[files / 2], times[files - 1]);
    return 0;
}
