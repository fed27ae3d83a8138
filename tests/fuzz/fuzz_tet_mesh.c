// Any bytes as a tet mesh: it is refused with a message, or becomes a mesh that is fit to simulate.
#include "input_file.h"

#include "gel/mesh.h"
#include "mesh/mesh.h"

#include <stdlib.h>
#include <string.h>

enum { tetGen = 4, endingCount };
static const char* const endings[endingCount] = {"msh", "mesh", "vtk", "vtu", [tetGen] = "node"};

// The first byte chooses the format. TetGen has two files: the second follows a zero byte, and is written
// empty without one, to replace the previous one.
static const char* writeMesh(const uint8_t* data, size_t size)
{
    size_t format = data[0] % endingCount;
    const uint8_t *content = data + 1, *end = data + size;
    if (format == tetGen) {
        const uint8_t* zero = memchr(content, '\0', size - 1);
        const uint8_t* second = zero != NULL ? zero + 1 : end;
        gelWriteInput("ele", second, (size_t)(end - second));
        end = zero != NULL ? zero : end;
    }
    return gelWriteInput(endings[format], content, (size_t)(end - content));
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    gelTetMesh mesh;
    if (size == 0)
        return -1;
    if (gelLoadTetMesh(writeMesh(data, size), &mesh, NULL) != gel_success) {
        if (gelLastError()[0] == '\0')
            abort();
        return 0;
    }
    for (int t = 0; t < mesh.tetCount; t++)
        if (!(gelTetDeterminant(mesh.positions, mesh.tets + 4 * (size_t)t) > 0.0))
            abort();
    gelMeshReport report;
    gelReportTetMesh(&mesh, &report);
    gelDestroyTetMesh(&mesh);
    return 0;
}
