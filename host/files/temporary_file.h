// A file that gets its name only when it is complete is first written beside its place under a temporary
// name. Where the path is a link, all of this happens to the file that it leads to, and the link stays.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { gel_pathSize = 4096 }; // the system takes none that are longer

// The file to which links at the end of a path lead, whether it exists or not; the path itself if it is no link.
// False, with errno: ELOOP if they lead nowhere, ENAMETOOLONG.
bool gelFollowLinks(const char* path, char* target, size_t capacity);

// The temporary name is longer than that file's by at most this.
enum { gel_temporaryNameRoom = 64 };

// ".gel-MACHINE-PROCESS": what part files of this process have in their names.
enum { gel_temporaryMarkSize = 48 };
void gelMarkTemporary(char mark[gel_temporaryMarkSize]);

// Creates PATH.gel-MACHINE-PROCESS.part, with numbers of this machine and this process, or
// PATH.gel-MACHINE-PROCESS.1.part and so on if it writes that already, and returns its name in `partPath`. NULL with
// errno on failure; EISDIR if PATH is a folder and EACCES if it is a write-protected file, even for the superuser, so
// that this is noticed before the work is done. Nobody may read it who may not read a file that is there.
FILE* gelOpenTemporaryFile(const char* path, char* partPath, size_t capacity);

// Puts a part that is complete and closed in the place of PATH, with the permissions of the file that was there but
// for those that the part lacks; copies it where PATH leads to another file system. False, with errno: both are as
// they were.
bool gelPublishTemporary(const char* partPath, const char* path);

// Creates a temporary file that stays if the process ends: PATH.part, or PATH.1.part and so on.
// Otherwise it is like gelOpenTemporaryFile.
FILE* gelOpenKeptTemporary(const char* path, char* partPath, size_t capacity);

// Removes what processes of this machine that are gone have left of their part files in the folder of PATH, and of what
// it links to, whatever their names, after kill -9 or a crash; call before a new result is begun. Cost: reads the
// folder.
void gelRemoveDeadTemporaries(const char* path);

// True for a file, or a link to one: opening a pipe may keep a program waiting for ever.
bool gelIsRegular(const char* path);

// True for folders, which cannot be replaced by a file.
bool gelIsFolder(const char* path);

// Parts from which the work can go on after the process has ended; all return false, or NULL, with errno on failure.
// Forces what was written onto the disk; of a path, and of the names in its folder, where the system can do that.
bool gelSyncFile(FILE* file);
bool gelSyncPath(const char* path);
void gelSyncFolderOf(const char* path);
// PATH ENDING, beside what PATH links to.
bool gelNameKeptTemporary(const char* path, const char* ending, char* name, size_t capacity);
// Forces a part onto the disk, open or (NULL) closed, and renames it to PATH ENDING, which stays until it is removed;
// changes its name in `partPath`.
bool gelKeepTemporary(FILE* file, const char* path, const char* ending, char* partPath, size_t capacity);
// Opens PATH ENDING to be written on, at its beginning.
FILE* gelReopenTemporary(const char* path, const char* ending, char* partPath, size_t capacity);
// Cuts a file to a size that it has or had, and goes on there. EINVAL: it is shorter.
bool gelCutFile(FILE* file, int64_t size);
// The process that a mark is of, if it runs on this machine and is another one; otherwise 0.
long gelLivingProcessOf(const char* mark);
