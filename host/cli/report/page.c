#include "report/page.h"
#include "app/canvas.h"
#include "report/curve.h"

#include <string.h>

enum { maxBodies = 20, maxCurves = 40, cell = 300 };

static const char style[] =
    ":root{--page:#fff;--ink:#1c2024;--dim:#5d6670;--line:#d9dee3;--value:#0072b2;--closed:#d55e00;"
    "--good:#00795a;--bad:#b3261e;--box:#f4f6f8}\n"
    "@media(prefers-color-scheme:dark){:root{--page:#15181c;--ink:#e6e9ec;--dim:#9aa4ae;--line:#343b43;"
    "--value:#56b4e9;--closed:#e69f00;--good:#4fd0a3;--bad:#ff8a80;--box:#1e2329}}\n"
    "@media print{:root{--page:#fff;--ink:#000;--dim:#444;--line:#bbb;--value:#0072b2;--closed:#d55e00;"
    "--good:#00795a;--bad:#b3261e;--box:#fff}figure,tr,section.lesson{break-inside:avoid}"
    "h2{break-after:avoid}main{max-width:none}.row{grid-template-columns:1fr 1fr!important}"
    ".pictures{grid-template-columns:1fr 1fr 1fr!important}}\n"
    "body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}\n"
    "main{max-width:60rem;margin:0 auto;padding:1.5rem}h1{margin:0}h2{margin:2rem 0 .5rem;font-size:1.2rem}\n"
    ".dim,figcaption{color:var(--dim);font-size:.875rem}.lesson{background:var(--box);border-radius:8px;"
    "padding:1rem 1.25rem;margin:1rem 0}\n"
    ".row{display:grid;grid-template-columns:repeat(auto-fit,minmax(17rem,1fr));gap:1rem}figure{margin:0}"
    "img,svg{width:100%;height:auto;border-radius:6px}\n"
    "table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .8rem "
    ".3rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}th{font-weight:600}"
    "td.n,th.n{text-align:right;white-space:nowrap}\n"
    "code,pre{font:.875rem ui-monospace,monospace}pre{background:var(--box);border-radius:6px;padding:.75rem;"
    "white-space:pre-wrap;overflow-wrap:anywhere}\n"
    "td.met{color:var(--good)}td.missed{color:var(--bad)}td.met,td.missed,td.open{white-space:nowrap}\n"
    "svg{background:var(--box)}svg text{font-size:12px;fill:var(--dim)}svg path{fill:none}"
    ".grid{stroke:var(--line)}.value{stroke:var(--value);stroke-width:2}"
    ".closed{stroke:var(--closed);stroke-width:2;stroke-dasharray:6 4}"
    "rect.met{fill:var(--good);fill-opacity:.35}rect.missed{fill:var(--bad);fill-opacity:.35}"
    "rect.open{fill:var(--dim);fill-opacity:.35}\n";

// <tag>text</tag>, or with attributes in `tag`.
static void writeElement(FILE* file, const char* tag, const char* text)
{
    fprintf(file, "<%s>", tag);
    gelWriteEscaped(file, text);
    fprintf(file, "</%.*s>", (int)strcspn(tag, " "), tag);
}

static void writeLine(FILE* file, const char* tag, const char* text)
{
    writeElement(file, tag, text);
    fputc('\n', file);
}

static void writeRow(FILE* file, const char* name, const char* text)
{
    fputs("<tr>", file);
    writeElement(file, "th scope=\"row\"", name);
    writeElement(file, "td", text);
    fputs("</tr>\n", file);
}

static void writeQuestion(FILE* file, const gelLesson* lesson)
{
    fputs("<section class=\"lesson\">\n", file);
    writeLine(file, "h2", "Question");
    writeLine(file, "p", lesson->question);
    if (lesson->choiceCount > 0)
        fputs("<ol type=\"a\">\n", file);
    for (int i = 0; i < lesson->choiceCount; i++)
        writeLine(file, "li", lesson->choices[i]);
    if (lesson->choiceCount > 0)
        fputs("</ol>\n", file);
    fputs("</section>\n", file);
}

static void writeAnswer(FILE* file, const gelReport* report, const gelLesson* lesson)
{
    fputs("<section class=\"lesson\">\n", file);
    writeLine(file, "h2", "Answer");
    if (lesson->choiceCount > 0)
        writeLine(file, "p", lesson->choices[lesson->rightChoice]);
    writeLine(file, "p", lesson->answer);
    writeLine(file, "h2", "To try");
    fputs("<ol>\n", file);
    for (int i = 0; i < lesson->stepCount; i++)
        writeLine(file, "li", lesson->steps[i]);
    fputs("</ol>\n", file);
    if (lesson->setups[0][0] != '\0') {
        char text[gel_quotedSize + 500];
        snprintf(text, sizeof text, "gel compare %s --a %s --b %s", GEL_QUOTED(report->scenePath),
                 lesson->setups[0], lesson->setups[1]);
        writeLine(file, "pre", text);
    }
    if (lesson->source[0] != '\0')
        writeLine(file, "p class=\"dim\"", lesson->source);
    fputs("</section>\n", file);
}

static void writePictures(FILE* file, const gelReport* report)
{
    const gelPictures* pictures = report->pictures;
    writeLine(file, "h2", "Pictures");
    if (pictures->note[0] != '\0') {
        fputs("<p class=\"dim\">", file);
        gelWriteEscaped(file, "There are none: ");
        gelWriteEscaped(file, pictures->note);
        fputs(".</p>\n", file);
        return;
    }
    fputs("<div class=\"row pictures\">\n", file);
    for (int i = 0; i < pictures->count; i++) {
        char text[cell];
        snprintf(text, sizeof text, "%.4g s", pictures->frames[i] * report->play->timeStep);
        fprintf(file, "<figure><img alt=\"The scene at %s\" src=\"data:image/png;base64,", text);
        gelWriteBase64(file, pictures->files[i], pictures->sizes[i]);
        fputs("\">", file);
        writeElement(file, "figcaption", text);
        fputs("</figure>\n", file);
    }
    fputs("</div>\n", file);
}

static void writeVerdict(FILE* file, const gelProbeTable* table, int index)
{
    gelVerdictText text = gelDescribeVerdict(table, index);
    char tag[cell];
    snprintf(tag, sizeof tag, "td class=\"%s\"", gelOutcomeText(text.outcome));
    fputs("<tr><td>", file);
    gelWriteEscaped(file, text.what);
    fputs("<br>", file);
    writeElement(file, "span class=\"dim\"", text.problem[0] == '\0' ? text.note : text.problem);
    fputs("</td>", file);
    writeElement(file, "td class=\"n\"", text.expected);
    writeElement(file, "td class=\"n\"", text.measured);
    writeElement(file, "td class=\"n\"", text.error);
    writeElement(file, "td class=\"n\"", text.allowed);
    writeElement(file, tag, gelOutcomeText(text.outcome));
    fputs("</tr>\n", file);
}

static void writeNumbers(FILE* file, const gelProbeTable* table)
{
    int count = gelScene_GetExpectationCount(table->scene);
    if (table->probes == NULL || count == 0)
        return;
    writeLine(file, "h2", "Numbers");
    fputs("<table>\n<tr><th>Expectation</th><th class=\"n\">expected</th><th class=\"n\">measured</th>"
          "<th class=\"n\">error</th><th class=\"n\">allowed</th><th></th></tr>\n",
          file);
    for (int i = 0; i < count; i++)
        writeVerdict(file, table, i);
    fputs("</table>\n", file);
}

static void writeCurves(FILE* file, const gelProbeTable* table)
{
    int count = gelScene_GetProbeCount(table->scene), shown = count < maxCurves ? count : maxCurves;
    if (table->probes == NULL || count == 0)
        return;
    writeLine(file, "h2", "Curves");
    fputs("<div class=\"row\">\n", file);
    for (int i = 0; i < shown; i++) {
        gelProbeInfo info = gelScene_GetProbe(table->scene, i);
        double unused;
        char text[cell];
        snprintf(text, sizeof text, "%.100s: %s%s%s%s", info.name, info.measure,
                 info.unit[0] != '\0' ? ", " : "", info.unit,
                 gelProbes_GetCurve(table->probes, i, 0.0, &unused) ? "; dashed: the closed form" : "");
        fputs("<figure>\n", file);
        gelWriteCurve(file, table, i);
        writeElement(file, "figcaption", text);
        fputs("</figure>\n", file);
    }
    fputs("</div>\n", file);
    if (shown < count)
        fprintf(file, "<p class=\"dim\">%d more probes are not shown.</p>\n", count - shown);
}

// "youngModulus 1e+05 Pa, poissonRatio 0.4": those that apply, and all or such as differ from their default.
static void describeSettings(gelSettingGroup group, const void* values, bool all, char text[2000])
{
    int count, length = 0;
    const gelSetting* rows = gelGetSettings(group, &count);
    text[0] = '\0';
    for (int i = 0; i < count && length < 1800; i++) {
        double v[3];
        gelReadSetting(&rows[i], values, v);
        bool isUsual = v[0] == rows[i].usual[0] && (rows[i].valueType != gel_settingVector ||
                                                    (v[1] == rows[i].usual[1] && v[2] == rows[i].usual[2]));
        if ((isUsual && !all) || !gelSettingCounts(&rows[i], values))
            continue;
        length +=
            snprintf(text + length, 2000 - (size_t)length, "%s%s ", length > 0 ? ", " : "", rows[i].name);
        if (rows[i].valueType == gel_settingVector)
            length += snprintf(text + length, 2000 - (size_t)length, "(%g, %g, %g)", v[0], v[1], v[2]);
        else if (rows[i].valueType == gel_settingChoice)
            length += snprintf(text + length, 2000 - (size_t)length, "%s", rows[i].choices[(int)v[0]]);
        else if (rows[i].valueType == gel_settingSwitch)
            length += snprintf(text + length, 2000 - (size_t)length, "%s", v[0] != 0.0 ? "on" : "off");
        else
            length += snprintf(text + length, 2000 - (size_t)length, "%g", v[0]);
        if (rows[i].unit[0] != '\0')
            length += snprintf(text + length, 2000 - (size_t)length, " %s", rows[i].unit);
    }
    if (length == 0)
        snprintf(text, 2000, "all defaults");
}

static void writeBody(FILE* file, const gelPlay* play, int index)
{
    gelBodyId id = gelWorld_GetBody(play->world, index);
    const gelTetMesh* mesh = gelBody_GetMesh(play->world, id);
    gelMaterial material = gelDefaultMaterial();
    char text[2000];
    const char* name = gelScene_GetBodyName(play->scene, play->world, id);
    if (mesh == NULL)
        return;
    gelBody_GetMaterial(play->world, id, &material);
    snprintf(text, sizeof text, "%d%s%s", index + 1, name[0] != '\0' ? " " : "", name);
    fputs("<tr>", file);
    writeElement(file, "td", text);
    writeElement(file, "td class=\"n\"", GEL_GROUPED(mesh->vertexCount));
    writeElement(file, "td class=\"n\"", GEL_GROUPED(mesh->tetCount));
    describeSettings(gel_materialSettings, &material, true, text);
    writeElement(file, "td", text);
    fputs("</tr>\n", file);
}

static void writeBodies(FILE* file, const gelPlay* play)
{
    int count = gelWorld_GetBodyCount(play->world);
    writeLine(file, "h2", "Bodies at the end");
    fputs(
        "<table>\n<tr><th>Body</th><th class=\"n\">vertices</th><th class=\"n\">tets</th><th>material</th></tr>\n",
        file);
    for (int i = 0; i < count && i < maxBodies; i++)
        writeBody(file, play, i);
    fputs("</table>\n", file);
    if (count > maxBodies)
        fprintf(file, "<p class=\"dim\">%s more are not listed.</p>\n", GEL_GROUPED(count - maxBodies));
}

static void writeSetup(FILE* file, const gelReport* report)
{
    const gelPlay* play = report->play;
    char text[2000];
    writeLine(file, "h2", "How it was stepped");
    fputs("<table>\n", file);
    snprintf(text, sizeof text, "%d frames of %.6g s, %d substeps each", play->frames, play->timeStep,
             play->def.substepCount);
    writeRow(file, "steps", text);
    describeSettings(gel_worldSettings, &play->def, false, text);
    writeRow(file, "world", text);
    const char* change;
    for (int i = 0; (change = gelScene_GetChange(play->scene, i)) != NULL; i++)
        writeRow(file, i == 0 ? "set" : "", change);
    writeRow(file, "order", gelConstraintOrderText(play->def.order));
    writeRow(file, "back end", gelWorld_GetBackendText(play->world));
    snprintf(text, sizeof text, "gel %s", gelVersionText());
    writeRow(file, "version", text);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)play->hash);
    writeRow(file, "hash of the last frame", text);
    fputs("</table>\n", file);
    writeLine(file, "p class=\"dim\"", "To make this page again:");
    writeLine(file, "pre", report->command);
}

void gelWriteReport(FILE* file, const gelReport* report)
{
    const gelPlay* play = report->play;
    gelLesson lesson;
    bool hasLesson = gelScene_GetLesson(play->scene, &lesson);
    const char* title = hasLesson ? lesson.title : gelScene_GetName(play->scene);
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
          file);
    writeLine(file, "title", title);
    fprintf(file, "<style>\n%s</style>\n</head>\n<body>\n<main>\n", style);
    writeLine(file, "h1", title);
    writeLine(file, "p class=\"dim\"", report->scenePath);
    if (hasLesson)
        writeQuestion(file, &lesson);
    writePictures(file, report);
    writeNumbers(file, &play->probes);
    writeCurves(file, &play->probes);
    if (hasLesson)
        writeAnswer(file, report, &lesson);
    writeBodies(file, play);
    writeSetup(file, report);
    fputs("</main>\n</body>\n</html>\n", file);
}
