// Surfaces of files, which two fuzzers read: by Gel itself, and by assimp.
#pragma once

// Refused with a message, or triangles of three different vertices.
void readSurfaceFile(const char* path);
