#include "needed_memory.h"

#include "session.h"

#include <stdlib.h>

static const gelSession* opened; // the libraries' hooks take no context

void gelOpenNeededMemory(const gelSession* session)
{
    opened = session;
}

void* gelNeedMemory(size_t size)
{
    void* block = malloc(size > 0 ? size : 1);
    if (block == NULL)
        gelEndWithoutMemory();
    return block;
}

// Without the functions for the end of the process: those of a driver may wait for what was interrupted here.
void gelEndWithoutMemory(void)
{
    gelOutput* output = opened->output;
    gelSession_ReportJournal(opened);
    if (opened->player != NULL)
        gelPlayer_CloseJournal(opened->player, true); // leaves none behind that is empty
    output->holdsErrors = false;
    int code = gelReportError(output, gel_exitInternal, "out of memory while drawing a picture");
    fflush(stdout);
    _Exit(code);
}
