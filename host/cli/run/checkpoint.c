#define _POSIX_C_SOURCE 200809L // access
#include "run/checkpoint.h"
#include "files/system.h"
#include "app/memory.h"
#include "common/clock.h"
#include "files/generated_file.h"
#include "files/temporary_file.h"
#include "files/permissions.h"
#include "run/probe_rows.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// Minimum time between two checkpoints, s, and the maximum share of the time that they cost.
static const double minInterval = 10.0, maxShare = 0.01;

// The options that name the results; without the dashes, their names in the notes.
static const char* const resultOptions[] = {"--out", "--csv", "--contacts"};

// Returns the result next to which the checkpoint lies. NULL: there is none.
static const char* firstResult(const char* const results[gel_resultCount])
{
    int i = 0;
    while (i < gel_resultCount - 1 && results[i] == NULL)
        i++;
    return results[i];
}

static const char* baseOf(const char* path)
{
    const char* slash = gelLastSlash(path);
    return slash != NULL ? slash + 1 : path;
}

// Describes the run by names and values, which are compared one by one when it is resumed.
static cJSON* describe(const gelCheckpointDef* def, const gelPlay* play)
{
    char key[64], text[5000];
    cJSON* of = cJSON_CreateObject();
    gelWorldDef world = gelWorld_GetDef(play->world);
    const char* name;
    cJSON_AddNumberToObject(of, "--frames", def->frames);
    cJSON_AddNumberToObject(of, "--first", def->first);
    cJSON_AddNumberToObject(of, "--every", def->every);
    cJSON_AddNumberToObject(of, "--mesh", def->mesh);
    cJSON_AddNumberToObject(of, "--body", def->body);
    for (int i = 0; i < gel_resultCount; i++)
        cJSON_AddStringToObject(of, resultOptions[i],
                                def->results[i] != NULL ? baseOf(def->results[i]) : "none");
    for (int i = 0; (name = gelScene_GetFileName(play->scene, i)) != NULL; i++) {
        snprintf(key, sizeof key, "file %d of the scene", i + 1);
        snprintf(text, sizeof text, "%s, hash %016" PRIx64, baseOf(name), gelScene_HashFile(play->scene, i));
        cJSON_AddStringToObject(of, key, text);
    }
    for (int i = 0; (name = gelScene_GetChange(play->scene, i)) != NULL; i++) {
        snprintf(key, sizeof key, "value %d that is set", i + 1);
        cJSON_AddStringToObject(of, key, name);
    }
    int count;
    const gelSetting* settings = gelGetSettings(gel_worldSettings, &count);
    for (int i = 0; i < count; i++) {
        double numbers[3] = {0.0, 0.0, 0.0};
        gelReadSetting(&settings[i], &world, numbers);
        snprintf(text, sizeof text, "%.9g %.9g %.9g", numbers[0], numbers[1], numbers[2]);
        cJSON_AddStringToObject(of, settings[i].name, text);
    }
    return of;
}

static int failNotes(gelCheckpoint* checkpoint, const char* what)
{
    return gelReportError(checkpoint->output, gel_exitInput, "--resume: %s %s; start afresh without --resume",
                          checkpoint->path, what);
}

// The first difference between the two, in either direction.
static int compare(gelCheckpoint* checkpoint, const cJSON* then)
{
    for (int side = 0; side < 2; side++)
        for (const cJSON* item = (side == 0 ? checkpoint->of : then)->child; item != NULL;
             item = item->next) {
            const cJSON *a = cJSON_GetObjectItemCaseSensitive(then, item->string),
                        *b = cJSON_GetObjectItemCaseSensitive(checkpoint->of, item->string);
            if (a != NULL && b != NULL && cJSON_Compare(a, b, true))
                continue;
            char *textA = a != NULL ? cJSON_PrintUnformatted(a) : NULL,
                 *textB = b != NULL ? cJSON_PrintUnformatted(b) : NULL;
            int code = gelReportError(checkpoint->output, gel_exitInput,
                                      "--resume: %s is of another run: %s was %s, and is %s now",
                                      checkpoint->path, item->string, textA != NULL ? textA : "not there",
                                      textB != NULL ? textB : "not there");
            cJSON_free(textA);
            cJSON_free(textB);
            return code;
        }
    return gel_exitDone;
}

static const char* textOf(const cJSON* notes, const char* key)
{
    const char* text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(notes, key));
    return text != NULL ? text : "";
}

static int64_t numberOf(const cJSON* notes, const char* key)
{
    double number = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(notes, key)); // NAN: not there
    return number >= -1.0 && number < 9e15 ? (int64_t)number : -2;
}

// NULL, with a message of the library, if there is no such file or it is damaged.
static bool readNotes(gelCheckpoint* checkpoint)
{
    if (gelReadSnapshot(checkpoint->path, NULL, NULL, &checkpoint->noteBytes, &checkpoint->noteSize) !=
        gel_success)
        return false;
    checkpoint->notes = cJSON_Parse(checkpoint->noteBytes);
    return true;
}

// Whether a text is the ending of a kept file's name: ".gel-....kept".
static bool isEnding(const char* ending)
{
    size_t length = strlen(ending);
    return strncmp(ending, ".gel-", 5) == 0 && length > 10 && strcmp(ending + length - 5, ".kept") == 0 &&
           strchr(ending, '/') == NULL;
}

// Returns the path of a result as the notes have it. NULL: there was none.
static const char* notedResult(const cJSON* notes, int result)
{
    const char* path = textOf(notes, resultOptions[result] + 2);
    return path[0] != '\0' ? path : NULL;
}

static bool areWhole(const gelCheckpoint* checkpoint)
{
    const cJSON* notes = checkpoint->notes;
    const char* ending = textOf(notes, "ending");
    size_t probes =
        checkpoint->play->probes.probes != NULL ? (size_t)gelScene_GetProbeCount(checkpoint->play->scene) : 0;
    size_t rows = checkpoint->noteSize > 0 ? checkpoint->noteSize - strlen(checkpoint->noteBytes) - 1 : 0;
    int64_t frame = numberOf(notes, "frame");
    return frame >= -1 && frame <= checkpoint->def.frames && isEnding(ending) &&
           strlen(ending) < sizeof checkpoint->ending &&
           (checkpoint->play->probes.probes == NULL || frame < 0 ||
            rows == (size_t)(frame + 1) * (probes + 1) * sizeof(double));
}

// Returns the path that a result of the notes has in this run, "" for none. The notes may be a
// copy, with the folder of another run, whose own files are not this one's to move or remove.
static const char* nameHere(const gelCheckpoint* checkpoint, int result, char name[4300])
{
    const char *own = checkpoint->def.results[result], *noted = notedResult(checkpoint->notes, result),
               *base = firstResult(checkpoint->def.results);
    if (noted == NULL)
        return "";
    if (own != NULL && strcmp(baseOf(own), baseOf(noted)) == 0)
        return own;
    snprintf(name, 4300, "%.*s%s", (int)(baseOf(base) - base), base, baseOf(noted));
    return name; // of an earlier run with more results: next to its checkpoint
}

// Renames a kept file that has got its name since back to the kept name. A file older than the run
// is of another run, and stays.
static bool takeBackFile(const gelCheckpoint* checkpoint, const char* path)
{
    char target[gel_pathSize], kept[4400];
    struct stat found;
    if (path[0] == '\0' || !gelFollowLinks(path, target, sizeof target) ||
        !gelNameKeptTemporary(path, textOf(checkpoint->notes, "ending"), kept, sizeof kept) ||
        stat(kept, &found) == 0 || errno != ENOENT || stat(target, &found) != 0 ||
        (int64_t)found.st_mtime < numberOf(checkpoint->notes, "begun"))
        return true;
    return rename(target, kept) == 0;
}

// Removes the kept part of a file. Always true: other actions may fail.
static bool removeKept(const gelCheckpoint* checkpoint, const char* path)
{
    char name[4400];
    if (path[0] != '\0' && gelNameKeptTemporary(path, textOf(checkpoint->notes, "ending"), name, sizeof name))
        remove(name);
    return true;
}

typedef bool FileAction(const gelCheckpoint* checkpoint, const char* path);

// Applies the action to the tables. Returns false as soon as it fails.
static bool forTables(const gelCheckpoint* checkpoint, FileAction* act)
{
    char name[4300];
    return act(checkpoint, nameHere(checkpoint, gel_resultCsv, name)) &&
           act(checkpoint, nameHere(checkpoint, gel_resultContacts, name));
}

// Applies the action to the files of --out from `file` to before `fileEnd`, and to the files of
// --contacts from `frame` to before `frameEnd`. Returns false as soon as it fails.
static bool forFiles(const gelCheckpoint* checkpoint, FileAction* act, int64_t file, int64_t fileEnd,
                     int64_t frame, int64_t frameEnd)
{
    char room[4300], name[4400];
    const cJSON* of = cJSON_GetObjectItemCaseSensitive(checkpoint->notes, "of");
    const gelBakeDef def = {.path = nameHere(checkpoint, gel_resultOut, room),
                            .frameCount = (int)numberOf(checkpoint->notes, "samples"),
                            .first = (int)numberOf(of, "--first"),
                            .every = (int)numberOf(of, "--every")};
    bool ok = true;
    for (int i = (int)file; i < fileEnd && ok && gelGetBakeFileName(&def, i, name, sizeof name); i++)
        ok = act(checkpoint, name);
    const char* contacts = nameHere(checkpoint, gel_resultContacts, room);
    for (int i = (int)frame; i < frameEnd && ok && gelIsContactIndex(contacts); i++) {
        gelNameContactFrame(contacts, i, name, sizeof name);
        ok = act(checkpoint, name);
    }
    return ok;
}

// The run came to its end, and was killed or failed as it gave its results their names.
static bool takeBack(const gelCheckpoint* checkpoint)
{
    return forTables(checkpoint, takeBackFile) &&
           forFiles(checkpoint, takeBackFile, 0, numberOf(checkpoint->notes, "bake_files"), 1,
                    checkpoint->frame + 1);
}

// Removes the kept parts of --out from that file on, and of --contacts from that frame on.
static void clearFrom(const gelCheckpoint* checkpoint, int64_t file, int64_t frame)
{
    const cJSON* of = cJSON_GetObjectItemCaseSensitive(checkpoint->notes, "of");
    forFiles(checkpoint, removeKept, file, INT_MAX, frame, numberOf(of, "--frames") + 1);
}

static int resume(gelCheckpoint* checkpoint)
{
    if (access(checkpoint->path, F_OK) != 0 && errno == ENOENT)
        return gelReportError(
            checkpoint->output, gel_exitInput,
            "--resume: there is no %s: the run has ended, or was interrupted before its first "
            "checkpoint",
            checkpoint->path);
    if (!readNotes(checkpoint))
        return gelReportError(checkpoint->output, gel_exitInput, "--resume: %s", gelLastError());
    const cJSON* of = cJSON_GetObjectItemCaseSensitive(checkpoint->notes, "of");
    long process = gelLivingProcessOf(textOf(checkpoint->notes, "writer"));
    if (of == NULL)
        return failNotes(checkpoint, "is no checkpoint of gel run");
    int code = compare(checkpoint, of);
    if (code == gel_exitDone && process != 0)
        return gelReportError(checkpoint->output, gel_exitInput,
                              "--resume: process %ld is still writing it: wait for its end", process);
    if (code != gel_exitDone)
        return code;
    if (!areWhole(checkpoint))
        return failNotes(checkpoint, "holds notes that this gel cannot read");
    checkpoint->frame = (int)numberOf(checkpoint->notes, "frame");
    if (checkpoint->frame < 0)
        return failNotes(checkpoint, "is of a run that was interrupted before its first frame was kept");
    if (!takeBack(checkpoint))
        return gelReportError(checkpoint->output, gel_exitOutput,
                              "--resume: a result that has its name already cannot be gone on with: %s",
                              strerror(errno));
    checkpoint->begun = numberOf(checkpoint->notes, "begun");
    snprintf(checkpoint->ending, sizeof checkpoint->ending, "%s", textOf(checkpoint->notes, "ending"));
    checkpoint->isKept = checkpoint->isResuming = true;
    return gel_exitDone;
}

// Whether the file is a checkpoint of this result. One that is damaged, or of another version, is
// recognised by its first bytes alone.
static bool isCheckpoint(const gelCheckpoint* checkpoint)
{
    const cJSON* notes = checkpoint->notes;
    const char* results[gel_resultCount];
    for (int i = 0; i < gel_resultCount; i++)
        results[i] = notedResult(notes, i);
    const char* of = firstResult(results);
    return gelMayOverwrite(checkpoint->path, GEL_SNAPSHOTS_START) &&
           (checkpoint->noteBytes == NULL ||
            (isEnding(textOf(notes, "ending")) && of != NULL &&
             strcmp(baseOf(of), baseOf(firstResult(checkpoint->def.results))) == 0));
}

// Clears away an earlier run that nobody goes on with.
static int startAfresh(gelCheckpoint* checkpoint)
{
    if (access(checkpoint->path, F_OK) != 0 && (errno == ENOENT || errno == ENAMETOOLONG))
        return gel_exitDone;
    bool isRead = readNotes(checkpoint);
    if (!isCheckpoint(checkpoint))
        return gelReportError(
            checkpoint->output, gel_exitOutput,
            "%s is not known to be a checkpoint of this result: move it away, name another result, "
            "or add --no-checkpoint",
            checkpoint->path);
    long process = gelLivingProcessOf(textOf(checkpoint->notes, "writer"));
    if (process != 0) {
        gelPrintWarning(checkpoint->output, "process %ld writes %s as well: this run cannot be resumed",
                        process, checkpoint->path);
        checkpoint->path[0] = '\0';
    } else if (isRead) {
        clearFrom(checkpoint, 0, 1);
        forTables(checkpoint, removeKept);
        remove(checkpoint->path);
    } else {
        gelPrintWarning(checkpoint->output,
                        "%s is damaged, or of another version, and is removed; what that run kept stays: "
                        "remove the files that end in .kept",
                        checkpoint->path);
        remove(checkpoint->path);
    }
    return gel_exitDone;
}

bool gelNameCheckpoint(const char* const results[gel_resultCount], char* path, size_t size)
{
    char name[gel_pathSize];
    const char* base = firstResult(results);
    if (base == NULL)
        return false;
    int length = snprintf(name, sizeof name, "%s.gel-state", base);
    if (length < 0 || (size_t)length >= sizeof name || !gelFollowLinks(name, path, size))
        snprintf(path, size, "%s.gel-state", base); // which cannot be written
    return true;
}

int gelOpenCheckpoint(gelOutput* output, const gelCheckpointDef* def, gelPlay* play,
                      gelCheckpoint* checkpoint)
{
    char mark[gel_temporaryMarkSize];
    *checkpoint = (gelCheckpoint){.output = output, .def = *def, .play = play, .frame = -1};
    gelMarkTemporary(mark);
    gelNameCheckpoint(def->results, checkpoint->path, sizeof checkpoint->path);
    snprintf(checkpoint->ending, sizeof checkpoint->ending, "%s.kept", mark);
    checkpoint->last = gelMilliseconds() * 1e-3;
    checkpoint->begun = (int64_t)time(NULL);
    checkpoint->of = describe(def, play);
    if (gelMemoryRanOut()) // the description lacks something
        return gelReportStatus(output, gel_outOfMemory, gel_activityOutput);
    return def->resumes ? resume(checkpoint) : startAfresh(checkpoint);
}

void gelCheckpoint_SetBake(const gelCheckpoint* checkpoint, gelBakeDef* def)
{
    if (!checkpoint->isResuming)
        return;
    def->keptEnding = checkpoint->ending;
    def->kept.frameCount = (int)numberOf(checkpoint->notes, "bake_frames");
    def->kept.size = numberOf(checkpoint->notes, "bake_size");
}

// Behind the text of the notes.
static const void* rowsOf(const gelCheckpoint* checkpoint)
{
    return (const char*)checkpoint->noteBytes + strlen(checkpoint->noteBytes) + 1;
}

static int goOnTables(gelCheckpoint* checkpoint)
{
    const gelCheckpointDef* def = &checkpoint->def;
    const cJSON* notes = checkpoint->notes;
    gelContactTable* contacts = checkpoint->contacts;
    int code = gel_exitDone;
    if (def->results[gel_resultCsv] != NULL)
        code = gelGoOnTextFile(checkpoint->output, "csv", &checkpoint->play->probes.file, checkpoint->ending,
                               numberOf(notes, "csv_size"));
    if (def->results[gel_resultContacts] == NULL || code != gel_exitDone)
        return code;
    code = gelGoOnTextFile(checkpoint->output, "contacts", &contacts->file, checkpoint->ending,
                           numberOf(notes, "contacts_size"));
    contacts->rowCount = numberOf(notes, "contact_rows");
    if (code == gel_exitDone && contacts->isIndex &&
        !gelGoOnContactFrames(&contacts->file, &contacts->frames, checkpoint->ending, checkpoint->frame))
        code = gelReportStatus(checkpoint->output, gel_outOfMemory, gel_activityOutput);
    return code;
}

static bool keep(gelCheckpoint* checkpoint, int frame);

int gelCheckpoint_GoOn(gelCheckpoint* checkpoint)
{
    gelPlay* play = checkpoint->play;
    if (!checkpoint->isResuming)
        return gel_exitDone;
    int code = goOnTables(checkpoint);
    if (code != gel_exitDone)
        return code;
    gelStatus status = gelPutProbeRows(play, rowsOf(checkpoint), checkpoint->frame + 1);
    if (status == gel_success)
        status = gelReadSnapshot(checkpoint->path, play->world, play->player, NULL, NULL);
    if (status != gel_success)
        return gelReportStatus(checkpoint->output, status, gel_activityInput);
    // A run that was killed may have kept files for a checkpoint that it never wrote.
    clearFrom(checkpoint, numberOf(checkpoint->notes, "bake_files"), checkpoint->frame + 1);
    play->next = checkpoint->frame + 1;
    if (!keep(checkpoint, checkpoint->frame)) // which is ours from now on
        return gelReportStatus(checkpoint->output, gel_fileError, gel_activityOutput);
    checkpoint->isResuming = false;
    return gel_exitDone;
}

// Text, and the rows of the probes behind its end.
static void* makeNotes(const gelCheckpoint* checkpoint, cJSON* notes, size_t* size)
{
    char mark[gel_temporaryMarkSize];
    const gelCheckpointDef* def = &checkpoint->def;
    gelMarkTemporary(mark);
    cJSON_AddStringToObject(notes, "writer", mark);
    cJSON_AddStringToObject(notes, "ending", checkpoint->ending);
    for (int i = 0; i < gel_resultCount; i++)
        cJSON_AddStringToObject(notes, resultOptions[i] + 2, def->results[i] != NULL ? def->results[i] : "");
    cJSON_AddNumberToObject(notes, "begun", (double)checkpoint->begun);
    cJSON_AddNumberToObject(notes, "samples", def->sampleCount);
    cJSON_AddItemReferenceToObject(notes, "of", checkpoint->of);
    char* text = cJSON_PrintUnformatted(notes);
    size_t length = text != NULL ? strlen(text) + 1 : 0;
    *size = length + gelSizeOfProbeRows(checkpoint->play);
    char* bytes = text != NULL && !gelMemoryRanOut() ? gelNew(*size, 1) : NULL;
    if (bytes != NULL) {
        memcpy(bytes, text, length);
        gelCopyProbeRows(checkpoint->play, bytes + length);
    }
    cJSON_free(text);
    return bytes;
}

static bool failTable(gelCheckpoint* checkpoint)
{
    checkpoint->problem = strerror(errno);
    return false;
}

static bool keepFiles(gelCheckpoint* checkpoint, cJSON* notes)
{
    gelTextFile* csv = &checkpoint->play->probes.file;
    gelContactTable* contacts = checkpoint->contacts;
    gelBakeKept kept;
    int64_t size;
    if (checkpoint->bake != NULL) {
        if (gelBake_Keep(checkpoint->bake, checkpoint->ending, &kept) != gel_success)
            return false;
        cJSON_AddNumberToObject(notes, "bake_frames", kept.frameCount);
        cJSON_AddNumberToObject(notes, "bake_files", kept.fileCount);
        cJSON_AddNumberToObject(notes, "bake_size", (double)kept.size);
    }
    if (csv->file != NULL) {
        if (!gelKeepTextFile(csv, checkpoint->ending, &size))
            return failTable(checkpoint);
        cJSON_AddNumberToObject(notes, "csv_size", (double)size);
    }
    if (contacts == NULL || contacts->file.file == NULL)
        return true;
    if (!gelKeepContactFrames(&contacts->frames, checkpoint->ending) ||
        !gelKeepTextFile(&contacts->file, checkpoint->ending, &size))
        return failTable(checkpoint);
    cJSON_AddNumberToObject(notes, "contacts_size", (double)size);
    cJSON_AddNumberToObject(notes, "contact_rows", (double)contacts->rowCount);
    return true;
}

// Keeps the files of that frame, -1 for none, and writes the checkpoint. Only those may read it who
// may read the former result, or its first file: it holds all positions.
static bool writeCheckpoint(gelCheckpoint* checkpoint, int frame)
{
    size_t size = 0;
    char name[4300];
    const gelCheckpointDef* def = &checkpoint->def;
    const char* result = firstResult(def->results);
    const gelBakeDef bake = {.path = def->results[gel_resultOut],
                             .frameCount = def->sampleCount,
                             .first = def->first,
                             .every = def->every};
    if (bake.path != NULL && gelGetBakeFileName(&bake, 0, name, sizeof name))
        result = name;
    cJSON* notes = cJSON_CreateObject();
    cJSON_AddNumberToObject(notes, "frame", frame);
    bool isKept = frame < 0 || keepFiles(checkpoint, notes);
    void* bytes = isKept ? makeNotes(checkpoint, notes, &size) : NULL;
    cJSON_Delete(notes);
    mode_t mask = gelNarrowMask(result);
    isKept = bytes != NULL && gelWriteSnapshot(checkpoint->path, checkpoint->play->world,
                                               checkpoint->play->player, bytes, size) == gel_success;
    umask(mask);
    free(bytes);
    return isKept;
}

// Files are kept only once a checkpoint records which run they belong to, so that a later run can
// remove them.
static bool keep(gelCheckpoint* checkpoint, int frame)
{
    double start = gelMilliseconds() * 1e-3;
    checkpoint->problem = NULL;
    bool ok = checkpoint->isKept || (checkpoint->isOurs = writeCheckpoint(checkpoint, -1));
    ok = ok && writeCheckpoint(checkpoint, frame);
    checkpoint->last = gelMilliseconds() * 1e-3;
    checkpoint->seconds = checkpoint->last - start;
    if (!ok)
        return false;
    checkpoint->frame = frame;
    checkpoint->isKept = checkpoint->isOurs = true;
    return true;
}

static bool isDue(const gelCheckpoint* checkpoint, int frame)
{
    if (checkpoint->path[0] == '\0' || frame == checkpoint->def.frames)
        return false;
    if (checkpoint->def.interval > 0)
        return frame % checkpoint->def.interval == 0;
    double interval = fmax(minInterval, checkpoint->seconds / maxShare);
    return gelMilliseconds() * 1e-3 - checkpoint->last > interval;
}

void gelCheckpoint_AddFrame(gelCheckpoint* checkpoint, int frame)
{
    if (!isDue(checkpoint, frame) || keep(checkpoint, frame))
        return;
    bool ranOut = gelForgetMemory(); // the results need none of it
    if (checkpoint->hasWarned)
        return;
    checkpoint->hasWarned = true;
    gelPrintWarning(checkpoint->output, "frame %s cannot be kept, to be resumed from: %s", GEL_GROUPED(frame),
                    ranOut                        ? gelReasonOf(gel_outOfMemory)
                    : checkpoint->problem != NULL ? checkpoint->problem
                                                  : gelReasonOf(gel_fileError));
}

const char* gelCheckpoint_Leave(gelCheckpoint* checkpoint, int frame)
{
    if (checkpoint->path[0] == '\0' || (!keep(checkpoint, frame) && !checkpoint->isKept))
        return "; nothing was written";
    return checkpoint->frame == frame ? "; the same command with --resume goes on from there"
                                      : "; the same command with --resume goes on from the last checkpoint";
}

static bool isInterrupt(int code)
{
    return code > 128; // and a signal
}

bool gelCheckpoint_Stays(const gelCheckpoint* checkpoint, int code)
{
    bool isWorthIt = code == gel_exitOutput || code == gel_exitDevice || isInterrupt(code);
    return checkpoint->isResuming || (checkpoint->isKept && !checkpoint->isOver && isWorthIt);
}

void gelCloseCheckpoint(gelCheckpoint* checkpoint, int code)
{
    bool stays = gelCheckpoint_Stays(checkpoint, code);
    if (checkpoint->isOurs && !stays)
        remove(checkpoint->path);
    else if (checkpoint->isOurs && !isInterrupt(code))
        gelPrintWarning(checkpoint->output,
                        "the run is kept up to frame %s: the same command with --resume goes on",
                        GEL_GROUPED(checkpoint->frame));
    cJSON_Delete(checkpoint->notes);
    cJSON_Delete(checkpoint->of);
    gelFree(checkpoint->noteBytes);
    *checkpoint = (gelCheckpoint){0};
}
