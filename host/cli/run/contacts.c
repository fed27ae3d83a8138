#include "run/contacts.h"
#include "common/number.h"
#include "app/memory.h"

#include <stdlib.h>

static void writeTitles(FILE* file)
{
    fputs("frame,time_s,first,first_name,second,second_name,kind,x_m,y_m,z_m,normal_x,normal_y,normal_z,"
          "impulse_x_Ns,impulse_y_Ns,impulse_z_Ns,normal_impulse_Ns,force_x_N,force_y_N,force_z_N\n",
          file);
}

int gelOpenContactTable(gelOutput* output, const char* path, const gelScene* scene, const gelWorld* world,
                        gelContactTable* table)
{
    *table = (gelContactTable){.scene = scene, .isIndex = gelIsContactIndex(path)};
    int code = gelOpenTextFile(output, "contacts", path, &table->file);
    if (code != gel_exitDone)
        return code;
    if (!gelWorld_GetDef(world).contact)
        gelPrintWarning(output, "--contacts: bodies pass through each other, as \"contact\" is "
                                "false");
    if (table->isIndex)
        gelBeginContactIndex(&table->file);
    else
        writeTitles(table->file.file);
    return gel_exitDone;
}
// Writes a body's number, from 1 as in messages and --body, and its name. The ground is 0.
static void writeBody(const gelContactTable* table, const gelWorld* world, gelBodyId id)
{
    FILE* file = table->file.file;
    fprintf(file, ",%d,", id.index1 == 0 ? 0 : gelBody_GetIndex(world, id) + 1);
    gelWriteCsvText(file, id.index1 == 0 ? "ground" : gelScene_GetBodyName(table->scene, world, id));
}

static void writeCell(FILE* file, float value)
{
    fputc(',', file);
    gelWriteNumber(file, (double)value, 9);
}

static void writeVector(FILE* file, gelVec3 v)
{
    writeCell(file, v.x);
    writeCell(file, v.y);
    writeCell(file, v.z);
}

static void writeRow(const gelContactTable* table, const gelWorld* world, const gelContact* contact,
                     int frame, double time)
{
    FILE* file = table->file.file;
    fprintf(file, "%d,", frame);
    gelWriteNumber(file, time, 7);
    writeBody(table, world, contact->first);
    writeBody(table, world, contact->second);
    fprintf(file, ",%s", gelContactKindText(contact->kind));
    writeVector(file, contact->place);
    writeVector(file, contact->normal);
    writeVector(file, contact->impulse);
    writeCell(file, contact->normalImpulse);
    writeVector(file, contact->force);
    fputc('\n', file);
}

static gelStatus growTable(gelContactTable* table, int count)
{
    gelContact* contacts = gelGrow(table->contacts, 2 * (size_t)count, sizeof *contacts);
    if (contacts == NULL)
        return gel_outOfMemory;
    table->contacts = contacts;
    table->capacity = 2 * count;
    return gel_success;
}

// Reads the contacts of the last step into the table's array.
static gelStatus readContacts(gelContactTable* table, gelWorld* world, int* count)
{
    gelStatus status = gelWorld_GetContacts(world, table->contacts, table->capacity, count);
    if (status == gel_success && *count > table->capacity) {
        status = growTable(table, *count);
        if (status == gel_success)
            status = gelWorld_GetContacts(world, table->contacts, table->capacity, count);
    }
    return status;
}

int gelContactTable_AddFrame(gelOutput* output, gelContactTable* table, gelWorld* world, int frame,
                             double time)
{
    int count;
    gelStatus status = readContacts(table, world, &count);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activitySimulation);
    table->rowCount += count;
    if (table->isIndex)
        return gelAddContactFrame(output, &table->file, &table->frames, table->scene, world, table->contacts,
                                  count, frame, time);
    for (int i = 0; i < count; i++)
        writeRow(table, world, &table->contacts[i], frame, time);
    return gel_exitDone;
}

int gelCloseContactTable(gelOutput* output, gelContactTable* table, int code)
{
    free(table->contacts);
    table->contacts = NULL;
    if (table->isIndex)
        code = gelEndContactIndex(output, &table->file, &table->frames, code);
    return gelCloseTextFile(output, "contacts", &table->file, code);
}
