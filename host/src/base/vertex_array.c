#include "base/vertex_array.h"
#include "common/nearest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool gelRecordArray(gelVertexArray* array, gelWord name)
{
    int length = (int)(name.length < gel_arrayNameSize ? name.length : gel_arrayNameSize - 1);
    bool isNew = array->nameCount < gel_arrayNames;
    for (int i = 0; i < array->nameCount && isNew; i++)
        isNew =
            (int)strlen(array->names[i]) != length || memcmp(array->names[i], name.text, (size_t)length) != 0;
    if (isNew)
        snprintf(array->names[array->nameCount++], gel_arrayNameSize, "%.*s", length, name.text);
    bool isWanted = gelWordIs(name, array->wanted);
    array->isFound = array->isFound || isWanted;
    return isWanted;
}

gelStatus gelReserveArray(gelVertexArray* array, int count)
{
    float* values = gelResize(array->values, (size_t)count, sizeof *values);
    if (values == NULL)
        return gelFailMemory((size_t)count, sizeof *values);
    array->values = values;
    for (; array->count < count; array->count++)
        values[array->count] = 0.0f;
    return gel_success;
}

gelStatus gelReadWholeValue(gelTextReader* reader, const char* what, int bytes, bool isUnsigned,
                            double* value)
{
    int64_t whole = 0;
    gelStatus status = gelReadIntegerValue(reader, what, bytes, INT64_MIN, INT64_MAX, &whole);
    *value = (double)whole;
    if (isUnsigned && whole < 0) // binary ones are read as signed
        *value += ldexp(1.0, 8 * bytes);
    return status;
}

gelStatus gelCheckArrayFound(const gelVertexArray* array, const char* path, const char* what)
{
    const char* names[gel_arrayNames + 1] = {NULL};
    char list[400] = "";
    if (array->isFound)
        return gel_success;
    for (int i = 0; i < array->nameCount; i++) {
        names[i] = array->names[i];
        gelAppend(list, sizeof list, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    const char* nearest = gelNearestText(array->wanted, names);
    if (nearest != NULL)
        return gelFail(gel_formatError, "%s: there is no %s \"%.60s\"; did you mean \"%s\"? It has: %s", path,
                       what, array->wanted, nearest, list);
    return gelFail(gel_formatError, "%s: there is no %s \"%.60s\"; it has%s%s", path, what, array->wanted,
                   array->nameCount > 0 ? ": " : " none", list);
}
