// The readers of tet meshes, one per format.
#pragma once

#include "mesh/io/draft.h"

// Each reads the whole of an opened file. TetGen's opens the other file of its pair.
gelStatus gelReadTetGen(gelTextReader* reader, gelMeshDraft* draft);
gelStatus gelReadGmsh(gelTextReader* reader, gelMeshDraft* draft);
gelStatus gelReadMedit(gelTextReader* reader, gelMeshDraft* draft);
gelStatus gelReadVtk(gelTextReader* reader, gelMeshDraft* draft);
gelStatus gelReadVtu(gelTextReader* reader, gelMeshDraft* draft);
