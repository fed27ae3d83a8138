// A broken file is refused with its name, the place and what was expected; it never crashes or loads
// partially.
#define _POSIX_C_SOURCE 200809L // truncate, chmod, geteuid
#include "gel/mesh.h"
#include "mesh/mesh_edits.h"
#include "support/system.h"

#include <sys/stat.h>
#include <unistd.h>

static void checkRefusal(const char* name, const char* path, gelStatus expected, const char* message)
{
    gelTetMesh mesh;
    gelMeshRepair repair;
    gelStatus status = gelLoadTetMesh(path, &mesh, &repair);
    CHECK(status == expected, "%s: status %d, not %d", name, (int)status, (int)expected);
    CHECK(strstr(gelLastError(), message) != NULL, "%s: \"%s\" does not hold \"%s\"", name, gelLastError(),
          message);
    CHECK(strchr(gelLastError(), '\n') == NULL, "%s: more than a line", name);
    CHECK(mesh.positions == NULL && mesh.tets == NULL && mesh.sourceVertices == NULL && mesh.vertexCount == 0,
          "%s: the mesh is not empty", name);
    gelDestroyTetMesh(&mesh);
}

static bool applyEdit(Buffer* buffer, const Edit* edit)
{
    for (size_t at = 0; at + edit->findSize <= buffer->size; at++)
        if (memcmp(buffer->bytes + at, edit->find, edit->findSize) == 0) {
            Buffer changed = {.size = 0};
            put(&changed, buffer->bytes, at);
            put(&changed, edit->replacement, edit->replacementSize);
            put(&changed, buffer->bytes + at + edit->findSize, buffer->size - at - edit->findSize);
            *buffer = changed;
            return true;
        }
    return false;
}

static void each_change_that_breaks_a_file_is_refused_with_its_place(void)
{
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        const Edit* edit = &edits[i];
        bool isEle = edit->variant == tetGenEle;
        const Variant* variant = &variants[isEle ? tetGen0 : edit->variant];
        Buffer buffer = {.size = 0};
        (isEle ? writeEle : variant->write)(&buffer, variant);
        CHECK(applyEdit(&buffer, edit), "%s: the text to change is not there", edit->name);
        writeCompanion(variant, "broken");
        if (isEle) {
            Buffer node = {.size = 0};
            writeNode(&node, variant);
            writeFile(scratchPath("broken", ".node"), node.bytes, node.size);
        }
        const char* path = scratchPath("broken", isEle ? ".ele" : variant->ending);
        writeFile(path, buffer.bytes, buffer.size);
        checkRefusal(edit->name, path, edit->status, edit->message);
        CHECK_TEXT(gelLastError(), "broken");
    }
}

static void whole_files_of_something_else_are_refused_by_name(void)
{
    static const struct {
        const char* ending;
        const char* text;
        size_t size;
        gelStatus status;
        const char* message;
    } files[] = {
#define FILE_OF(ending, text, status, message) {ending, text, sizeof text - 1, status, message}
        FILE_OF(".msh", "", gel_formatError, "expected content, found an empty file"),
        FILE_OF(".msh", " \n\n", gel_formatError, "expected $Elements, found the end of the file"),
        FILE_OF(".msh", "\10\0\0\0\14\0\0\0\10\0\0\0", gel_formatError, "other programs' .msh files"),
        FILE_OF(".msh", "$MeshFormat", gel_formatError,
                ":1: expected a format version, found the end of the file"),
        FILE_OF(".vtk", "\177ELF\2\1\1", gel_formatError,
                ":1: expected '# vtk DataFile Version 2.0' or similar"),
        FILE_OF(".mesh", "\1\0\0\0\3\0\0\0", gel_unsupported, "binary MEDIT (.meshb) is not supported; save"),
        FILE_OF(".mesh", "\0\0\0\1\0\0\0\3", gel_unsupported, "binary MEDIT (.meshb) is not supported; save"),
        FILE_OF(".meshb", "\1\0\0\0\3\0\0\0", gel_unsupported,
                "binary MEDIT (.meshb) is not supported; save"),
        FILE_OF(".mesh", "[headers]\nversion 1\n", gel_formatError,
                ":1: expected MeshVersionFormatted, found '[headers]'"),
        FILE_OF(".vtu", "<VTKFile type=\"UnstructuredGrid\">", gel_formatError,
                ".vtu:1: expected </VTKFile>, found the end of the file"),
        FILE_OF(".vtk", "<?xml version=\"1.0\"?>", gel_formatError, "expected </VTKFile>, found the end"),
        FILE_OF(".vtu", "<?xml version=\"1.0\"?>\n<html>", gel_formatError,
                ":2: expected <VTKFile>, found <html>"),
        FILE_OF(".vtp", "<VTKFile type=\"PolyData\">", gel_unsupported,
                "expected a VTKFile of type UnstructuredGrid with tets, found type 'PolyData'"),
        FILE_OF(".vtu", "<VTKFile type=\"UnstructuredGrid\"></VTKFile>", gel_formatError,
                "expected tets, found none"),
        FILE_OF(".obj", "v 0 0 0\n", gel_unsupported,
                "this is a surface; fill it with tets first, with gel mesh"),
        FILE_OF("", "v 0 0 0\n", gel_unsupported, "found the extension ''"),
        FILE_OF(".mesh", "MeshVersionFormatted 1 Dimension 3", gel_formatError,
                "expected Vertices, found the end of the file"),
        FILE_OF(".mesh",
                "MeshVersionFormatted 1 Dimension 3 Vertices 4 0 0 0 0 1 0 0 0 0 1 0 0 1 1 0 0 Tetrahedra 1 "
                "1 2 3 4 0",
                gel_formatError, "found that all 1 are flat"),
        FILE_OF(".vtk",
                "# vtk DataFile Version 5.1\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 0 float\nCELLS 0 0\n"
                "OFFSETS vtktypeint64\nCONNECTIVITY vtktypeint64\nCELL_TYPES 0\n",
                gel_formatError, "expected tets, found none (0 vertices"),
        FILE_OF(
            ".vtk",
            "# vtk DataFile Version 4.2\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nFIELD f 1\na 1 1 string\nx\n",
            gel_formatError, ":6: expected a numeric type in a field before the cells, found 'string'"),
        FILE_OF(".vtk",
                "# vtk DataFile Version 4.2\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nFIELD f 1\na 2000000000 "
                "2000000000 int\n1",
                gel_formatError, "expected a field's values, found the end of the file"),
#undef FILE_OF
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const char* path = scratchPath("foreign", files[i].ending);
        writeFile(path, files[i].text, files[i].size);
        checkRefusal(files[i].message, path, files[i].status, files[i].message);
        CHECK_TEXT(gelLastError(), "foreign");
    }
}

static void what_is_no_readable_file_is_refused(void)
{
    checkRefusal("missing", scratchPath("not_there", ".msh"), gel_fileError,
                 "not_there.msh: cannot be opened: ");
    checkRefusal("folder", GEL_SCRATCH, gel_fileError, "expected a file, found a folder");
    checkRefusal("device", "/dev/null", gel_fileError, "/dev/null: expected a file, found a device or pipe");
    checkRefusal("no name", "", gel_fileError, "cannot be opened");
    const char* path = scratchPath("large", ".vtk");
    writeFile(path, "# vtk", 5);
    CHECK_INT(truncate(path, 3LL << 30), 0); // sparse: takes no room
    checkRefusal("3 GiB", path, gel_unsupported,
                 "large.vtk: expected less than 2 GiB, found 3221225472 bytes");
    remove(path);
}

static void a_file_without_permission_is_refused(void)
{
    const char* path = scratchPath("locked", ".vtk");
    remove(path);
    writeFile(path, "# vtk", 5);
    chmod(path, 0);
    giveUpRoot();
    checkRefusal("locked", path, gel_fileError, "locked.vtk: cannot be opened: ");
    takeRootBack();
    remove(path);
}

static void a_tetgen_file_without_its_other_names_both(void)
{
    remove(scratchPath("alone", ".ele"));
    Buffer buffer = {.size = 0};
    writeNode(&buffer, &variants[tetGen0]);
    const char* path = scratchPath("alone", ".node");
    writeFile(path, buffer.bytes, buffer.size);
    checkRefusal("alone", path, gel_fileError, "alone.ele: cannot be opened: ");
    CHECK_TEXT(gelLastError(), "alone.node needs it");
}

static double volumeOf(const gelTetMesh* mesh)
{
    gelMeshReport report;
    return gelReportTetMesh(mesh, &report) == gel_success ? report.volume : -1;
}

static void a_file_cut_anywhere_is_refused_or_whole(void)
{
    for (int i = 0; i < variantCount; i++) {
        const Variant* variant = &variants[i];
        Buffer buffer = {.size = 0};
        variant->write(&buffer, variant);
        writeCompanion(variant, "cut");
        const char* path = scratchPath("cut", variant->ending);
        int loaded = 0;
        size_t step = 1 + buffer.size / 700; // skips bytes of long files, which are rewritten each time
        for (size_t size = 0; size < buffer.size; size += step) {
            gelTetMesh mesh;
            writeFile(path, buffer.bytes, size);
            if (gelLoadTetMesh(path, &mesh, NULL) != gel_success)
                continue;
            loaded++;
            CHECK(mesh.vertexCount == 8 && mesh.tetCount == 5 && fabs(volumeOf(&mesh) - 1) < 1e-12,
                  "%s cut at byte %zu: %d vertices, %d tets", variant->name, size, mesh.vertexCount,
                  mesh.tetCount);
            gelDestroyTetMesh(&mesh);
        }
        CHECK(loaded < 80, "%s loads from %d of its beginnings", variant->name, loaded);
    }
}

static void a_cut_ele_file_is_refused_or_whole(void)
{
    const Variant* variant = &variants[tetGen0];
    Buffer node = {.size = 0}, ele = {.size = 0};
    writeNode(&node, variant);
    writeEle(&ele, variant);
    writeFile(scratchPath("cut_ele", ".node"), node.bytes, node.size);
    const char* path = scratchPath("cut_ele", ".ele");
    for (size_t size = 0; size + 1 < ele.size; size++) {
        gelTetMesh mesh;
        writeFile(path, ele.bytes, size);
        CHECK(gelLoadTetMesh(path, &mesh, NULL) != gel_success, "loads from its first %zu bytes", size);
        gelDestroyTetMesh(&mesh);
    }
}

static int allocationsLeft;

static void* failingResize(void* block, size_t size)
{
    return allocationsLeft-- > 0 ? realloc(block, size) : NULL;
}

static void memory_that_runs_out_while_loading_is_reported(void)
{
    for (int i = 0; i < variantCount; i++) {
        const Variant* variant = &variants[i];
        Buffer buffer = {.size = 0};
        variant->write(&buffer, variant);
        writeCompanion(variant, "memory");
        const char* path = scratchPath("memory", variant->ending);
        writeFile(path, buffer.bytes, buffer.size);
        gelSetAllocator(failingResize, free);
        gelStatus status = gel_outOfMemory;
        int allowed = 0;
        for (; status == gel_outOfMemory && allowed < 100; allowed++) {
            gelTetMesh mesh;
            allocationsLeft = allowed;
            status = gelLoadTetMesh(path, &mesh, NULL);
            gelDestroyTetMesh(&mesh);
        }
        gelSetAllocator(NULL, NULL);
        CHECK(status == gel_success && allowed > 8, "%s: status %d with %d allocations", variant->name,
              (int)status, allowed);
    }
}

// A small deterministic generator: the same changes in every run.
static uint32_t nextRandom(uint32_t* state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void random_changes_never_break_the_promise_of_a_mesh(void)
{
    uint32_t state = 1;
    for (int round = 0; round < 200 * variantCount; round++) {
        const Variant* variant = &variants[round % variantCount];
        Buffer buffer = {.size = 0};
        variant->write(&buffer, variant);
        for (uint32_t changes = 1 + nextRandom(&state) % 3; changes > 0; changes--) {
            size_t at = nextRandom(&state) % buffer.size;
            uint32_t kind = nextRandom(&state) % 3;
            if (kind == 0)
                buffer.bytes[at] = (char)(nextRandom(&state) & 255);
            else if (kind == 1)
                buffer.bytes[at] = "0123456789-. $\n"[nextRandom(&state) % 15];
            else
                buffer.bytes[at] = (char)(buffer.bytes[at] ^ 1 << nextRandom(&state) % 8);
        }
        const char* path = scratchPath("random", variant->ending);
        writeCompanion(variant, "random");
        writeFile(path, buffer.bytes, buffer.size);
        gelTetMesh mesh;
        gelStatus status = gelLoadTetMesh(path, &mesh, NULL);
        CHECK(status == gel_success || strstr(gelLastError(), "random") != NULL, "%s", gelLastError());
        CHECK(status != gel_success || volumeOf(&mesh) > 0, "%s: a mesh without volume", variant->name);
        gelDestroyTetMesh(&mesh);
    }
}

TESTS(TEST(each_change_that_breaks_a_file_is_refused_with_its_place),
      TEST(whole_files_of_something_else_are_refused_by_name), TEST(what_is_no_readable_file_is_refused),
      TEST(a_file_without_permission_is_refused), TEST(a_tetgen_file_without_its_other_names_both),
      TEST(a_file_cut_anywhere_is_refused_or_whole), TEST(a_cut_ele_file_is_refused_or_whole),
      TEST(memory_that_runs_out_while_loading_is_reported),
      TEST(random_changes_never_break_the_promise_of_a_mesh))
