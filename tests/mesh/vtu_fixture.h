// The cube of mesh_fixtures.h as VTK's XML file, in each encoding; `version` of a variant chooses it.
#pragma once

enum { vtuText, vtuBase64, vtuPacked, vtuAppendedRaw, vtuAppendedBase64, vtuAppendedPacked };

static bool isPacked(const Variant* variant)
{
    return variant->version == vtuPacked || variant->version == vtuAppendedPacked;
}

static void putBase64(Buffer* buffer, const char* bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        unsigned bits = 0;
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (i + k < size ? (unsigned char)bytes[i + k] : 0);
        char text[4];
        for (size_t k = 0; k < 4; k++)
            text[k] = i + k > size ? '=' : digits[bits >> (18 - 6 * k) & 63];
        put(buffer, text, sizeof text);
    }
}

// A zlib stream that stores its bytes uncompressed.
static void putStored(Buffer* buffer, const char* bytes, size_t size)
{
    static const Variant little = {.binary = true}, big = {.binary = true, .bigEndian = true};
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; i++) {
        a = (a + (unsigned char)bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    put(buffer, "\x78\x01\x01", 3);
    putBits(buffer, &little, size, 2);
    putBits(buffer, &little, ~(uint64_t)size, 2);
    put(buffer, bytes, size);
    putBits(buffer, &big, b << 16 | a, 4);
}

// Lengths and bytes of an array, in blocks of 64 bytes if compressed.
static void putVtuBytes(Buffer* buffer, const Variant* variant, const Buffer* raw, bool base64)
{
    Buffer header = {.size = 0}, data = {.size = 0};
    int bytes = variant->extras ? 8 : 4;
    if (!isPacked(variant)) {
        putBits(&header, variant, raw->size, bytes);
        put(&header, raw->bytes, raw->size);
    } else {
        size_t blocks = (raw->size + 63) / 64;
        putBits(&header, variant, blocks, bytes);
        putBits(&header, variant, 64, bytes);
        putBits(&header, variant, raw->size % 64, bytes);
        for (size_t i = 0; i < blocks; i++) {
            size_t before = data.size, left = raw->size - 64 * i;
            putStored(&data, raw->bytes + 64 * i, left < 64 ? left : 64);
            putBits(&header, variant, data.size - before, bytes);
        }
    }
    if (base64) {
        putBase64(buffer, header.bytes, header.size);
        putBase64(buffer, data.bytes, data.size);
    } else {
        put(buffer, header.bytes, header.size);
        put(buffer, data.bytes, data.size);
    }
}

static void putVtuArray(Buffer* buffer, Buffer* appended, const Variant* variant, const char* name,
                        const char* type, const double* values, int count)
{
    static const char* const formats[] = {"ascii", "binary", "binary", "appended", "appended", "appended"};
    int bytes = type[strlen(type) - 1] == '4' ? 8 : type[strlen(type) - 1] == '2' ? 4 : 1;
    Variant binary = *variant;
    binary.binary = true;
    Buffer raw = {.size = 0};
    for (int i = 0; i < count; i++) {
        if (type[0] == 'F')
            putReal(&raw, &binary, values[i], bytes);
        else
            putInteger(&raw, &binary, (int64_t)values[i], bytes);
    }
    putText(buffer, "<DataArray type=\"%s\" Name='%s' NumberOfComponents=\"%d\" format=\"%s\"", type, name,
            strcmp(name, "Points") == 0 ? 3 : 1, formats[variant->version]);
    if (variant->version >= vtuAppendedRaw) {
        putText(buffer, " offset=\"%zu\"/>\n", appended->size);
        putVtuBytes(appended, variant, &raw, variant->version == vtuAppendedBase64);
        return;
    }
    putText(buffer, ">\n");
    for (int i = 0; i < count && variant->version == vtuText; i++)
        putText(buffer, "%.17g%s", values[i], i + 1 < count ? i % 6 == 5 ? "\n" : " " : "");
    if (variant->version != vtuText)
        putVtuBytes(buffer, variant, &raw, true);
    putText(buffer, "</DataArray>\n");
}

static void writeVtu(Buffer* buffer, const Variant* variant)
{
    Buffer appended = {.size = 0};
    int corners = variant->secondOrder ? 10 : 4, points = 0;
    double positions[27], connectivity[64], offsets[7], types[7], heat[7] = {0};
    for (int i = 0; i < 3 * vertexCountOf(variant); i++)
        positions[i] = i / 3 == 8 ? 0.5 : i / 3 >> i % 3 & 1;
    for (int cell = 0; cell < 7; cell++) {
        int size = cell < 2 ? otherSizes[cell] : corners;
        for (int i = 0; i < size; i++)
            connectivity[points++] = cell < 2 ? i : i < 4 ? cubeTets[cell - 2][i] : 8;
        offsets[cell] = points;
        types[cell] = cell == 0 ? 1 : cell == 1 ? 5 : variant->secondOrder ? 24 : 10;
    }
    putText(buffer, "%s<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" byte_order=\"%s\"%s%s>\n",
            variant->extras ? "<?xml version=\"1.0\"?>\n<!-- a <cube> -->\n" : "",
            variant->bigEndian ? "BigEndian" : "LittleEndian",
            variant->extras ? " header_type=\"UInt64\"" : "",
            isPacked(variant) ? " compressor=\"vtkZLibDataCompressor\"" : "");
    putText(buffer, "<UnstructuredGrid>\n<Piece NumberOfPoints=\"%d\" NumberOfCells=\"7\">\n",
            vertexCountOf(variant));
    if (variant->extras) {
        putText(buffer, "<CellData Scalars=\"heat\">\n");
        putVtuArray(buffer, &appended, variant, "heat", "Float64", heat, 7);
        putText(buffer, "</CellData>\n");
    }
    putText(buffer, "<Cells>\n");
    putVtuArray(buffer, &appended, variant, "connectivity", variant->extras ? "Int64" : "Int32", connectivity,
                points);
    putVtuArray(buffer, &appended, variant, "offsets", "Int32", offsets, 7);
    putVtuArray(buffer, &appended, variant, "types", "UInt8", types, 7);
    putText(buffer, "</Cells>\n<Points>\n");
    putVtuArray(buffer, &appended, variant, "Points", variant->extras ? "Float32" : "Float64", positions,
                3 * vertexCountOf(variant));
    putText(buffer, "</Points>\n</Piece>\n</UnstructuredGrid>\n");
    if (variant->version >= vtuAppendedRaw) {
        putText(buffer, "<AppendedData encoding=\"%s\">\n_",
                variant->version == vtuAppendedBase64 ? "base64" : "raw");
        put(buffer, appended.bytes, appended.size);
        putText(buffer, "\n</AppendedData>\n");
    }
    putText(buffer, "</VTKFile>\n");
}
