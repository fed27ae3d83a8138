#include "surface/io/look_files.h"
#include "base/text_reader.h"

#include <string.h>

int gelFindImage(gelSurfaceAppearance* look, const char* name, size_t length)
{
    for (int i = 0; i < look->imageCount; i++)
        if (gelWordIs((gelWord){name, length}, look->images[i].name))
            return i;
    return gelAddImage(look, name, length);
}

// An option of a texture, with its values.
static void passOption(gelTextReader* text)
{
    double number;
    gelNextWord(text);
    for (gelWord word = gelPeekWord(text);
         gelParseReal(word, &number) || gelWordIs(word, "on") || gelWordIs(word, "off");
         word = gelPeekWord(text))
        gelNextWord(text);
}

gelWord gelPeekFileName(const gelTextReader* text)
{
    gelTextReader line = *text;
    gelWord first = gelPeekWord(text), name = gelRestOfLine(&line);
    if (first.length == 0)
        return first;
    name.length -= (size_t)(first.text - name.text);
    name.text = first.text;
    while (name.length > 0 && strchr(" \t\r", name.text[name.length - 1]) != NULL)
        name.length--;
    return name;
}

// Warns of a problem in the current line, for one that is no error.
static void warnOf(const gelTextReader* text, const char* what)
{
    gelLog(gel_logWarning, "%s:%d: %s", text->path, text->line, what);
}

static gelStatus readTexture(gelTextReader* text, gelSurfaceAppearance* look, gelSurfaceMaterial* material)
{
    while (gelPeekWord(text).length > 0 && gelPeekWord(text).text[0] == '-') {
        if (gelWordIs(gelPeekWord(text), "-imfchan") || gelWordIs(gelPeekWord(text), "-type"))
            gelNextWord(text); // its value is a word
        passOption(text);
    }
    gelWord name = gelPeekFileName(text);
    if (name.length == 0)
        return gel_success;
    material->image = gelFindImage(look, name.text, name.length);
    return material->image >= 0 ? gel_success : gelFailMemory(1, sizeof *look->images);
}

// Reads a colour of a screen (sRGB), and stores it linear.
static void readColour(gelTextReader* text, gelSurfaceMaterial* material)
{
    double values[3];
    for (int k = 0; k < 3; k++)
        if (!gelParseReal(gelNextWord(text), &values[k])) {
            warnOf(text, "expected three numbers from 0 to 1 after Kd; the colour is ignored");
            return;
        }
    for (int k = 0; k < 3; k++)
        material->colour[k] = gelLinearColour(values[k]);
}

static gelStatus readMaterialLine(gelTextReader* text, gelSurfaceAppearance* look, int* current)
{
    gelWord word = gelNextWord(text);
    gelStatus status = gel_success;
    gelSurfaceMaterial* material = *current >= 0 ? &look->list[*current] : NULL;
    if (gelWordIs(word, "newmtl")) {
        gelWord name = gelPeekFileName(text);
        if (look->materialCount == gel_maxMaterials) {
            warnOf(text, "expected at most 1000 materials; the others are ignored");
            text->position = text->size;
            return gel_success;
        }
        *current = gelAddMaterial(look, name.text, name.length);
        if (*current < 0)
            return gelFailMemory(1, sizeof *look->list);
        for (int k = 0; k < 3; k++)
            look->list[*current].colour[k] = gelLinearColour(0.8); // usual where a file gives none
    } else if (material != NULL && gelWordIs(word, "Kd"))
        readColour(text, material);
    else if (material != NULL && gelWordIs(word, "map_Kd"))
        status = readTexture(text, look, material);
    gelRestOfLine(text);
    return status;
}

// A texture under a black colour would be black, which nobody means.
static void brighten(gelSurfaceMaterial* material)
{
    bool isBlack = material->colour[0] + material->colour[1] + material->colour[2] == 0.0f;
    for (int k = 0; k < 3 && isBlack && material->image >= 0; k++)
        material->colour[k] = 1.0f;
}

gelStatus gelReadMaterials(const gelReferences* references, const char* name, gelSurfaceAppearance* look)
{
    char place[gel_pathSize];
    gelTextReader text;
    int current = -1, first = look->materialCount;
    const char* reason =
        gelFindReference(references, name, place) ? gelReasonAgainst(references, place) : "a long name";
    if (reason != NULL) {
        gelLog(gel_logWarning, "%s: its materials %s are ignored, which is %s", references->path, name,
               reason);
        return gel_success;
    }
    gelStatus status = gelOpenText(place, &text);
    if (status == gel_outOfMemory)
        return status;
    if (status != gel_success) {
        gelLog(gel_logWarning, "%s: its materials are ignored: %s", references->path, gelLastError());
        return gel_success;
    }
    text.comment = '#';
    text.byLine = true;
    while (status == gel_success && gelNextLine(&text))
        status = readMaterialLine(&text, look, &current);
    gelCloseText(&text);
    for (int i = first; i < look->materialCount; i++)
        brighten(&look->list[i]);
    return status;
}

// The reason why an image cannot be used: "it VERB REASON".
typedef struct Fault {
    const char *verb, *reason;
} Fault;

static gelStatus readImage(const gelReferences* references, gelSurfaceImage* image, Fault* fault)
{
    char place[gel_pathSize];
    gelTextReader file;
    size_t size = 0;
    bool isShort = gelFindReference(references, image->name, place);
    *fault = (Fault){"is", isShort ? gelReasonAgainst(references, place) : "a name that is too long"};
    if (fault->reason != NULL)
        return gel_success;
    gelStatus status = gelCheckFile(place, &size);
    if (status == gel_success && size > gel_largestImage) {
        *fault = (Fault){"has", "more than 64 MiB"};
        return gel_success;
    }
    if (status == gel_success)
        status = gelOpenText(place, &file);
    if (status != gel_success) {
        *fault = (Fault){"cannot be read:", gelLastError()};
        return status == gel_outOfMemory ? status : gel_success;
    }
    image->bytes = (unsigned char*)file.bytes;
    image->size = file.size;
    return gel_success;
}

static void dropImage(gelSurfaceAppearance* look, int index)
{
    gelSurfaceImage* image = &look->images[index];
    gelFree(image->bytes);
    image->bytes = NULL;
    image->size = 0;
    for (int i = 0; i < look->materialCount; i++)
        if (look->list[i].image == index)
            look->list[i].image = -1;
}

gelStatus gelReadImages(const char* path, gelSurfaceAppearance* look)
{
    gelReferences references;
    gelBeginReferences(path, &references);
    gelStatus status = gel_success;
    for (int i = 0; i < look->imageCount && status == gel_success; i++) {
        gelSurfaceImage* image = &look->images[i];
        Fault fault = {"is", NULL};
        if (image->bytes == NULL && image->name[0] == '*')
            fault.reason = "of a kind that is not supported";
        else if (image->bytes == NULL)
            status = readImage(&references, image, &fault);
        if (status == gel_success && fault.reason == NULL)
            fault = (Fault){"is", gelCheckImage(image->bytes, image->size)};
        if (fault.reason == NULL)
            continue;
        gelLog(gel_logWarning, "%s: the texture %s is ignored: it %s %s", path, image->name, fault.verb,
               fault.reason);
        dropImage(look, i);
    }
    return status;
}
