// Source assembled from files: embedded ones, or those of a folder instead.
#define _POSIX_C_SOURCE 200809L // setenv, mkdir
#include "support/fixtures.h"
#include "support/files.h"
#include "files/source_file.h"
#include "opencl/runtime/kernel_source.h"

#include <sys/stat.h>

#define FOLDER GEL_SCRATCH "/kernel_source"

static void useFolder(void)
{
    mkdir(FOLDER, 0777);
    setenv("GEL_KERNEL_DIR", FOLDER, 1);
}

static void checkSource(const char* found, const char* expected)
{
    CHECK(strcmp(found, expected) == 0, "the source is\n%s\nnot\n%s", found, expected);
}

// The number of occurrences of `part` in a text.
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

// Assembles gel.cl of the folder.
static char* expand(const char* text)
{
    char* source;
    useFolder();
    writeText(FOLDER "/gel.cl", text);
    REQUIRE(gelExpandKernelSource("gel.cl", &source));
    unsetenv("GEL_KERNEL_DIR");
    return source;
}

static void a_header_that_only_the_folder_has_may_be_included(void)
{
    useFolder();
    writeText(FOLDER "/new.h", "fresh\n");
    char* source = expand("#include \"new.h\"\nlast\n");
    checkSource(source, "#line 1 \"gel.cl\"\n#line 1 \"new.h\"\nfresh\n#line 2 \"gel.cl\"\nlast\n");
    gelFree(source);
}

static void a_file_is_included_wherever_it_is_named(void)
{
    useFolder();
    writeText(FOLDER "/kind.h", "solve_KIND\n");
    char* source = expand("#define KIND a\n#include \"kind.h\"\n#define KIND b\n#include \"kind.h\"\n");
    CHECK_INT(countText(source, "#line 1 \"kind.h\"\nsolve_KIND\n"), 2);
    gelFree(source);
}

static void a_header_with_a_guard_stands_once(void)
{
    useFolder();
    writeText(FOLDER "/inner.h", "#ifndef INNER_H\n#define INNER_H\nfresh\n#endif\n");
    writeText(FOLDER "/outer.h", "#ifndef OUTER_H\n#define OUTER_H\n#include \"inner.h\"\n#endif\n");
    char* source = expand("#include \"outer.h\"\n#include \"inner.h\"\n#include \"outer.h\"\nlast\n");
    CHECK_INT(countText(source, "fresh"), 1);
    CHECK(strstr(source, "#line 4 \"gel.cl\"\nlast\n") != NULL, "the source is\n%s", source);
    gelFree(source);
}

// The compiler may skip the first, and then needs the second.
static void a_header_that_a_condition_may_leave_out_stands_again_after_it(void)
{
    useFolder();
    writeText(FOLDER "/inner.h", "#ifndef INNER_H\n#define INNER_H\nfresh\n#endif\n");
    writeText(FOLDER "/outer.h",
              "#ifndef OUTER_H\n#define OUTER_H\n#if NEVER\n#include \"inner.h\"\n#endif\n#endif\n");
    char* source = expand("#ifndef NEVER\n#include \"inner.h\"\n#endif\n#include \"outer.h\"\n"
                          "#include \"inner.h\"\n#include \"inner.h\"\n");
    CHECK_INT(countText(source, "fresh"), 3);
    gelFree(source);
}

// A compiler does not see marks in a section that it skips.
static void the_lines_after_a_condition_with_an_include_keep_their_numbers(void)
{
    useFolder();
    writeText(FOLDER "/new.h", "fresh\nand\nlong\n");
    char* source = expand("#if NEVER\n#include \"new.h\"\n#else\nfour\n#endif\nsix\n");
    CHECK(strstr(source, "#else\n#line 4 \"gel.cl\"\nfour\n#endif\n#line 6 \"gel.cl\"\nsix\n") != NULL,
          "the source is\n%s", source);
    gelFree(source);
}

static void a_file_that_includes_itself_is_named_with_the_line(void)
{
    char* source;
    useFolder();
    writeText(FOLDER "/gel.cl", "#include \"new.h\"\nlast\n");
    writeText(FOLDER "/new.h", "fresh\n#include \"gel.cl\"\n");
    CHECK_STATUS(gelExpandKernelSource("gel.cl", &source), gel_fileError);
    CHECK_TEXT(gelLastError(), "new.h:2: gel.cl includes itself");
    CHECK(source == NULL, "there is a source");
    unsetenv("GEL_KERNEL_DIR");
}

static void includes_end_at_a_depth(void)
{
    char path[1024], text[64], *source;
    useFolder();
    for (int i = 0; i <= gel_deepestInclude; i++) {
        snprintf(path, sizeof path, FOLDER "/deep_%d.h", i);
        snprintf(text, sizeof text, "#include \"deep_%d.h\"\n", i + 1);
        writeText(path, i < gel_deepestInclude ? text : "deepest\n");
    }
    REQUIRE(gelExpandKernelSource("deep_0.h", &source));
    CHECK_INT(countText(source, "deepest"), 1);
    gelFree(source);
    writeText(FOLDER "/gel.cl", "#include \"deep_0.h\"\n");
    CHECK_STATUS(gelExpandKernelSource("gel.cl", &source), gel_fileError);
    CHECK_TEXT(gelLastError(), "deep_31.h:1: deep_32.h is included more than 32 files deep");
    unsetenv("GEL_KERNEL_DIR");
}

// Shaders need this: OpenGL identifies files by number.
static void files_may_be_marked_by_number(void)
{
    static const gelEmbeddedFile files[] = {
        {"b.glsl", "inside\n", 7}, {"a.vert", "#include \"b.glsl\"\nlast\n#include \"b.glsl\"\n", 41}};
    static const gelEmbeddedFiles embedded = {files, 2};
    const gelSourceFiles shaders = {.embedded = &embedded,
                                    .kind = "shaders",
                                    .variable = "GEL_NO_SUCH_FOLDER",
                                    .heading = "#version 330 core\n",
                                    .numbered = true,
                                    .resize = realloc,
                                    .release = free};
    char problem[128];
    gelSource source;
    CHECK_INT(gelReadSource(&shaders, "a.vert", &source, problem, sizeof problem), gel_sourceRead);
    checkSource(source.text, "#version 330 core\n#line 1 0\n#line 1 1\ninside\n#line 2 0\nlast\n"
                             "#line 1 1\ninside\n#line 4 0\n");
    CHECK_INT(source.nameCount, 2);
    CHECK_TEXT(source.names[1], "b.glsl");
    gelReleaseSource(&shaders, &source);
    CHECK_INT(gelReadSource(&shaders, "c.vert", &source, problem, sizeof problem), gel_sourceWrong);
    CHECK_TEXT(problem, "c.vert: no such file among the embedded shaders");
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
    CHECK_TEXT(gelLastError(), "missing.h: no such file among the embedded kernels");
}

static void a_build_log_that_counts_the_lines_of_the_whole_text_names_the_file(void)
{
    char copy[200], *source;
    useFolder();
    writeText(FOLDER "/inner.h", "one\ntwo\n");
    writeText(FOLDER "/gel.cl", "first\n#include \"inner.h\"\nthird\n");
    REQUIRE(gelExpandKernelSource("gel.cl", &source));
    unsetenv("GEL_KERNEL_DIR");
    gelCopyBuildLog("<kernel>:2:1: error: a\n<kernel>:5:9: error: b\n<kernel>:7: c\nother.h:7:", source, copy,
                    sizeof copy);
    checkSource(copy, "gel.cl:1:1: error: a\ninner.h:2:9: error: b\ngel.cl:3: c\nother.h:7:");
    gelCopyBuildLog("<kernel>:99: beyond the end", source, copy, 20);
    CHECK_INT((int)strlen(copy), 19);
    gelFree(source);
}

TESTS(TEST(the_folder_of_the_kernels_gives_the_source_of_the_library),
      TEST(a_header_that_only_the_folder_has_may_be_included), TEST(a_file_is_included_wherever_it_is_named),
      TEST(a_header_with_a_guard_stands_once),
      TEST(a_header_that_a_condition_may_leave_out_stands_again_after_it),
      TEST(the_lines_after_a_condition_with_an_include_keep_their_numbers),
      TEST(a_file_that_includes_itself_is_named_with_the_line), TEST(includes_end_at_a_depth),
      TEST(files_may_be_marked_by_number), TEST(a_hundred_headers_are_not_too_many),
      TEST(a_missing_header_is_named_where_it_was_looked_for),
      TEST(a_build_log_that_counts_the_lines_of_the_whole_text_names_the_file))
