#include "common/path.h"

#include <stdio.h>
#include <string.h>

static bool isLarge(char c)
{
    return c >= 'A' && c <= 'Z';
}

static char smallLetter(char c)
{
    return isLarge(c) ? (char)(c - 'A' + 'a') : c;
}

static char largeLetter(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

size_t gelEndingOf(const char* path)
{
    const char* dot = strrchr(path, '.');
    return dot == NULL || strpbrk(dot, "/\\") != NULL ? strlen(path) : (size_t)(dot - path);
}

bool gelPartEndsWith(const char* path, size_t length, const char* ending)
{
    size_t count = strlen(ending);
    if (length < count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (smallLetter(path[length - count + i]) != smallLetter(ending[i]))
            return false;
    return true;
}

bool gelEndsWith(const char* path, const char* ending)
{
    return strlen(path) - gelEndingOf(path) == strlen(ending) && gelPartEndsWith(path, strlen(path), ending);
}

static bool exists(const char* path)
{
    FILE* file = fopen(path, "rb");
    if (file != NULL)
        fclose(file);
    return file != NULL;
}

// `large`: the first letter of the extension, and the others.
static void nameInCase(const char* path, const char* ending, const bool large[2], char* name, size_t capacity)
{
    size_t dot = gelEndingOf(path);
    snprintf(name, capacity, "%.*s%s", (int)dot, path, ending);
    for (size_t i = dot + 1; i < capacity && name[i] != '\0'; i++)
        name[i] = large[i > dot + 1] ? largeLetter(name[i]) : smallLetter(name[i]);
}

void gelNameSibling(const char* path, const char* ending, char* name, size_t capacity)
{
    const char* old = path + gelEndingOf(path);
    const bool large[2] = {strlen(old) > 1 && isLarge(old[1]), strlen(old) > 2 && isLarge(old[2])};
    nameInCase(path, ending, large, name, capacity);
}

void gelFindSibling(const char* path, const char* ending, char* name, size_t capacity)
{
    static const bool cases[][2] = {{false, false}, {true, true}, {true, false}};
    gelNameSibling(path, ending, name, capacity);
    for (int i = 0; i < 3 && !exists(name); i++)
        nameInCase(path, ending, cases[i], name, capacity);
    if (!exists(name))
        gelNameSibling(path, ending, name, capacity);
}
