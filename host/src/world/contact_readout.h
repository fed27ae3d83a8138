// The contacts of the last completed step: read on request, or recorded at the end of each step.
#pragma once

#include "world/world.h"

// A step begins: there are no contacts until it is done.
void gelWorldForgetContacts(gelWorld* world);
// A step is done: its contacts may be read, and its events are found if they are wanted.
gelStatus gelWorldRecordContacts(gelWorld* world);
// Reads the contacts that pushed, unless they are there.
gelStatus gelWorldReadPushed(gelWorld* world);
// Calls the user's function if there is one, and something for it.
gelStatus gelWorldReportContacts(gelWorld* world);
// Reads what has not been read yet: bodies are about to change.
gelStatus gelWorldKeepContacts(gelWorld* world);
