// Any bytes as a mesh file with arrays of values: the one that is asked for is refused with a message, or is a
// finite number for each vertex.
#include "bytes.h"
#include "input_file.h"

#include "gel/values.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// The first byte chooses the format; then come the name, up to a zero byte, and the file.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static const char* const endings[] = {"obj", "ply", "vtu"};
    const uint8_t* end = size > 0 ? memchr(data + 1, '\0', size - 1) : NULL;
    if (end == NULL)
        return -1;
    const char *name = (const char*)data + 1,
               *path = gelWriteInput(endings[data[0] % 3], end + 1, (size_t)(data + size - end - 1));
    float* values;
    int count;
    if (gelLoadVertexArray(path, name, &values, &count) != gel_success) {
        EXPECT(gelLastError()[0] != '\0' && values == NULL && count == 0);
        return 0;
    }
    for (int i = 0; i < count; i++)
        EXPECT(isfinite(values[i]));
    gelFree(values);
    return 0;
}
