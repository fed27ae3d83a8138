#define _POSIX_C_SOURCE 200809L // access
#include "run/checkpoint.h"
#include "app/memory.h"
#include "common/clock.h"
#include "files/generated_file.h"
#include "files/temporary_file.h"
#include "files/permissions.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// By time, a checkpoint is due after so many seconds, and after so many times what the last one took.
static const double minInterval = 10.0, maxShare = 0.01;

// What the checkpoint lies beside.
static const char* firstResult(const gelCheckpointDef* def)
{
    return def->out != NULL ? def->out : def->csv != NULL ? def->csv : def->contacts;
}

static const char* baseOf(const char* path)
{
    const char* slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static void addText(cJSON* of, const char* key, const char* text)
{
    cJSON_AddStringToObject(of, key, text != NULL ? baseOf(text) : "none");
}

// What the run is of, as names and values that are compared one by one.
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
    addText(of, "--out", def->out);
    addText(of, "--csv", def->csv);
    addText(of, "--contacts", def->contacts);
    for (int i = 0; (name = gelScene_GetFileName(play->scene, i)) != NULL; i++) {
        snprintf(key, sizeof key, "file %d of the scene", i + 1);
        snprintf(text, sizeof text, "%s, hash %016" PRIx64, baseOf(name), gelScene_HashFile(play->scene, i));
        cJSON_AddStringToObject(of, key, text);
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

// What files that are kept are called, and nothing else.
static bool isEnding(const char* ending)
{
    size_t length = strlen(ending);
    return strncmp(ending, ".gel-", 5) == 0 && length > 10 && strcmp(ending + length - 5, ".kept") == 0 &&
           strchr(ending, '/') == NULL;
}

static const char* firstOf(const char* out, const char* csv, const char* contacts)
{
    return out[0] != '\0' ? out : csv[0] != '\0' ? csv : contacts;
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

// Where this run has what the notes name, "" for none. They may be a copy, with the folder of another run, whose own
// files are not this one's to move or remove.
typedef struct Names {
    char out[4300], csv[4300], contacts[4300];
} Names;

static void nameHere(char name[4300], const char* own, const char* noted, const char* base)
{
    bool isOwn = own != NULL && strcmp(baseOf(own), baseOf(noted)) == 0;
    int folder = (int)(baseOf(base) - base);
    if (noted[0] == '\0')
        name[0] = '\0';
    else if (isOwn)
        snprintf(name, 4300, "%s", own);
    else // of an earlier run with more results: beside its checkpoint
        snprintf(name, 4300, "%.*s%s", folder, base, baseOf(noted));
}

static void findNames(const gelCheckpoint* checkpoint, Names* names)
{
    const gelCheckpointDef* def = &checkpoint->def;
    const cJSON* notes = checkpoint->notes;
    const char* base = firstResult(def);
    nameHere(names->out, def->out, textOf(notes, "out"), base);
    nameHere(names->csv, def->csv, textOf(notes, "csv"), base);
    nameHere(names->contacts, def->contacts, textOf(notes, "contacts"), base);
}

// A file that was kept and has its name by now gets the kept one back. What is older than the run is of another.
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

// The run came to its end, and was killed or failed as it gave its results their names.
static bool takeBack(const gelCheckpoint* checkpoint)
{
    char name[4300];
    Names names;
    findNames(checkpoint, &names);
    const char *out = names.out, *contacts = names.contacts;
    int samples = (int)numberOf(checkpoint->notes, "samples"),
        files = (int)numberOf(checkpoint->notes, "bake_files");
    bool ok = takeBackFile(checkpoint, names.csv) && takeBackFile(checkpoint, contacts);
    for (int i = 0;
         out[0] != '\0' && i < files && ok && gelGetBakeFileName(out, samples, i, name, sizeof name); i++)
        ok = takeBackFile(checkpoint, name);
    for (int i = 1; contacts[0] != '\0' && gelIsContactIndex(contacts) && i <= checkpoint->frame && ok; i++) {
        gelNameContactFrame(contacts, i, name, sizeof name);
        ok = takeBackFile(checkpoint, name);
    }
    return ok;
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

static void removeKept(const char* path, const char* ending)
{
    char name[4400];
    if (gelNameKeptTemporary(path, ending, name, sizeof name))
        remove(name);
}

// What was kept under that ending, of --out beginning with that file, and of the frames of --contacts with that one.
static void clearFrom(const gelCheckpoint* checkpoint, const Names* names, const char* ending, int64_t file,
                      int64_t frame)
{
    char name[4300];
    const char *contacts = names->contacts, *out = names->out;
    int64_t frames = numberOf(cJSON_GetObjectItemCaseSensitive(checkpoint->notes, "of"), "--frames"),
            samples = numberOf(checkpoint->notes, "samples");
    for (int i = (int)file; out[0] != '\0' && i >= 0 && i <= samples &&
                            gelGetBakeFileName(out, (int)samples, i, name, sizeof name);
         i++)
        removeKept(name, ending);
    for (int i = (int)frame; contacts[0] != '\0' && gelIsContactIndex(contacts) && i <= frames; i++) {
        gelNameContactFrame(contacts, i, name, sizeof name);
        removeKept(name, ending);
    }
}

static void clearKept(const gelCheckpoint* checkpoint, const char* ending)
{
    Names names;
    findNames(checkpoint, &names);
    clearFrom(checkpoint, &names, ending, 0, 1);
    if (names.csv[0] != '\0')
        removeKept(names.csv, ending);
    if (names.contacts[0] != '\0')
        removeKept(names.contacts, ending);
    remove(checkpoint->path);
}

// Of this result. A file that is damaged, or of another version, is known by how it begins alone.
static bool isCheckpoint(const gelCheckpoint* checkpoint, const char* base)
{
    const cJSON* notes = checkpoint->notes;
    const char* of = firstOf(textOf(notes, "out"), textOf(notes, "csv"), textOf(notes, "contacts"));
    return gelMayOverwrite(checkpoint->path, GEL_SNAPSHOTS_START) &&
           (checkpoint->noteBytes == NULL ||
            (isEnding(textOf(notes, "ending")) && strcmp(baseOf(of), baseOf(base)) == 0));
}

// Clears away an earlier run that nobody goes on with.
static int startAfresh(gelCheckpoint* checkpoint, const char* base)
{
    if (access(checkpoint->path, F_OK) != 0 && (errno == ENOENT || errno == ENAMETOOLONG))
        return gel_exitDone;
    bool isRead = readNotes(checkpoint);
    if (!isCheckpoint(checkpoint, base))
        return gelReportError(
            checkpoint->output, gel_exitOutput,
            "%s is not known to be a checkpoint of this result: move it away, name another result, "
            "or add --no-checkpoint",
            checkpoint->path);
    const char* ending = textOf(checkpoint->notes, "ending");
    long process = gelLivingProcessOf(textOf(checkpoint->notes, "writer"));
    if (process != 0) {
        gelPrintWarning(checkpoint->output, "process %ld writes %s as well: this run cannot be resumed",
                        process, checkpoint->path);
        checkpoint->path[0] = '\0';
    } else if (isRead) {
        clearKept(checkpoint, ending);
    } else {
        gelPrintWarning(checkpoint->output,
                        "%s is damaged, or of another version, and is removed; what that run kept stays: "
                        "remove the files that end in .kept",
                        checkpoint->path);
        remove(checkpoint->path);
    }
    return gel_exitDone;
}

void gelNameCheckpoint(const char* base, char* path, size_t size)
{
    char name[gel_pathSize];
    int length = snprintf(name, sizeof name, "%s.gel-state", base);
    if (length < 0 || (size_t)length >= sizeof name || !gelFollowLinks(name, path, size))
        snprintf(path, size, "%s.gel-state", base); // which cannot be written
}

int gelOpenCheckpoint(gelOutput* output, const gelCheckpointDef* def, gelPlay* play,
                      gelCheckpoint* checkpoint)
{
    char mark[gel_temporaryMarkSize];
    const char* base = firstResult(def);
    *checkpoint = (gelCheckpoint){.output = output, .def = *def, .play = play, .frame = -1};
    gelMarkTemporary(mark);
    gelNameCheckpoint(base, checkpoint->path, sizeof checkpoint->path);
    snprintf(checkpoint->ending, sizeof checkpoint->ending, "%s.kept", mark);
    checkpoint->last = gelMilliseconds() * 1e-3;
    checkpoint->begun = (int64_t)time(NULL);
    checkpoint->of = describe(def, play);
    if (gelMemoryRanOut()) // the description lacks something
        return gelReportStatus(output, gel_outOfMemory, gel_activityOutput);
    if (def->resumes)
        return resume(checkpoint);
    return startAfresh(checkpoint, base);
}

void gelCheckpoint_SetBake(const gelCheckpoint* checkpoint, gelBakeDef* def)
{
    if (!checkpoint->isResuming)
        return;
    def->keptEnding = checkpoint->ending;
    def->kept.frameCount = (int)numberOf(checkpoint->notes, "bake_frames");
    def->kept.size = numberOf(checkpoint->notes, "bake_size");
}

static gelStatus putProbes(gelCheckpoint* checkpoint)
{
    gelProbes* probes = checkpoint->play->probes.probes;
    size_t count = 1 + (size_t)gelScene_GetProbeCount(checkpoint->play->scene);
    const char* rows = (const char*)checkpoint->noteBytes + strlen(checkpoint->noteBytes) + 1;
    double* row = gelNew(count, sizeof *row);
    gelStatus status = row != NULL ? gel_success : gel_outOfMemory;
    for (int frame = 0; frame <= checkpoint->frame && status == gel_success && probes != NULL; frame++) {
        memcpy(row, rows + (size_t)frame * count * sizeof *row, count * sizeof *row);
        status = gelProbes_PutFrame(probes, row[0], row + 1);
    }
    free(row);
    return status;
}

static int goOnTables(gelCheckpoint* checkpoint)
{
    const gelCheckpointDef* def = &checkpoint->def;
    const cJSON* notes = checkpoint->notes;
    gelContactTable* contacts = checkpoint->contacts;
    int code = gel_exitDone;
    if (def->csv != NULL)
        code = gelGoOnTextFile(checkpoint->output, "csv", &checkpoint->play->probes.file, checkpoint->ending,
                               numberOf(notes, "csv_size"));
    if (def->contacts == NULL || code != gel_exitDone)
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
    gelStatus status = putProbes(checkpoint);
    if (status == gel_success)
        status = gelReadSnapshot(checkpoint->path, play->world, play->player, NULL, NULL);
    if (status != gel_success)
        return gelReportStatus(checkpoint->output, status, gel_activityInput);
    // What a run that was killed had kept already for the checkpoint that it did not come to write.
    Names names;
    findNames(checkpoint, &names);
    clearFrom(checkpoint, &names, checkpoint->ending, numberOf(checkpoint->notes, "bake_files"),
              checkpoint->frame + 1);
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
    const gelProbes* probes = checkpoint->play->probes.probes;
    const gelCheckpointDef* def = &checkpoint->def;
    int probeCount = gelScene_GetProbeCount(checkpoint->play->scene),
        frameCount = probes != NULL ? gelProbes_GetFrameCount(probes) : 0;
    gelMarkTemporary(mark);
    cJSON_AddStringToObject(notes, "writer", mark);
    cJSON_AddStringToObject(notes, "ending", checkpoint->ending);
    cJSON_AddStringToObject(notes, "out", def->out != NULL ? def->out : "");
    cJSON_AddStringToObject(notes, "csv", def->csv != NULL ? def->csv : "");
    cJSON_AddStringToObject(notes, "contacts", def->contacts != NULL ? def->contacts : "");
    cJSON_AddNumberToObject(notes, "begun", (double)checkpoint->begun);
    cJSON_AddNumberToObject(notes, "samples", def->sampleCount);
    cJSON_AddItemReferenceToObject(notes, "of", checkpoint->of);
    char* text = cJSON_PrintUnformatted(notes);
    size_t length = text != NULL ? strlen(text) + 1 : 0;
    *size = length + (size_t)frameCount * (size_t)(probeCount + 1) * sizeof(double);
    char* bytes = text != NULL && !gelMemoryRanOut() ? gelNew(*size, 1) : NULL;
    if (bytes != NULL)
        memcpy(bytes, text, length);
    char* end = bytes != NULL ? bytes + length : NULL;
    for (int frame = 0; frame < frameCount && bytes != NULL; frame++)
        for (int i = -1; i < probeCount; i++, end += sizeof(double)) {
            double value = i < 0 ? gelProbes_GetTime(probes, frame) : gelProbes_GetValue(probes, i, frame);
            memcpy(end, &value, sizeof value);
        }
    cJSON_free(text);
    return bytes;
}

// Nobody may read it who may not read the former result, or the first file of it: it holds all places.
static bool writeNotes(gelCheckpoint* checkpoint, cJSON* notes)
{
    size_t size;
    char name[4300];
    const gelCheckpointDef* def = &checkpoint->def;
    const char* result = firstResult(def);
    if (def->out != NULL && gelGetBakeFileName(def->out, def->sampleCount, 0, name, sizeof name))
        result = name;
    void* bytes = makeNotes(checkpoint, notes, &size);
    cJSON_Delete(notes);
    mode_t mask = gelNarrowMask(result);
    gelStatus status = bytes != NULL ? gelWriteSnapshot(checkpoint->path, checkpoint->play->world,
                                                        checkpoint->play->player, bytes, size)
                                     : gel_outOfMemory;
    umask(mask);
    free(bytes);
    return status == gel_success;
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

// Files are kept only once a checkpoint records which run they belong to, so that a later run can remove them.
static bool keep(gelCheckpoint* checkpoint, int frame)
{
    double start = gelMilliseconds() * 1e-3;
    bool ok = true;
    checkpoint->problem = NULL;
    if (!checkpoint->isKept) {
        cJSON* claim = cJSON_CreateObject();
        cJSON_AddNumberToObject(claim, "frame", -1);
        ok = writeNotes(checkpoint, claim);
        checkpoint->isOurs = ok;
    }
    cJSON* notes = cJSON_CreateObject();
    cJSON_AddNumberToObject(notes, "frame", frame);
    if (!ok || !keepFiles(checkpoint, notes)) {
        cJSON_Delete(notes);
        ok = false;
    } else {
        ok = writeNotes(checkpoint, notes);
    }
    double end = gelMilliseconds() * 1e-3;
    checkpoint->last = end;
    checkpoint->seconds = end - start;
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
