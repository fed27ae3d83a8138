#include "app/prediction.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { attempts = 3 }; // at an answer that can be read

static int readChoice(gelOutput* output, const gelLesson* lesson, const char* text, gelPrediction* prediction)
{
    int letter = tolower((unsigned char)text[0]) - 'a', digit = text[0] - '1';
    bool hasEnd = text[0] != '\0' && (text[1] == '\0' || (text[1] == ')' && text[2] == '\0'));
    prediction->choice = letter >= 0 ? letter : digit;
    if (hasEnd && prediction->choice >= 0 && prediction->choice < lesson->choiceCount) {
        prediction->isGiven = true;
        return gel_exitDone;
    }
    return gelReportError(output, gel_exitUsage, "expected a letter from a to %c, found \"%.40s\"",
                          'a' + lesson->choiceCount - 1, text);
}

// Says what is wrong with `word`, of which strtod has read all before `rest`.
static int refuseNumber(gelOutput* output, const gelLesson* lesson, const char* word, const char* rest)
{
    char list[64] = "";
    if (rest != word && *rest == ',')
        return gelReportError(output, gel_exitUsage,
                              "expected a number with a decimal point, found \"%.40s\"", word);
    for (int i = 0; gelLesson_GetUnit(lesson, i) != NULL; i++) {
        size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s%s", i > 0 ? ", " : "",
                 gelLesson_GetUnit(lesson, i));
    }
    if (rest == word || list[0] == '\0')
        return gelReportError(output, gel_exitUsage, "expected a number such as 1.5 %s, found \"%.40s\"",
                              lesson->unit, word);
    return gelReportError(output, gel_exitUsage,
                          "expected a number in %s, with no unit or one of %s; found \"%.40s\"", lesson->unit,
                          list, word);
}

int gelReadPrediction(gelOutput* output, const gelLesson* lesson, const char* text, gelPrediction* prediction)
{
    char word[64];
    *prediction = (gelPrediction){0};
    text += strspn(text, " \t");
    snprintf(word, sizeof word, "%s", text);
    size_t length = strlen(word);
    while (length > 0 && isspace((unsigned char)word[length - 1]))
        word[--length] = '\0';
    if (length == 0)
        return gel_exitDone;
    if (lesson->choiceCount > 0)
        return readChoice(output, lesson, word, prediction);
    char* end;
    prediction->value = strtod(word, &end);
    end += strspn(end, " ");
    bool isRead = end != word && (*end == '\0' || gelLesson_Convert(lesson, end, &prediction->value));
    if (!isRead || !isfinite(prediction->value))
        return refuseNumber(output, lesson, word, end);
    prediction->isGiven = true;
    return gel_exitDone;
}

void gelAskPrediction(gelOutput* output, const gelLesson* lesson, gelPrediction* prediction)
{
    char line[200];
    *prediction = (gelPrediction){0};
    for (int attempt = 0; attempt < attempts; attempt++) {
        if (lesson->choiceCount > 0)
            printf("  Your prediction, a to %c: ", 'a' + lesson->choiceCount - 1);
        else
            printf("  Your prediction in %s: ", lesson->unit);
        fflush(stdout);
        if (fgets(line, sizeof line, stdin) == NULL) {
            putchar('\n');
            return;
        }
        if (gelReadPrediction(output, lesson, line, prediction) == gel_exitDone) {
            putchar('\n');
            return;
        }
    }
    printf("  No prediction was given; here is the answer.\n\n");
}

double gelMeasuredOf(const gelLesson* lesson, const gelProbeTable* probes)
{
    gelVerdict verdict;
    if (lesson->expectation < 0 || probes->probes == NULL ||
        gelProbes_Judge(probes->probes, lesson->expectation, &verdict) != gel_success || !verdict.isReached ||
        verdict.problem[0] != '\0')
        return (double)NAN;
    return fabs(verdict.measured) * lesson->unitScale;
}

const char* gelPredictionText(const gelLesson* lesson, const gelPrediction* prediction, char first,
                              double measured, char text[gel_predictionTextSize])
{
    const char* right = lesson->choiceCount > 0 ? lesson->choices[lesson->rightChoice] : "";
    double off = 100.0 * (fabs(prediction->value) - measured) / measured;
    if (lesson->choiceCount > 0 && prediction->choice == lesson->rightChoice)
        snprintf(text, gel_predictionTextSize, "%c) %s: right", first + prediction->choice, right);
    else if (lesson->choiceCount > 0)
        snprintf(text, gel_predictionTextSize, "%c) %s: no, it is %c) %s", first + prediction->choice,
                 lesson->choices[prediction->choice], first + lesson->rightChoice, right);
    else if (!isfinite(off))
        snprintf(text, gel_predictionTextSize, "%.5g %s", fabs(prediction->value), lesson->unit);
    else if (fabs(off) < 0.05)
        snprintf(text, gel_predictionTextSize, "%.5g %s; measured is %.5g %s: right to 0.1 %%",
                 fabs(prediction->value), lesson->unit, measured, lesson->unit);
    else
        snprintf(text, gel_predictionTextSize, "%.5g %s; measured is %.5g %s: your number is %.*f %% %s",
                 fabs(prediction->value), lesson->unit, measured, lesson->unit, fabs(off) < 10.0, fabs(off),
                 off < 0.0 ? "too small" : "too large");
    return text;
}
