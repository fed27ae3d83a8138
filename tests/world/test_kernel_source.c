// The device source: what the library holds, or what a folder holds in its place.
#define _POSIX_C_SOURCE 200809L // setenv, mkdir
#include "support/fixtures.h"
#include "support/files.h"
#include "opencl/kernel_source.h"

#include <sys/stat.h>

#define FOLDER GEL_SCRATCH "/kernel_source"

static void useFolder(void)
{
    mkdir(FOLDER, 0777);
    setenv("GEL_KERNEL_DIR", FOLDER, 1);
}

// How often `part` is in a text.
static int countText(const char* text, const char* part)
{
    int count = 0;
    while ((text = strstr(text, part)) != NULL) {
        count++;
        text += strlen(part);
    }
    return count;
}

static void the_folder_of_the_kernels_gives_the_source_of_the_library(void)
{
    char *embedded, *read;
    unsetenv("GEL_KERNEL_DIR");
    REQUIRE(gelExpandKernelSource("gel.cl", &embedded));
    setenv("GEL_KERNEL_DIR", GEL_KERNELS, 1);
    REQUIRE(gelExpandKernelSource("gel.cl", &read));
    unsetenv("GEL_KERNEL_DIR");
    CHECK(strcmp(embedded, read) == 0, "the two differ");
    CHECK(countText(embedded, "#line 1 ") > 3, "few files");
    gelFree(embedded);
    gelFree(read);
}

static void a_header_that_only_the_folder_has_may_be_included(void)
{
    char* source;
    useFolder();
    writeText(FOLDER "/gel.cl", "#include \"new.h\"\nlast\n");
    writeText(FOLDER "/new.h", "#include \"gel.cl\"\nfresh\n");
    REQUIRE(gelExpandKernelSource("gel.cl", &source));
    CHECK(strcmp(source, "#line 1 \"gel.cl\"\n#line 1 \"new.h\"\n#line 2 \"new.h\"\nfresh\n"
                         "#line 2 \"gel.cl\"\nlast\n") == 0,
          "the source is\n%s", source);
    gelFree(source);
    unsetenv("GEL_KERNEL_DIR");
}

static void a_hundred_headers_are_not_too_many(void)
{
    enum { fileCount = 100 };
    char path[1024], text[1 << 14] = "";
    useFolder();
    for (int i = 0; i < fileCount; i++) {
        char body[32], line[64];
        snprintf(path, sizeof path, FOLDER "/many_%d.h", i);
        snprintf(body, sizeof body, "body %d\n", i);
        snprintf(line, sizeof line, "#include \"many_%d.h\"\n", i);
        writeText(path, body);
        strcat(text, line);
    }
    writeText(FOLDER "/gel.cl", text);
    char* source;
    REQUIRE(gelExpandKernelSource("gel.cl", &source));
    CHECK_INT(countText(source, "body "), fileCount);
    gelFree(source);
    unsetenv("GEL_KERNEL_DIR");
}

static void a_missing_header_is_named_where_it_was_looked_for(void)
{
    char* source;
    useFolder();
    writeText(FOLDER "/gel.cl", "#include \"missing.h\"\n");
    CHECK_STATUS(gelExpandKernelSource("gel.cl", &source), gel_fileError);
    CHECK(source == NULL, "there is a source");
    CHECK_TEXT(gelLastError(), FOLDER "/missing.h: cannot be opened");
    mkdir(FOLDER "/folder.h", 0777);
    writeText(FOLDER "/gel.cl", "#include \"folder.h\"\n");
    CHECK_STATUS(gelExpandKernelSource("gel.cl", &source), gel_fileError);
    CHECK_TEXT(gelLastError(), FOLDER "/folder.h: cannot be");
    unsetenv("GEL_KERNEL_DIR");
    CHECK_STATUS(gelExpandKernelSource("missing.h", &source), gel_fileError);
    CHECK_TEXT(gelLastError(), "missing.h: no such kernel file in the library");
}

TESTS(TEST(the_folder_of_the_kernels_gives_the_source_of_the_library),
      TEST(a_header_that_only_the_folder_has_may_be_included), TEST(a_hundred_headers_are_not_too_many),
      TEST(a_missing_header_is_named_where_it_was_looked_for))
