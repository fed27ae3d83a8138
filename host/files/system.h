// Calls that each operating system has in its own way: system_posix.c, system_windows.c and
// system_wasi.c. Failures set errno.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Returns the whole path of what is there, without links, "..", or a slash at its end; NULL if nothing is. Release it
// with free.
char* gelRealPath(const char* path);

// Returns the last slash of a path, or what else separates folders; NULL if there is none.
const char* gelLastSlash(const char* path);

// Returns whether two names are of one file, also by a link.
bool gelIsSameFile(const char* a, const char* b);

// Reads where a link leads, at most capacity - 1 bytes of it. False if the path is no link.
bool gelReadLink(const char* path, char* target, size_t capacity);

// Gives a file another name, and replaces what has that name. The file may be open.
bool gelRenameFile(const char* from, const char* to);

// Whether a file that is open can be replaced.
bool gelReplacesOpenFiles(void);

// Keeps other programs from locking an open file, until it is closed or this process ends. False with EAGAIN if another one
// has locked it, or has given its path to another file. Locks nothing on file systems that have no locks.
bool gelLockFile(FILE* file, const char* path);

// Writes bytes at a position of a file, whatever its stream has read or written. Returns how many; -1: an error.
int64_t gelWriteAt(FILE* file, const void* bytes, size_t size, uint64_t position);

// Returns a copy of a file's bytes, which may be changed; NULL if there are none. Pages that stay as they are may take no
// memory.
char* gelMapFile(const char* path, size_t* size);
void gelUnmapFile(char* bytes, size_t size);

// Forces what was written to a file onto the disk.
bool gelSyncDescriptor(int file);

// Opens a library that programs share, for ever; NULL for what the running program has. Returns NULL if it cannot, and
// gelLibraryError says why.
void* gelOpenLibrary(const char* name);
const char* gelLibraryError(void);

// Stores a function of a library, as POSIX recommends it, in a variable. Returns whether there is one of that name.
bool gelFindFunction(void* library, const char* name, void* variable);

// The path of the running program; false if the system does not reveal it.
bool gelFindProgram(char* path, size_t capacity);

// The name of this machine; empty if it has none.
void gelNameMachine(char* name, size_t capacity);

// The number of this process, and whether no process of this machine has a number.
long gelOwnProcess(void);
bool gelIsProcessGone(long process);

int gelCountProcessors(void);

// Bytes of memory that this machine has; 0: unknown.
uint64_t gelMemoryBytes(void);

// Bytes of memory that this process has in RAM; -1: unknown.
int64_t gelResidentBytes(void);

// The columns of a terminal; 0 if the file is none.
int gelCountColumns(int file);

// Calls a function in place of the end of the program, when the user or the system asks for the end the first time. It may
// only set a variable.
void gelCatchEnd(void (*note)(int signal));
