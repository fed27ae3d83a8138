#define _POSIX_C_SOURCE 200809L // S_ISREG
#include "base/frame_time.h"
#include "base/text_reader.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

void gelPutFrameTime(gelResultText* out, const char* start, int frame, float seconds, const char* end)
{
    gelPutText(out, "%s%s, frame %d of ", start, gelVersionText(), frame);
    gelPutNumber(out, (double)seconds);
    gelPutText(out, " s%s\n", end);
}

// Returns the line of a text that states the frame, after what it begins with; NULL: none does.
static char* findLine(char* text)
{
    static const char* const starts[] = {"# Gel ", "<!-- Gel ", "comment Gel "}; // .obj, .vtu, .ply
    for (int i = 0; i < 3 && text != NULL; i++) {
        size_t length = strlen(starts[i]);
        if (strncmp(text, starts[i], length) == 0)
            return text + length;
        text = strchr(text, '\n');
        text = text != NULL ? text + 1 : NULL;
    }
    return NULL;
}

double gelReadFrameTime(const char* path)
{
    char text[400] = "";
    struct stat status;
    FILE* file = stat(path, &status) == 0 && S_ISREG(status.st_mode) ? fopen(path, "rb") : NULL;
    if (file == NULL)
        return 0.0;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    char* found = findLine(text);
    double time = 0.0;
    if (found == NULL)
        return 0.0;
    found[strcspn(found, "\r\n")] = '\0';
    found = strstr(found, ", frame ");
    found = found != NULL ? strstr(found, " of ") : NULL;
    if (found == NULL)
        return 0.0;
    found += strlen(" of ");
    if (!gelParseReal((gelWord){found, strcspn(found, " ")}, &time))
        return 0.0;
    return time > 0.0 && time <= 1e6 ? time : 0.0;
}
