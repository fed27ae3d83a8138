// gelRecordingText_AddEvent writes one event per line, so a cut recording is checked line by line.
#include "scene/cut_recording.h"
#include "base/text_reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char headStart[] = "{\n    \"scene\": ", headEnd[] = "\n    \"input\": [",
                  eventStart[] = "        {\"frame\":", inputEnd[] = "    ],",
                  framesKey[] = "    \"frames\": ";

typedef struct Cut {
    const char* text;
    size_t whole;  // bytes of it: all events of the frames below `frame`, and the hash of the state there
    size_t events; // bytes up to the last event that is whole
    int64_t frame; // of that event
    bool isHash;   // is it the hash of that frame's state?
    bool hasEnd;   // the list of events is whole
    int64_t frames;
} Cut;

static bool beginsWith(const char* line, const char* end, const char* start)
{
    size_t length = strlen(start);
    return (size_t)(end - line) >= length && memcmp(line, start, length) == 0;
}

// Takes over a line if it is a whole event, and has one after it or none.
static gelStatus takeEvent(Cut* cut, const char* line, const char* end, bool* isWhole)
{
    *isWhole = false;
    if (!beginsWith(line, end, eventStart))
        return gel_success;
    const char* last = end[-1] == ',' ? end - 1 : end;
    cJSON* event = cJSON_ParseWithLength(line, (size_t)(last - line));
    if (event == NULL && gelJsonMemoryRanOut((size_t)(end - line)))
        return gelFail(gel_outOfMemory, "out of memory for an event of %zu bytes", (size_t)(end - line));
    double frame = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(event, "frame"));
    *isWhole = cJSON_GetArraySize(event) > 1 && frame >= (double)cut->frame && frame <= 1e9;
    if (*isWhole) {
        if ((int64_t)frame > cut->frame)
            cut->whole = cut->events;
        cut->frame = (int64_t)frame;
        cut->events = (size_t)(last - cut->text);
        cut->isHash = cJSON_GetObjectItemCaseSensitive(event, "hash") != NULL;
        if (cut->isHash)
            cut->whole = cut->events;
    }
    cJSON_Delete(event);
    return gel_success;
}

// After the list of events, if a blank or comma shows that no digit is missing.
static void takeFrames(Cut* cut, const char* line, const char* fileEnd)
{
    char* end;
    if (!cut->hasEnd || !beginsWith(line, fileEnd, framesKey))
        return;
    int64_t frames = strtoll(line + strlen(framesKey), &end, 10);
    if (*end == '\n' || *end == ',')
        cut->frames = frames > cut->frames ? frames : cut->frames;
}

// A journal may have been killed as it replaced what stood in its middle.
static bool isJournal(const char* path)
{
    static const char ending[] = ".part";
    size_t length = strlen(path), own = sizeof ending - 1;
    return length > own && strcmp(path + length - own, ending) == 0;
}

// `isCut` is false where an event follows what is no event: somebody made a mistake in the middle.
static gelStatus takeLines(Cut* cut, const char* line, const char* fileEnd, bool* isCut)
{
    bool isOver = false, isWhole;
    *isCut = true;
    while (line < fileEnd && *isCut) {
        const char* end = memchr(line, '\n', (size_t)(fileEnd - line));
        end = end != NULL ? end : fileEnd;
        Cut before = *cut;
        gelStatus status = takeEvent(cut, line, end, &isWhole);
        if (status != gel_success)
            return status;
        if (isOver && isWhole) {
            *cut = before;
            *isCut = false;
        }
        isOver |= !isWhole;
        cut->hasEnd |= beginsWith(line, end, inputEnd);
        takeFrames(cut, line, fileEnd);
        line = end + (end < fileEnd);
    }
    return gel_success;
}

static gelStatus parse(const char* path, const Cut* cut, cJSON** document)
{
    char end[64];
    size_t length = (size_t)snprintf(end, sizeof end, "\n],\"frames\":%" PRId64 "}", cut->frames);
    char* text = gelAllocate(cut->whole + length + 1, 1);
    if (text == NULL)
        return gelFailMemory(cut->whole + length + 1, 1);
    memcpy(text, cut->text, cut->whole);
    memcpy(text + cut->whole, end, length);
    *document = cJSON_ParseWithLength(text, cut->whole + length);
    bool lacksMemory = *document == NULL && gelJsonMemoryRanOut(cut->whole + length);
    gelFree(text);
    if (lacksMemory)
        return gelFail(gel_outOfMemory, "%s: out of memory while parsing %zu bytes of JSON", path,
                       cut->whole);
    if (*document != NULL)
        gelLog(gel_logWarning, "%s: cut off while it was written; it is read up to frame %" PRId64, path,
               cut->frames);
    return gel_success;
}

static gelStatus mend(const char* path, const gelTextReader* reader, cJSON** document)
{
    bool isCut;
    const char *end = reader->bytes + reader->size, *head = strstr(reader->bytes, headEnd);
    if (!beginsWith(reader->bytes, end, headStart) || head == NULL)
        return gel_success;
    const char* first = head + strlen(headEnd);
    Cut cut = {.text = reader->bytes};
    cut.whole = cut.events = (size_t)(first - reader->bytes);
    gelStatus status = takeLines(&cut, first + (*first == '\n'), end, &isCut);
    if (status != gel_success || (!isCut && !isJournal(path)))
        return status;
    int64_t begun = cut.frame + !cut.isHash; // an event that is no hash was followed by its frame
    if (cut.events == (size_t)(first - reader->bytes))
        begun = 0;
    if (cut.hasEnd)
        cut.whole = cut.events;
    cut.frames = !cut.hasEnd ? cut.frame : cut.frames > begun ? cut.frames : begun;
    if (cut.frames < 1)
        return gelFail(gel_formatError,
                       "%s: cut off before its first frame was complete; nothing is left to repeat", path);
    return parse(path, &cut, document);
}

gelStatus gelReadCutRecording(const char* path, cJSON** document)
{
    gelTextReader reader;
    *document = NULL;
    gelStatus status = gelOpenText(path, &reader);
    if (status != gel_success)
        return status;
    status = mend(path, &reader, document);
    gelCloseText(&reader);
    return status;
}
