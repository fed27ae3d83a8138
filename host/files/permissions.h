// Who may read a file that takes the place of another, or comes with one: nobody who may not read that one. Where the
// file's group cannot be had, the new one's group may do no more than everybody.
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

// True for a file that may not be written. Renaming another onto it asks only for the folder's permission.
bool gelIsProtected(const char* path);

// Creates a file that is not there yet, with the permissions of `former`, but for those that `with` lacks, and its
// owner may read and write it; either may be NULL, or not there. NULL, with errno.
FILE* gelCreateLike(const char* path, const char* former, const char* with);

// Gives a file the permissions of `former`, if that is there, but none that it lacks itself. False, with errno: others
// could read it who may not read that one.
bool gelCopyPermissions(const char* path, const char* former);

// From now on nobody may read new files of this process who may not read this one, if it is there, whatever group they
// get. Returns the former mask, for umask afterwards.
mode_t gelNarrowMask(const char* path);
