// Groups and values of bodies in scenes, arrays of mesh files, and what is wrong with them.
#include "gel/values.h"
#include "support/files.h"
#include "support/played.h"

#define FOLDER GEL_SCRATCH "/scene_values_"
#define BOX "\"shape\": {\"type\": \"box\", \"size\": [0.4, 0.2, 0.2], \"cells\": [2, 1, 1]}"
#define FILE_MESH(name) "\"mesh\": \"scene_values_" name "\""

#define VALUES_OF(name) BOX ", \"values\": {\"stiffness\": {\"file\": \"scene_values_" name "\"}}"

static gelStatus load(const char* body, const char* more, gelScene** scene)
{
    char text[3000];
    snprintf(text, sizeof text, "{\"bodies\": [{%s}]%s}", body, more);
    writeText(FOLDER "scene.json", text);
    return gelLoadScene(FOLDER "scene.json", scene);
}

static Played playBody(const char* body, const char* more)
{
    gelScene* scene;
    REQUIRE(load(body, more, &scene));
    return play(scene);
}

enum { max = 20000 };

static int readValues(const Played* played, gelVertexValue kind, float* values)
{
    gelBodyId id = gelWorld_GetBody(played->world, 0);
    REQUIRE(gelBody_GetVertexValues(played->world, id, kind, values, max));
    return gelBody_GetMesh(played->world, id)->vertexCount;
}

// A square of two triangles, and one more triangle beside it.
static const char* const obj = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 0\n"
                               "o cloth\ng left half\nf 1 2 3\nf 1 \\\n3 4\ng right tip\nf 2 5 -3\n";

static void numbers_go_to_the_vertices_they_name(void)
{
    static float values[max];
    Played played =
        playBody(BOX ", \"position\": [0.5, 1, 0], \"groups\": {\"end\": {\"box\": {\"lower\": [0.65, 0, -1],"
                     "\"upper\": [1, 2, 1]}}, \"one\": {\"vertices\": [0]}},"
                     "\"values\": {\"stiffness\": [{\"value\": 0.5}, {\"group\": \"end\", \"value\": 3},"
                     "{\"below\": 0.95, \"value\": 7}, {\"group\": \"one\", \"value\": 0}],"
                     "\"density\": {\"group\": \"end\", \"value\": 2}}, \"pins\": [{\"group\": \"end\"}]",
                 ", \"probes\": [{\"name\": \"e\", \"measure\": \"position.x\", \"body\": 0,"
                 "\"group\": \"end\"}]");
    gelBodyId id = gelWorld_GetBody(played.world, 0);
    const float* x = gelBody_GetMesh(played.world, id)->positions;
    bool pinned[12];
    CHECK_INT(readValues(&played, gel_stiffnessFactor, values), 12);
    REQUIRE(gelBody_GetPinned(played.world, id, pinned, 12));
    for (int i = 0; i < 12; i++) {
        bool atEnd = x[3 * i] > 0.1f;
        CHECK_CLOSE((double)values[i],
                    i == 0                ? 0.0
                    : x[3 * i + 1] < 0.0f ? 7.0
                    : atEnd               ? 3.0
                                          : 0.5,
                    0.0, "the last counts");
        CHECK_INT(pinned[i], atEnd);
    }
    readValues(&played, gel_densityFactor, values);
    for (int i = 0; i < 12; i++)
        CHECK_CLOSE((double)values[i], x[3 * i] > 0.1f ? 2.0 : 1.0, 0.0, "others keep 1");
    readValues(&played, gel_dampingFactor, values);
    CHECK_CLOSE((double)values[0], 1.0, 0.0, "none was given");
    stop(&played);
}

static void arrays_of_objects_and_groups_are_read(void)
{
    static float values[max];
    float* array;
    int count;
    static const struct {
        const char* name;
        float expected[5];
    } cases[] = {{"cloth", {1, 1, 1, 1, 1}},
                 {"left half", {1, 1, 1, 1, 0}},
                 {"half", {1, 1, 1, 1, 0}},
                 {"right tip", {0, 1, 1, 0, 1}}};
    writeText(FOLDER "cloth.obj", obj);
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        REQUIRE(gelLoadVertexArray(FOLDER "cloth.obj", cases[c].name, &array, &count));
        CHECK_INT(count, 5);
        for (int i = 0; i < count; i++)
            CHECK_CLOSE((double)array[i], (double)cases[c].expected[i], 0.0, cases[c].name);
        gelFree(array);
    }
    Played played = playBody(
        FILE_MESH(
            "cloth.obj") ", \"as\": \"cloth\", \"values\": {\"stiffness\": {\"array\":"
                         "\"right tip\", \"minimum\": 0.25, \"maximum\": 4}}, \"goals\": {\"sets\": [{\"array\":"
                         "\"right tip\"}, {\"group\": \"left half\", \"weight\": 0.5}]}",
        "");
    float weights[5];
    CHECK_INT(readValues(&played, gel_stiffnessFactor, values), 5);
    REQUIRE(gelBody_ReadGoals(played.world, gelWorld_GetBody(played.world, 0), weights, NULL, 5));
    for (int i = 0; i < 5; i++) {
        CHECK_CLOSE((double)values[i], cases[3].expected[i] > 0.0f ? 4.0 : 0.25, 0.0, "0 and 1 of the array");
        CHECK_CLOSE((double)weights[i], i < 4 ? 0.5 : 1.0, 0.0, "the last set counts");
    }
    stop(&played);
}

static void put(FILE* file, const void* value, int bytes, bool swapped)
{
    for (int i = 0; i < bytes; i++)
        fputc(((const unsigned char*)value)[swapped ? bytes - 1 - i : i], file);
}

// Five vertices with a softness, a colour and a count.
static void writePly(const char* path, const char* format)
{
    FILE* file = fopen(path, "wb");
    bool text = strcmp(format, "ascii") == 0, swapped = strcmp(format, "binary_big_endian") == 0;
    CHECK(file != NULL, "%s cannot be written", path);
    fprintf(file,
            "ply\nformat %s 1.0\ncomment property float comment\nelement vertex 5\nproperty float x\n"
            "property float y\nproperty float z\nproperty uchar red\nproperty double softness\n"
            "property ushort count\nelement face 3\nproperty list uchar int vertex_indices\nend_header\n",
            format);
    static const int faces[3][3] = {{0, 1, 2}, {0, 2, 3}, {1, 4, 2}};
    static const float x[5][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {2, 0, 0}};
    for (int i = 0; i < 5; i++) {
        unsigned char red = (unsigned char)(i == 4 ? 255 : 51 * i);
        double softness = 0.25 * i;
        unsigned short count = (unsigned short)(i == 2 ? 40000 : i);
        if (text)
            fprintf(file, "%g %g %g %d %g %d\n", (double)x[i][0], (double)x[i][1], (double)x[i][2], red,
                    softness, count);
        for (int k = 0; k < 3 && !text; k++)
            put(file, &x[i][k], 4, swapped);
        if (!text) {
            put(file, &red, 1, swapped);
            put(file, &softness, 8, swapped);
            put(file, &count, 2, swapped);
        }
    }
    for (int f = 0; f < 3; f++) {
        if (text)
            fprintf(file, "3 %d %d %d\n", faces[f][0], faces[f][1], faces[f][2]);
        else
            fputc(3, file);
        for (int k = 0; k < 3 && !text; k++)
            put(file, &faces[f][k], 4, swapped);
    }
    fclose(file);
}

static void properties_of_ply_files_are_read(void)
{
    static const char* const formats[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    float* array;
    int count;
    for (int f = 0; f < 3; f++) {
        writePly(FOLDER "cloth.ply", formats[f]);
        REQUIRE(gelLoadVertexArray(FOLDER "cloth.ply", "softness", &array, &count));
        CHECK_INT(count, 5);
        for (int i = 0; i < count; i++)
            CHECK_CLOSE((double)array[i], 0.25 * i, 0.0, formats[f]);
        gelFree(array);
        REQUIRE(gelLoadVertexArray(FOLDER "cloth.ply", "red", &array, &count));
        for (int i = 0; i < count; i++)
            CHECK_CLOSE((double)array[i], i == 4 ? 1.0 : 0.2 * i, 1e-7, "colours are 0 to 1");
        gelFree(array);
        REQUIRE(gelLoadVertexArray(FOLDER "cloth.ply", "count", &array, &count));
        CHECK_CLOSE((double)array[2], 40000.0, 0.0, "unsigned");
        gelFree(array);
    }
}

static const char* const vtu =
    "<VTKFile type=\"UnstructuredGrid\" byte_order=\"LittleEndian\">\n<UnstructuredGrid>\n"
    "<Piece NumberOfPoints=\"6\" NumberOfCells=\"2\">\n"
    "<PointData><DataArray type=\"Float32\" Name=\"softness\" format=\"ascii\">9 0 1 2 3 4</DataArray>\n"
    "<DataArray type=\"Float32\" Name=\"wind\" NumberOfComponents=\"3\" format=\"ascii\">"
    "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0</DataArray></PointData>\n"
    "<CellData><DataArray type=\"UInt8\" Name=\"layer\" format=\"ascii\">1 3</DataArray></CellData>\n"
    "<Points><DataArray type=\"Float32\" NumberOfComponents=\"3\" format=\"ascii\">9 9 9 0 0 0 1 0 0 0 1 0 0 0 1 "
    "1 1 1</DataArray></Points>\n"
    "<Cells><DataArray type=\"Int32\" Name=\"connectivity\" format=\"ascii\">1 2 3 4 2 3 4 5</DataArray>\n"
    "<DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">4 8</DataArray>\n"
    "<DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">10 10</DataArray></Cells>\n"
    "</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";

// The first point belongs to no tet: it has a value, but is no vertex of the mesh.
static void arrays_of_vtu_files_are_read(void)
{
    static float values[max];
    writeText(FOLDER "tets.vtu", vtu);
    Played played = playBody(
        FILE_MESH(
            "tets.vtu") ", \"values\": {\"stiffness\": {\"array\": \"softness\"},"
                        "\"damping\": {\"array\": \"layer\"}, \"density\": {\"group\": \"layer\", \"value\": 5}}",
        "");
    CHECK_INT(readValues(&played, gel_stiffnessFactor, values), 5);
    for (int i = 0; i < 5; i++)
        CHECK_CLOSE((double)values[i], i, 0.0, "by the numbers of the file");
    readValues(&played, gel_dampingFactor, values);
    for (int i = 0; i < 5; i++)
        CHECK_CLOSE((double)values[i], i == 0 ? 1.0 : i == 4 ? 3.0 : 2.0, 0.0, "the mean of the tets around");
    readValues(&played, gel_densityFactor, values);
    CHECK_CLOSE((double)values[2], 5.0, 0.0, "0.5 or more is in the group");
    stop(&played);
}

// A box with a group that is its right side: x > 0 is nearer to it, along a diagonal from each edge.
static void tets_that_fill_a_surface_take_the_values_of_its_nearest_points(void)
{
    static float values[max];
    writeText(FOLDER "box.obj",
              "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n"
              "g left\nf 1 5 8 4\ng right\nf 2 3 7 6\ng rest\nf 1 2 6 5\nf 4 8 7 3\nf 1 4 3 2\nf 5 6 7 8\n");
    Played played = playBody(
        FILE_MESH("box.obj") ", \"meshing\": {\"tets\": 1500}, \"values\": {\"stiffness\":"
                             "{\"array\": \"right\"}, \"density\": {\"group\": \"right\", \"value\": 2}}",
        "");
    int count = readValues(&played, gel_stiffnessFactor, values), heavy = 0;
    const gelTetMesh* mesh = gelBody_GetMesh(played.world, gelWorld_GetBody(played.world, 0));
    for (int i = 0; i < count; i++) {
        const float* x = mesh->positions + 3 * i;
        bool nearSide = fabsf(x[1]) > fabsf(x[0]) + 0.01f || fabsf(x[2]) > fabsf(x[0]) + 0.01f;
        double share = fmin(fmax(0.5 * ((double)x[0] + 1.0), 0.0), 1.0); // along the four sides
        if (nearSide)
            CHECK_CLOSE((double)values[i], share, 1e-5, "linear in x there");
        else if (fabsf(x[0]) > fabsf(x[1]) + 0.01f && fabsf(x[0]) > fabsf(x[2]) + 0.01f)
            CHECK_CLOSE((double)values[i], x[0] > 0.0f ? 1.0 : 0.0, 1e-5, "the sides themselves");
    }
    readValues(&played, gel_densityFactor, values);
    for (int i = 0; i < count; i++)
        heavy += values[i] > 1.5f;
    CHECK(heavy > count / 3 && heavy < 2 * count / 3, "%d of %d are in the group", heavy, count);
    stop(&played);
}

static void a_refined_scene_has_the_groups_of_its_files(void)
{
    gelScene* scene;
    static const char* const body =
        FILE_MESH("box.obj") ", \"meshing\": {\"tets\": 500}, \"pins\": [{\"group\": \"left\"}]";
    REQUIRE(load(body, "", &scene));
    gelDestroyScene(scene);
    REQUIRE(gelLoadSceneRefined(FOLDER "scene.json", 2.0, &scene));
    gelDestroyScene(scene);
    REQUIRE(load(BOX ", \"values\": {\"stiffness\": {\"vertices\": [1], \"value\": 2}}", "", &scene));
    gelDestroyScene(scene);
    CHECK_STATUS(gelLoadSceneRefined(FOLDER "scene.json", 2.0, &scene), gel_unsupported);
    CHECK_TEXT(gelLastError(), "$.bodies[0].values.stiffness[0]: vertices are named by number");
}

static void bad_groups_and_values_are_named(void)
{
    static const char* const cases[][2] = {
        {BOX ", \"values\": {\"stiffness\": {\"value\": NaN}}", "scene.json"},
        {BOX ", \"values\": {\"stiffnes\": {\"value\": 1}}",
         "$.bodies[0].values.stiffnes: unknown key; did you mean"},
        {BOX ", \"values\": {\"stiffness\": 2}", "$.bodies[0].values.stiffness: expected a value such as"},
        {BOX ", \"values\": {\"stiffness\": {\"value\": -1}}",
         "stiffness.value: expected a number from 0 to 1e6, found -1"},
        {BOX ", \"values\": {\"stiffness\": [{\"value\": 1, \"array\": \"a\"}]}",
         "stiffness[0]: expected exactly one of value, array, file"},
        {BOX ", \"values\": {\"stiffness\": {\"value\": 1, \"minimum\": 1}}",
         "minimum and maximum are the values for 0 and 1 of an \"array\""},
        {BOX ", \"values\": {\"stiffness\": {\"value\": 1, \"below\": 1, \"group\": \"a\"}}",
         "expected exactly one of vertices, box, below, group"},
        {BOX ", \"values\": {\"stiffness\": {\"array\": \"soft\"}}",
         "there is no \"soft\": only meshes of files have arrays"},
        {BOX
         ", \"groups\": {\"tail\": {\"below\": 0}, \"arm\": {\"below\": 1}}, \"pins\": [{\"group\": \"tial\"}]",
         "$.bodies[0].pins[0].group: \"groups\" has no \"tial\"; did you mean \"tail\"? It has: tail, arm"},
        {BOX ", \"groups\": {\"tail\": {\"group\": \"tail\"}}",
         "$.bodies[0].groups.tail: expected exactly one of vertices, box, below"},
        {BOX ", \"groups\": {\"tail\": {}}", "$.bodies[0].groups.tail: expected exactly one of"},
        {BOX ", \"groups\": [1]", "$.bodies[0].groups: expected an object of groups by their names"},
        {BOX ", \"pins\": [{\"group\": 3}]", "$.bodies[0].pins[0].group: expected a name, found 3"},
        {FILE_MESH("cloth.obj") ", \"as\": \"cloth\", \"pins\": [{\"group\": \"right tap\"}]",
         "cloth.obj: there is no object or group \"right tap\"; did you mean \"right tip\"? It has: cloth, left half, right tip"},
        {FILE_MESH("tets.vtu") ", \"values\": {\"stiffness\": {\"array\": \"none\"}}",
         "tets.vtu: there is no array \"none\"; it has: softness, wind, layer"},
        {FILE_MESH("short.vtu") ", \"values\": {\"stiffness\": {\"array\": \"softness\"}}",
         "short.vtu:4: expected 6 values of the array, one for each, found the end of the file"},
        {FILE_MESH("nan.vtu") ", \"values\": {\"stiffness\": {\"array\": \"softness\"}}", "nan.vtu"},
        {VALUES_OF("short.json"),
         "short.json: $: expected an array of 12 numbers, one for each vertex of the body, found 3"},
        {VALUES_OF("object.json"), "object.json: $: expected an array of 12 numbers"},
        {VALUES_OF("text.json"), "text.json: $[1]: expected a number from 0 to 1e6, found \"NaN\""},
        {VALUES_OF("nan.json"), "nan.json:1:5: not valid JSON"},
        {VALUES_OF("below.json"), "below.json: $[11]: expected a number from 0 to 1e6, found -1"},
        {BOX ", \"values\": {\"stiffness\": {\"file\": 3}}",
         "stiffness.file: expected the name of a JSON file with an array of numbers, found 3"},
    };
    char text[4000];
    writeText(FOLDER "short.json", "[1, 1, 1]");
    writeText(FOLDER "object.json", "{\"stiffness\": [1]}");
    writeText(FOLDER "text.json", "[1, \"NaN\", 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]");
    writeText(FOLDER "nan.json", "[1, NaN, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]");
    writeText(FOLDER "below.json", "[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1]");
    snprintf(text, sizeof text, "%s", vtu);
    memcpy(strstr(text, "9 0 1 2 3 4"), "9 0 1 2 3  ", 11);
    writeText(FOLDER "short.vtu", text);
    memcpy(strstr(text, "9 0 1 2 3  "), "9 0 nan 3 4", 11);
    writeText(FOLDER "nan.vtu", text);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gelScene* scene;
        CHECK_STATUS(load(cases[i][0], "", &scene), gel_formatError);
        CHECK_TEXT(gelLastError(), cases[i][1]);
        CHECK(strchr(gelLastError(), '\n') == NULL, "more than a line: %s", gelLastError());
        gelDestroyScene(scene);
    }
}

static void a_file_has_a_number_for_each_vertex(void)
{
    static float values[max];
    gelScene* scene;
    writeText(FOLDER "painted.json", "[1, 0.5, 0, 3, 4, 5, 6, 7, 8, 9, 10, 1e6]");
    Played played = playBody(VALUES_OF("painted.json"), "");
    CHECK_INT(readValues(&played, gel_stiffnessFactor, values), 12);
    for (int i = 0; i < 12; i++)
        CHECK_CLOSE((double)values[i],
                    i == 0    ? 1.0
                    : i == 1  ? 0.5
                    : i == 2  ? 0.0
                    : i == 11 ? 1e6
                              : i,
                    0.0, "by its number");
    CHECK_TEXT(gelScene_GetFileName(played.scene, 1), "painted.json");
    stop(&played);
    CHECK_STATUS(load(VALUES_OF("missing.json"), "", &scene), gel_fileError);
    CHECK_TEXT(gelLastError(), "missing.json: cannot be opened");
}

// Found by the file, or by the body.
static void arrays_that_are_no_factors_are_refused(void)
{
    gelScene* scene;
    CHECK_STATUS(
        load(FILE_MESH("tets.vtu") ", \"values\": {\"stiffness\": {\"array\": \"wind\"}}", "", &scene),
        gel_unsupported);
    CHECK_TEXT(gelLastError(), "array \"wind\": expected 1 component, found 3");
    // Out of the range of a factor, which the body tells.
    REQUIRE(load(FILE_MESH("tets.vtu") ", \"values\": {\"density\": {\"array\": \"softness\"}}", "", &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    gelWorld* world;
    def.backend = gel_referenceFloat;
    REQUIRE(gelCreateWorld(&def, &world));
    CHECK_STATUS(gelScene_CreateBodies(scene, world), gel_invalidArgument);
    CHECK_TEXT(gelLastError(),
               "$.bodies[0]: values: vertex 0 has the density factor 0, expected 1e-06 to 1e+06");
    CHECK_INT(gelWorld_GetBodyCount(world), 0);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

// A step would refuse it, too, but after `gel check` had called the scene fit.
static void what_the_two_level_solver_lacks_is_refused_with_its_place(void)
{
    gelScene* scene;
    gelWorld* world;
    REQUIRE(load(BOX ", \"solver\": \"twoLevel\"", ", \"order\": \"jacobi\"", &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = gel_referenceFloat;
    REQUIRE(gelCreateWorld(&def, &world));
    CHECK_STATUS(gelScene_CreateBodies(scene, world), gel_unsupported);
    CHECK_TEXT(gelLastError(),
               "$.bodies[0]: expected the solver xpbd or auto, found twoLevel, which does not "
               "support an order other than colour");
    CHECK_INT(gelWorld_GetBodyCount(world), 0);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

static char heard[4000];
static void hear(void* context, gelLogLevel level, const char* text)
{
    (void)context;
    if (level == gel_logWarning && strlen(heard) + strlen(text) < sizeof heard)
        strcat(heard, text);
}

#define AT_1 BOX ", \"position\": [0, 1, 0], "
#define NOWHERE "\"box\": {\"lower\": [5, 5, 5], \"upper\": [6, 6, 6]}"
#define ROPE "\"mesh\": \"scene_values_rope.obj\", \"as\": \"rope\""
#define FIELD(text) ", \"fields\": [{\"name\": \"f\", \"type\": " text "}]"
#define LINK(until)                                                                                          \
    ", \"attachments\": [{\"a\": {\"body\": 0, \"vertex\": 0}, \"b\": {\"body\": 0, \"vertex\": 11}, "       \
    "\"until\": " until "}]"
#define MOVED(keys)                                                                                          \
    ", \"obstacles\": [{\"shape\": {\"type\": \"sphere\", \"radius\": 0.1}, \"position\": [0, 9, 0], " keys  \
    "}]"
#define LOOP(first, last)                                                                                    \
    "\"loop\": true, \"keys\": [{\"time\": 0, \"position\": " first "}, {\"time\": 1, \"position\": " last   \
    "}]"
#define TURN(degrees)                                                                                        \
    "\"loop\": true, \"keys\": [{\"time\": 9, \"rotation\": {\"axis\": [0, 1, 0], \"degrees\": " degrees "}]"
#define PROBE(measure) ", \"probes\": [{\"name\": \"p\", \"measure\": \"" measure "\", \"body\": 0}]"
#define GROUND(restitution) ", \"ground\": {\"restitution\": " restitution "}"
#define HOOK(point, length)                                                                                  \
    ", \"obstacles\": [{\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1]}, \"position\": [0, 0.6, 0]}],"   \
    "\"attachments\": [{\"a\": {\"body\": 0, \"point\": " point                                              \
    "}, \"b\": {\"obstacle\": 0, \"point\": [0, 0.1, 0]},"                                                   \
    "\"length\": " length "}]"
// Selections of each kind, goals of pinned vertices, tethers without a pin, fields that reach nobody, links of no time; and
// triangles that make a sheet another than its material.
static const struct {
    const char *body, *more, *warning; // NULL: none
} warned[] = {
    {AT_1 "\"pins\": [{\"below\": 5}, {\"below\": -5}]", "", "$.bodies[0].pins[1]: no vertex is in it"},
    {AT_1 "\"pins\": [{" NOWHERE "}]", "", "$.bodies[0].pins[0]: no vertex is in it"},
    {AT_1 "\"groups\": {\"g\": {\"below\": 0}}, \"pins\": [{\"group\": \"g\"}]", "", "pins[0]: no vertex"},
    {AT_1 "\"goals\": {\"sets\": [{\"weight\": 1, " NOWHERE "}]}", "",
     "$.bodies[0].goals.sets[0]: no vertex is in it"},
    {AT_1 "\"values\": {\"density\": {" NOWHERE ", \"value\": 2}}", "",
     "$.bodies[0].values.density: no vertex"},
    {AT_1 "\"values\": {\"bending\": [{\"value\": 2}, {\"below\": 0, \"value\": 2}]}", "",
     "$.bodies[0].values.bending[1]: no vertex"},
    {AT_1
     "\"repeat\": {\"count\": [3, 1, 1], \"spacing\": [1, 0, 0]}, \"pins\": [{\"box\": {\"lower\": [1.5, 0, "
     "-1], \"upper\": [3, 2, 1]}}]",
     "", NULL},
    {AT_1 "\"squash\": true, \"pins\": [{\"below\": 0.95}]", "", NULL},
    {AT_1 "\"pins\": [{\"vertices\": [0, 1]}], \"goals\": {\"weight\": 0.5}", "",
     "$.bodies[0].goals: 2 of its vertices are pinned"},
    {AT_1 "\"pins\": [{\"vertices\": [0]}], \"goals\": {\"sets\": [{\"weight\": 1, \"vertices\": [1]}]}", "",
     NULL},
    {ROPE ", \"material\": {\"tethers\": \"nearestPin\"}", "",
     "$.bodies[0].material.tethers: no vertex is pinned"},
    {ROPE ", \"material\": {\"tethers\": \"nearestPin\"}, \"pins\": [{\"vertices\": [0]}]", "", NULL},
    {ROPE
     ", \"material\": {\"tethers\": \"nearestPin\"}, \"goals\": {\"sets\": [{\"weight\": 1, \"vertices\": "
     "[0]}]}",
     "", NULL},
    {ROPE, FIELD("\"wind\""), "$.fields[0]: this wind moves no body: it acts on surfaces"},
    {ROPE, FIELD("\"drag\", \"linearDrag\": 1, \"perArea\": true"), "this drag moves no body"},
    {ROPE, FIELD("\"drag\", \"linearDrag\": 1"), NULL},
    {ROPE, FIELD("\"liquid\""), "this liquid moves no body: none encloses a volume"},
    {ROPE, FIELD("\"liquid\", \"linearDrag\": 1"), NULL},
    {"\"shape\": {\"type\": \"cloth\", \"sizeX\": 1, \"sizeZ\": 1, \"cellsX\": 2, \"cellsZ\": 2}",
     FIELD("\"liquid\""), "this liquid moves no body"},
    {"\"shape\": {\"type\": \"cloth\", \"sizeX\": 1, \"sizeZ\": 1, \"cellsX\": 10, \"cellsZ\": 10}", "",
     NULL},
    {"\"shape\": {\"type\": \"cloth\", \"sizeX\": 1, \"sizeZ\": 1, \"cellsX\": 10, \"cellsZ\": 40}", "",
     "$.bodies[0]: the triangles make this sheet 0.27 to 1.2 times as stiff as its material"},
    {"\"shape\": {\"type\": \"balloon\", \"radius\": 1, \"subdivisions\": 1}", FIELD("\"liquid\""), NULL},
    {"\"shape\": {\"type\": \"balloon\", \"radius\": 1, \"subdivisions\": 2}", FIELD("\"liquid\""), NULL},
    {AT_1 "\"weights\": {\"f\": 0}", FIELD("\"wind\""), "this wind moves no body: their weights"},
    {AT_1 "\"weights\": {\"f\": 1}", FIELD("\"wind\""), NULL},
    {AT_1 "\"goals\": {\"weight\": 1, \"keys\": [{\"time\": 0, \"position\": [4, 1, 0]}]}", "",
     "12 of 12 vertices begin up to 4 m from their goals"},
    {AT_1 "\"goals\": {\"weight\": 1, \"keys\": [{\"time\": 0, \"position\": [0, 1, 0]}]}", "", NULL},
    {BOX, MOVED(LOOP("[0, 0, 0]", "[0, -0.5, 0]")),
     "$.obstacles[0].keys: loop: the last key is 0.5 m from the first, so each repetition begins with a jump, "
     "which hits bodies at 30 m/s"},
    {BOX, MOVED(LOOP("[0, 1, 0]", "[0, 1, 0]")), NULL},
    {BOX, MOVED("\"keys\": [{\"time\": 1, \"position\": [0, 1, 0]}]"), NULL},
    {BOX, MOVED(TURN("90}")), "$.obstacles[0].keys: loop: the last key has another rotation than the first"},
    {BOX, MOVED(TURN("360}, \"turns\": 1")), NULL},
    {AT_1 "\"goals\": {\"weight\": 0.5, " LOOP("[0, 1, 0]", "[0, 2, 0]") "}", "",
     "$.bodies[0].goals.keys: loop: the last key is 1 m from the first"},
    {BOX ", \"material\": {\"pressure\": 100}", "",
     "material: pressure has no effect: expected \"filling\": \"gas\""},
    {BOX ", \"material\": {\"filling\": \"liquid\", \"pressure\": 100}", "", "pressure has no effect"},
    {BOX ", \"material\": {\"filling\": \"gas\", \"fillingVolume\": 1.2}", "", "fillingVolume has no effect"},
    {BOX ", \"material\": {\"filling\": \"gas\", \"pressure\": 100, \"ambientPressure\": 0}", "", NULL},
    {BOX ", \"cycles\": 2", "",
     "$.bodies[0]: cycles and aggregates have no effect: expected the solver twoLevel"},
    {BOX ", \"solver\": \"auto\", \"aggregates\": 2", "", NULL},
    {ROPE ", \"material\": {\"bending\": \"plate\", \"bendingStiffness\": 1}", "",
     "bendingStiffness has no effect"},
    {BOX, FIELD("\"uniform\", \"linearDrag\": 1"),
     "$.fields[0]: linearDrag has no effect: a field of the type uniform does not use it"},
    {BOX, FIELD("\"uniform\", \"falloff\": 2"), "falloff has no effect"},
    {BOX, FIELD("\"wind\", \"gustRate\": 2"), "gustRate has no effect: expected a \"gust\""},
    {BOX, FIELD("\"point\", \"boundRadius\": 2"), "expected \"bound\": \"ball\" with a radius"},
    {BOX,
     FIELD(
         "\"point\", \"falloff\": 2, \"gust\": 1, \"gustRate\": 2, \"bound\": \"ball\", \"boundRadius\": 2"),
     NULL},
    {BOX, PROBE("pressure"), "$.probes[0]: the pressure is always 0: expected a body with a \"filling\""},
    {BOX ", \"material\": {\"filling\": \"gas\"}", PROBE("pressure"), NULL},
    {BOX, PROBE("groundForce.y"), "the force of the ground is always 0"},
    {AT_1 "\"name\": \"b\"", PROBE("groundForce.y") GROUND("0"), NULL},
    {AT_1 "\"name\": \"b\"", GROUND("0.8"),
     "$.bodies[0]: a restitution of 0.8 has little effect on the ground"},
    {AT_1 "\"material\": {\"restitution\": 0.8}", GROUND("0"), "a restitution of 0.8 has little effect"},
    {ROPE ", \"material\": {\"restitution\": 0.8}", GROUND("0"),
     "a restitution of 0.8 has no effect on the ground"},
    {ROPE, GROUND("0.8"), NULL},
    {BOX ", \"material\": {\"youngModulus\": 0.1}", "",
     "$.bodies[0]: its weight of 1.96e+03 Pa is more than its Young's modulus of 0.1 Pa, which cannot carry it; did "
     "you mean 1e+05 Pa (0.1 MPa)?"},
    {BOX ", \"material\": {\"youngModulus\": 20000}", "", NULL},
    {BOX ", \"weights\": {\"gravity\": 0.001}, \"material\": {\"youngModulus\": 20}", "", NULL},
    {BOX, ", \"gravity\": [0, -9810, 0]", "$.gravity: 9.81e+03 m/s^2 is 1000 times that of the Earth"},
    {BOX, ", \"gravity\": [0, -274, 0]", NULL},
    {BOX, HOOK("[0, 9, 0]", "0"), "a: the point {0, 9, 0} is 8.9 m from its body, which is 0.4 m large"},
    {BOX, HOOK("[0, 0.15, 0]", "0"), NULL},
    {BOX, HOOK("[0, 0.1, 0]", "1, \"stiffness\": 100"),
     "the ends of this attachment coincide, so that its length of 1 m"},
    {BOX, LINK("0"), NULL},
    {BOX, LINK("0.5"), "the ends of this attachment begin"},
};

static void what_a_scene_can_hardly_mean_is_warned_of(void)
{
    writeText(FOLDER "rope.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nl 1 2 3\n");
    for (size_t i = 0; i < sizeof warned / sizeof warned[0]; i++) {
        heard[0] = '\0';
        gelSetLogFunction(hear, NULL);
        Played played = playBody(warned[i].body, warned[i].more);
        gelSetLogFunction(NULL, NULL);
        CHECK(warned[i].warning != NULL ? strstr(heard, warned[i].warning) != NULL : heard[0] == '\0',
              "%s%s: expected the warning \"%s\", found \"%s\"", warned[i].body, warned[i].more,
              warned[i].warning != NULL ? warned[i].warning : "", heard);
        stop(&played);
    }
}

TESTS(TEST(numbers_go_to_the_vertices_they_name), TEST(arrays_of_objects_and_groups_are_read),
      TEST(properties_of_ply_files_are_read), TEST(arrays_of_vtu_files_are_read),
      TEST(tets_that_fill_a_surface_take_the_values_of_its_nearest_points),
      TEST(a_refined_scene_has_the_groups_of_its_files), TEST(bad_groups_and_values_are_named),
      TEST(a_file_has_a_number_for_each_vertex), TEST(arrays_that_are_no_factors_are_refused),
      TEST(what_the_two_level_solver_lacks_is_refused_with_its_place),
      TEST(what_a_scene_can_hardly_mean_is_warned_of))
