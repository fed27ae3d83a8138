#include "app/exit_code.h"

gelExitCode gelExitCodeOf(gelStatus status, gelActivity activity)
{
    static const gelExitCode codes[] = {
        [gel_activityArguments] = gel_exitUsage,
        [gel_activityInput] = gel_exitInput,
        [gel_activityOutput] = gel_exitOutput,
        [gel_activitySimulation] = gel_exitInternal,
    };
    switch (status) {
        case gel_success:
            return gel_exitDone;
        case gel_noDevice:
        case gel_deviceError:
        case gel_inexactDevice:
            return gel_exitDevice;
        case gel_invalidArgument:
        case gel_fileError:
        case gel_unsupported:
            return codes[activity];
        case gel_formatError: // of a file, or of recorded input that cannot be applied
            return gel_exitInput;
        case gel_invalidHandle:
        case gel_outOfMemory:
        case gel_stepTooSmall:
        case gel_statusCount:
            break;
    }
    return gel_exitInternal;
}

const char* gelExitCodeName(int code)
{
    switch (code) {
#define GEL_EXIT_CODE_NAME(symbol, value, name, meaning)                                                     \
    case value:                                                                                              \
        return name;
        GEL_EXIT_CODE_LIST(GEL_EXIT_CODE_NAME)
#undef GEL_EXIT_CODE_NAME
    }
    return "interrupted"; // 128 + another signal
}
