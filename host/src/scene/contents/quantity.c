#include "scene/contents/quantity.h"
#include "base/formula.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { maxNumbers = 1000 };

gelStatus gelReadQuantity(const gelJsonNode* node, gelQuantity* quantity)
{
    const cJSON* item = node->item;
    quantity->isGiven = true;
    if (cJSON_IsString(item))
        return gelCopyText(item->valuestring, &quantity->formula);
    if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble))
        return gelFailJson(node, "a number or a formula");
    quantity->number = item->valuedouble;
    return gel_success;
}

void gelClearQuantity(gelQuantity* quantity)
{
    gelFree(quantity->formula);
    *quantity = (gelQuantity){0};
}

gelStatus gelEvaluateQuantity(const gelQuantity* quantity, const gelSceneNames* names, const char* path,
                              double* value)
{
    *value = quantity->number;
    if (quantity->formula == NULL)
        return gel_success;
    gelStatus status = gelEvaluateFormula(quantity->formula, gelFindSceneName, names, value);
    return status == gel_success ? status
                                 : gelFail(status, "%s: $.%s: %s", names->scene->file, path, gelLastError());
}

static bool isNameByte(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

static bool mentions(const char* formula, const char* name)
{
    const size_t length = strlen(name);
    for (const char* at = formula; (at = strstr(at, name)) != NULL; at += length)
        if ((at == formula || !isNameByte(at[-1])) && !isNameByte(at[length]))
            return true;
    return false;
}

// After a message about number `index`: adds that it uses a number below it, if it does.
static gelStatus explainOrder(const gelScene* scene, int index, gelStatus status)
{
    const char* formula = scene->numbers[index].value.formula;
    for (int i = index; i < scene->numberCount && formula != NULL; i++)
        if (mentions(formula, scene->numbers[i].name))
            return gelFail(status, "%s; numbers may use only those above them, and \"%s\" is not",
                           gelLastError(), scene->numbers[i].name);
    return status;
}

gelStatus gelEvaluateNumbers(const gelScene* scene, const gelWorldDef* def, double* numbers)
{
    gelStatus status = gel_success;
    for (int i = 0; i < scene->numberCount && status == gel_success; i++) {
        gelSceneNames names = {.scene = scene, .def = def, .numbers = numbers, .numberCount = i};
        char path[120];
        snprintf(path, sizeof path, "numbers.%s", scene->numbers[i].name);
        status = gelEvaluateQuantity(&scene->numbers[i].value, &names, path, &numbers[i]);
        if (status == gel_formatError)
            status = explainOrder(scene, i, status);
    }
    return status;
}

gelStatus gelReadNumbers(const gelJsonNode* node, gelScene* scene)
{
    if (node->item == NULL)
        return gel_success;
    int count = cJSON_GetArraySize(node->item);
    if (!cJSON_IsObject(node->item) || count > maxNumbers)
        return gelFailJson(node, "an object of at most 1000 numbers by name");
    scene->numbers = gelAllocate((size_t)count, sizeof *scene->numbers);
    double* values = gelAllocate((size_t)count, sizeof *values);
    gelStatus status = scene->numbers != NULL && values != NULL
                           ? gel_success
                           : gelFailMemory((size_t)count, sizeof *scene->numbers);
    const cJSON* item = node->item->child;
    for (int i = 0; i < count && status == gel_success; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, -1);
        gelSceneNumber* number = &scene->numbers[scene->numberCount++];
        if (!gelIsFormulaName(item->string) || strlen(item->string) >= sizeof number->name)
            status = gelFailJsonText(&child, "expected a name of letters, digits and _ that is no function");
        for (int j = 0; j < i && status == gel_success; j++)
            if (strcmp(scene->numbers[j].name, item->string) == 0)
                status = gelFailJsonText(&child, "duplicate key");
        if (status == gel_success) {
            snprintf(number->name, sizeof number->name, "%s", item->string);
            status = gelReadQuantity(&child, &number->value);
        }
    }
    if (status == gel_success)
        status = gelEvaluateNumbers(scene, &scene->worldDef, values);
    gelFree(values);
    return status;
}

void gelClearNumbers(gelScene* scene)
{
    for (int i = 0; i < scene->numberCount; i++)
        gelClearQuantity(&scene->numbers[i].value);
    gelFree(scene->numbers);
}
