// The tables of settings: what a row says is what the library, the scene reader and the comparison do.
#include "support/fixtures.h"
#include "support/files.h"

#include <limits.h>

static const char* const groupNames[gel_settingGroupCount] = {"world", "program",  "material",
                                                              "body",  "obstacle", "field"};

// The structs of all groups, at their defaults. `stiffness` chooses which rows of a material count.
typedef struct Values {
    gelWorldDef world;
    gelMaterial material;
    gelBodyDef body;
    gelObstacleDef obstacle;
    gelField field;
} Values;

static Values usualValues(const gelSetting* setting)
{
    Values values = {gelDefaultWorldDef(), gelDefaultMaterial(), gelDefaultBodyDef(), gelDefaultObstacleDef(),
                     gelDefaultField(gel_fieldUniform)};
    values.world.backend = gel_referenceFloat;
    if (setting->isConditional)
        memcpy((char*)&values.material + setting->conditionOffset, &setting->conditionValue,
               sizeof setting->conditionValue);
    return values;
}

static void* structOf(Values* values, gelSettingGroup group)
{
    return group == gel_materialSettings   ? (void*)&values->material
           : group == gel_bodySettings     ? (void*)&values->body
           : group == gel_obstacleSettings ? (void*)&values->obstacle
           : group == gel_fieldSettings    ? (void*)&values->field
                                           : (void*)&values->world;
}

// Calls `act` for each row of each group.
static void forEachSetting(void (*act)(gelSettingGroup group, const gelSetting* setting))
{
    for (int g = 0; g < gel_settingGroupCount; g++) {
        int count;
        const gelSetting* settings = gelGetSettings((gelSettingGroup)g, &count);
        CHECK(count > 2, "%s has %d settings", groupNames[g], count);
        for (int i = 0; i < count; i++)
            act((gelSettingGroup)g, &settings[i]);
    }
}

static int choiceCount(const gelSetting* setting)
{
    int count = 0;
    while (setting->choices[count] != NULL)
        count++;
    return count;
}

// A number that the row refuses or takes: at a bound, or the next value beyond it. False: there is none.
static bool findEdge(const gelSetting* setting, bool upper, bool outside, double* number)
{
    const gelRange* range = &setting->range;
    double bound = upper ? range->max : range->min;
    bool excluded = upper ? range->belowMax : range->aboveMin;
    float away = upper ? INFINITY : -INFINITY;
    if (setting->valueType == gel_settingSwitch)
        return false;
    if (setting->valueType == gel_settingChoice)
        *number = upper ? choiceCount(setting) - !outside : -(int)outside;
    else if (setting->valueType == gel_settingWhole)
        *number = bound + (outside ? upper ? 1 : -1 : 0);
    else if (excluded)
        *number = (double)(outside ? (float)bound : nextafterf((float)bound, -away));
    else
        *number = (double)(outside ? nextafterf((float)bound, away) : (float)bound);
    return true;
}

static void checkDefault(gelSettingGroup group, const gelSetting* setting)
{
    Values values = usualValues(setting);
    double found[3] = {0};
    gelReadSetting(setting, structOf(&values, group), found);
    int dimension = setting->valueType == gel_settingVector ? 3 : 1;
    for (int k = 0; k < dimension; k++)
        CHECK((float)found[k] == (float)setting->usual[k], "%s is %g, not %g", setting->name, found[k],
              setting->usual[k]);
    CHECK_STATUS(gelCheckSettings(group, structOf(&values, group)), gel_success);
    CHECK(setting->help != NULL && setting->help[strlen(setting->help) - 1] == '.', "%s: help",
          setting->name);
    CHECK(setting->unit != NULL, "%s: unit", setting->name);
    if (setting->slider[0] < setting->slider[1]) {
        CHECK(setting->label != NULL, "%s: label", setting->name);
        CHECK(setting->slider[0] >= setting->range.min && setting->slider[1] <= setting->range.max,
              "the slider of %s goes beyond its range", setting->name);
    }
    CHECK(gelFindSetting(group, setting->name) == setting, "%s is not found", setting->name);
}

static void every_default_is_in_its_range_and_what_the_definition_holds(void)
{
    forEachSetting(checkDefault);
}

static const gelTetMesh* oneCell(void)
{
    static gelTetMesh mesh;
    if (mesh.tetCount == 0)
        REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 1}, 1, 1, 1, &mesh));
    return &mesh;
}

// Gives the values to all functions of the library that take them; they must agree.
static gelStatus giveToLibrary(gelSettingGroup group, Values* values)
{
    gelWorldDef usual = gelDefaultWorldDef();
    usual.backend = gel_referenceFloat;
    gelWorld* world;
    gelBodyId id;
    gelBodyDef body = gelDefaultBodyDef();
    REQUIRE(gelCreateWorld(&usual, &world));
    REQUIRE(gelCreateBody(world, &body, oneCell(), &id));
    gelStatus status = gel_success, again = gel_success;
    if (group == gel_worldSettings || group == gel_programSettings) {
        gelWorld* created;
        again = group == gel_worldSettings ? gelWorld_SetSettings(world, &values->world)
                                           : gelCheckSettings(group, &values->world);
        status = gelCreateWorld(&values->world, &created);
        gelDestroyWorld(created);
    } else if (group == gel_materialSettings) {
        body.material = values->material;
        again = gelBody_SetMaterial(world, id, &values->material);
        status = gelCreateBody(world, &body, oneCell(), &id);
    } else if (group == gel_obstacleSettings) {
        gelSurfaceMesh box;
        REQUIRE(gelCreateBoxSurface((gelVec3){1, 1, 1}, &box));
        status = again = gelCreateObstacle(world, &values->obstacle, &box, &id);
        gelDestroySurfaceMesh(&box);
    } else if (group == gel_fieldSettings)
        status = again = gelWorld_SetFields(world, &values->field, 1);
    else
        status = again = gelCreateBody(world, &values->body, oneCell(), &id);
    CHECK(status == again, "%s and %s", gelStatusText(status), gelStatusText(again));
    gelDestroyWorld(world);
    return status;
}

// A scene in which one setting is this text.
static gelStatus loadScene(gelSettingGroup group, const gelSetting* setting, const char* value)
{
    bool flows =
        strcmp(setting->name, "yieldStrain") == 0 || strcmp(setting->name, "plasticLimit") == 0; // with creep
    const char* body = "\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]}";
    bool ground = strncmp(setting->name, "ground.", 7) == 0;
    char text[1024];
    if (group == gel_worldSettings || group == gel_programSettings)
        snprintf(text, sizeof text,
                 ground ? "{\"ground\":{\"%s\":%s},\"bodies\":[{%s}]}" : "{\"%s\":%s,\"bodies\":[{%s}]}",
                 setting->key, value, body);
    else if (group == gel_obstacleSettings)
        snprintf(
            text, sizeof text,
            "{\"bodies\":[{%s}],\"obstacles\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1]},\"%s\":%s}]}",
            body, setting->key, value);
    else if (group == gel_fieldSettings)
        snprintf(text, sizeof text, "{\"bodies\":[{%s}],\"fields\":[{\"%s\":%s}]}", body, setting->key,
                 value);
    else
        snprintf(text, sizeof text,
                 group == gel_bodySettings ? "{\"bodies\":[{%s,\"%s\":%s}]}"
                 : flows                   ? "{\"bodies\":[{%s,\"material\":{\"creep\":1,\"%s\":%s}}]}"
                                           : "{\"bodies\":[{%s,\"material\":{\"%s\":%s}}]}",
                 body, setting->key, value);
    writeText(GEL_SCRATCH "/settings.json", text);
    gelScene* scene;
    gelStatus status = gelLoadScene(GEL_SCRATCH "/settings.json", &scene);
    gelDestroyScene(scene);
    return status;
}

// One number per component of a vector; also as JSON text, with the digits that distinguish floats.
static void putNumber(const gelSetting* setting, double number, int place, void* values, char text[120])
{
    double numbers[3] = {setting->usual[0], setting->usual[1], setting->usual[2]};
    numbers[place] = number;
    gelWriteSetting(setting, values, numbers);
    if (setting->valueType == gel_settingVector)
        snprintf(text, 120, "[%.9g, %.9g, %.9g]", numbers[0], numbers[1], numbers[2]);
    else if (setting->valueType == gel_settingChoice) // in a scene by its word
        snprintf(text, 120, "\"%s\"",
                 number >= 0 && number < choiceCount(setting) ? setting->choices[(int)number] : "?");
    else
        snprintf(text, 120, "%.9g", number);
}

// Whether the definition as a whole accepts a number. It refuses masses that are not finite, and
// vertices beyond the end of the world.
static bool isPossible(const gelSetting* setting, double number)
{
    const char* name = setting->name;
    return strcmp(name, "position") != 0 && strcmp(name, "scale") != 0 &&
           !(strcmp(name, "density") == 0 && number < 1e-30);
}

static void checkEdge(gelSettingGroup group, const gelSetting* setting, bool upper, bool outside, int place)
{
    double number;
    char text[120];
    Values values = usualValues(setting);
    if (!findEdge(setting, upper, outside, &number))
        return;
    putNumber(setting, number, place, structOf(&values, group), text);
    gelStatus checked = gelCheckSettings(group, structOf(&values, group));
    CHECK(checked == (outside ? gel_invalidArgument : gel_success), "%s of %.9g: %s", setting->name, number,
          checked == gel_success ? "accepted" : gelLastError());
    if (outside || isPossible(setting, number)) {
        gelStatus status = giveToLibrary(group, &values);
        CHECK(status == (outside ? gel_invalidArgument : gel_success), "%s of %.9g: %s", setting->name,
              number, status == gel_success ? "accepted" : gelLastError());
        if (outside)
            CHECK_TEXT(gelLastError(), setting->name);
    }
    if (setting->key == NULL)
        return;
    gelStatus status = loadScene(group, setting, text);
    CHECK(status == (outside ? gel_formatError : gel_success), "scene with %s of %s: %s", setting->name, text,
          status == gel_success ? "accepted" : gelLastError());
    if (outside)
        CHECK_TEXT(gelLastError(), setting->key);
}

static void checkEdges(gelSettingGroup group, const gelSetting* setting)
{
    int dimension = setting->valueType == gel_settingVector ? 3 : 1;
    for (int place = 0; place < dimension; place++)
        for (int i = 0; i < 4; i++)
            checkEdge(group, setting, i % 2 == 1, i >= 2, place);
}

static void library_and_scene_accept_each_bound_and_refuse_what_is_beyond(void)
{
    forEachSetting(checkEdges);
}

static void checkNonsense(gelSettingGroup group, const gelSetting* setting)
{
    const double numbers[] = {(double)NAN, (double)INFINITY, (double)-INFINITY};
    if (setting->valueType != gel_settingNumber && setting->valueType != gel_settingVector)
        return;
    for (int i = 0; i < 3; i++) {
        Values values = usualValues(setting);
        char text[120];
        putNumber(setting, numbers[i], 0, structOf(&values, group), text);
        gelStatus status = giveToLibrary(group, &values);
        CHECK(status == gel_invalidArgument, "%s of %g: %s", setting->name, numbers[i],
              gelStatusText(status));
        CHECK_TEXT(gelLastError(), setting->name);
        CHECK_TEXT(gelLastError(), "expected ");
        CHECK_TEXT(gelLastError(), ", found ");
    }
}

static void what_is_infinite_or_no_number_is_refused_by_name(void)
{
    forEachSetting(checkNonsense);
}

static void checkDifference(gelSettingGroup group, const gelSetting* setting)
{
    int dimension = setting->valueType == gel_settingVector ? 3 : 1;
    for (int place = 0; place < dimension; place++) {
        Values a = usualValues(setting), b = usualValues(setting);
        double numbers[3];
        CHECK(gelSettingsAreEqual(group, structOf(&a, group), structOf(&b, group)), "%s: unequal to itself",
              setting->name);
        gelReadSetting(setting, structOf(&b, group), numbers);
        numbers[place] = numbers[place] > 0.0 ? 0.0 : 1.0;
        gelWriteSetting(setting, structOf(&b, group), numbers);
        CHECK(!gelSettingsAreEqual(group, structOf(&a, group), structOf(&b, group)),
              "%s: equal in spite of %g", setting->name, numbers[place]);
        gelCopySettings(group, structOf(&b, group), structOf(&a, group));
        CHECK(gelSettingsAreEqual(group, structOf(&a, group), structOf(&b, group)), "%s: not copied",
              setting->name);
    }
}

static void what_differs_in_one_row_is_unequal_until_it_is_copied(void)
{
    forEachSetting(checkDifference);
}

static void checkRecorded(gelSettingGroup group, const gelSetting* setting)
{
    const char* path = GEL_SCRATCH "/settings_recording.json";
    if (setting->key == NULL || (group != gel_worldSettings && group != gel_materialSettings))
        return;
    const char* of = GEL_ASSETS "/scenes/single_tet.json";
    gelEvent event = {.kind = group == gel_worldSettings ? gel_eventSettings : gel_eventMaterial};
    Values values = usualValues(setting);
    values.world.ground.enabled = true;
    double numbers[3] = {0.25, 2.0, 0.125};
    if (setting->valueType == gel_settingWhole)
        numbers[0] = 3.0;
    gelWriteSetting(setting, structOf(&values, group), numbers);
    event.settings = values.world;
    event.material = values.material;

    gelScene* scene;
    gelWorld* world;
    gelPlayer* player;
    REQUIRE(gelLoadScene(of, &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = gel_referenceFloat;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    REQUIRE(gelCreatePlayer(scene, world, &player));
    REQUIRE(gelPlayer_Apply(player, &event));
    REQUIRE(gelPlayer_BeginFrame(player));
    REQUIRE(gelPlayer_WriteRecording(player, of, 0, path));
    gelDestroyPlayer(player);
    gelDestroyWorld(world);
    gelDestroyScene(scene);

    int count = 0;
    REQUIRE(gelLoadScene(path, &scene));
    const gelEvent* events = gelScene_GetEvents(scene, &count);
    CHECK_INT(count, 1);
    if (count == 1)
        CHECK(gelSettingsAreEqual(group, structOf(&values, group),
                                  group == gel_worldSettings ? (const void*)&events[0].settings
                                                             : (const void*)&events[0].material),
              "%s is not recorded, or something else differs", setting->name);
    gelDestroyScene(scene);
}

static void a_recording_keeps_every_setting_of_a_scene(void)
{
    forEachSetting(checkRecorded);
}

static void a_recording_may_leave_out_what_is_as_in_the_scene(void)
{
    writeText(GEL_SCRATCH "/settings.json",
              "{\"substeps\":7,\"gravity\":[0,-3,0],\"ground\":{\"friction\":2},"
              "\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]}}],"
              "\"input\":[{\"frame\":0,\"set\":{\"gravity\":[0,0,0]}}]}");
    gelScene* scene;
    int count;
    REQUIRE(gelLoadScene(GEL_SCRATCH "/settings.json", &scene));
    const gelEvent* events = gelScene_GetEvents(scene, &count);
    gelWorldDef expected = gelScene_GetWorldDef(scene);
    expected.gravity.y = 0.0f;
    CHECK(count == 1 && gelSettingsAreEqual(gel_worldSettings, &events[0].settings, &expected),
          "%d events; %d substeps, gravity %g, friction %g", count, events[0].settings.substepCount,
          (double)events[0].settings.gravity.y, (double)events[0].settings.ground.friction);
    gelDestroyScene(scene);
}

static void errors_say_name_expectation_and_finding(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelMaterial material = gelDefaultMaterial();
    def.ground.friction = -1.0f;
    CHECK_STATUS(gelCheckSettings(gel_worldSettings, &def), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "ground.friction: expected a number from 0 to 100, found -1");
    def = gelDefaultWorldDef();
    def.gravity.x = 2e6f;
    CHECK_STATUS(gelCheckSettings(gel_worldSettings, &def), gel_invalidArgument);
    CHECK_TEXT(gelLastError(),
               "gravity: expected three numbers from -1e6 to 1e6 (m/s^2), found {2e+06, -9.81, 0}");
    def.strategy = gel_strategyCount;
    CHECK_STATUS(gelCheckSettings(gel_programSettings, &def), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "strategy: expected one of auto, perColour, body, ensemble, tiles, found 5");
    material.density = 0.0f;
    CHECK_STATUS(gelCheckSettings(gel_materialSettings, &material), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "material.density: expected a number > 0 and <= 1e6 (kg/m^3), found 0");
    material.stiffness = (gelStiffness)7;
    CHECK_STATUS(gelCheckSettings(gel_materialSettings, &material), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "material.stiffness: expected one of elastic moduli, compliances, found 7");
}

static void a_description_has_help_unit_and_default(void)
{
    char text[600];
    gelDescribeSetting(gelFindSetting(gel_worldSettings, "gravity"), text, sizeof text);
    CHECK_TEXT(text, "Acceleration of all bodies");
    CHECK_TEXT(text, " Unit: m/s^2. Default: [0, -9.81, 0].");
    gelDescribeSetting(gelFindSetting(gel_worldSettings, "substeps"), text, 8);
    CHECK_TEXT(text, "Number ");
    CHECK_INT(strlen(text), 7);
}

static void what_no_int_holds_is_written_as_one_that_is_refused(void)
{
    static const double numbers[][2] = {
        {1e20, INT_MAX}, {-1e20, INT_MIN}, {(double)NAN, INT_MIN}, {1e10, INT_MAX}};
    const gelSetting* substeps = gelFindSetting(gel_worldSettings, "substeps");
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        gelWorldDef def = gelDefaultWorldDef();
        double read[3];
        gelWriteSetting(substeps, &def, numbers[i]);
        gelReadSetting(substeps, &def, read);
        CHECK_CLOSE(read[0], numbers[i][1], 0.0, "what was written");
        CHECK_STATUS(gelCheckSettings(gel_worldSettings, &def), gel_invalidArgument);
    }
}

TESTS(TEST(every_default_is_in_its_range_and_what_the_definition_holds),
      TEST(library_and_scene_accept_each_bound_and_refuse_what_is_beyond),
      TEST(what_is_infinite_or_no_number_is_refused_by_name),
      TEST(what_differs_in_one_row_is_unequal_until_it_is_copied),
      TEST(a_recording_keeps_every_setting_of_a_scene),
      TEST(a_recording_may_leave_out_what_is_as_in_the_scene), TEST(errors_say_name_expectation_and_finding),
      TEST(a_description_has_help_unit_and_default),
      TEST(what_no_int_holds_is_written_as_one_that_is_refused))
