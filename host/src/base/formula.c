#include "base/formula.h"
#include "base/text_reader.h"

#include <math.h>
#include <string.h>

enum { deepest = 50 }; // parentheses, signs and powers within each other

typedef struct Parser {
    const char* text;
    const char* place;
    gelFormulaNames* names;
    const void* context;
    int depth;
    gelStatus status; // of the first failure: nothing is read after it
} Parser;

typedef struct Function {
    const char* name;
    double (*value)(double);
} Function;

static const Function functions[] = {{"sqrt", sqrt}, {"sin", sin},   {"cos", cos},   {"tan", tan},
                                     {"asin", asin}, {"acos", acos}, {"atan", atan}, {"exp", exp},
                                     {"log", log},   {"abs", fabs}};
enum { functionCount = sizeof functions / sizeof functions[0] };

static double readSum(Parser* parser);

// "MESSAGE, found "x" at character 4 of "2 * x"", where "x" is `length` bytes long.
static double failAt(Parser* parser, const char* place, size_t length, const char* message)
{
    if (parser->status == gel_success)
        parser->status = gelFail(gel_formatError, "%s, found %s%.*s%s at character %d of \"%s\"", message,
                                 *place != '\0' ? "\"" : "the end", (int)length, place,
                                 *place != '\0' ? "\"" : "", (int)(place - parser->text) + 1, parser->text);
    return 0.0;
}

static double fail(Parser* parser, const char* place, const char* message)
{
    return failAt(parser, place, 20, message);
}

static bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

static void skipBlanks(Parser* parser)
{
    parser->place += strspn(parser->place, " \t\n\r");
}

// Consumes a sign of arithmetic if it comes next.
static bool take(Parser* parser, char sign)
{
    skipBlanks(parser);
    bool found = parser->status == gel_success && *parser->place == sign;
    parser->place += found;
    return found;
}

static size_t identifierLength(const char* text)
{
    size_t length = isLetter(*text);
    while (length > 0 && (isLetter(text[length]) || isDigit(text[length])))
        length++;
    return length;
}

// Identifiers with dots and indices between them.
static size_t nameLength(const char* text)
{
    size_t length = identifierLength(text), more = length;
    while (more > 0) {
        const char* next = text + length;
        size_t digits = *next == '[' ? strspn(next + 1, "0123456789") : 0;
        more = *next == '.'                            ? identifierLength(next + 1)
               : digits > 0 && next[1 + digits] == ']' ? digits + 1
                                                       : 0;
        length += more > 0 ? more + 1 : 0;
    }
    return length;
}

static size_t numberLength(const char* text)
{
    size_t length = strspn(text, "0123456789.");
    if (length > 0 && (text[length] == 'e' || text[length] == 'E')) {
        size_t sign = text[length + 1] == '-' || text[length + 1] == '+';
        size_t digits = strspn(text + length + 1 + sign, "0123456789");
        length += digits > 0 ? 1 + sign + digits : 0;
    }
    return length;
}

static const Function* findFunction(const char* name, size_t length)
{
    for (int i = 0; i < functionCount; i++)
        if (strlen(functions[i].name) == length && memcmp(functions[i].name, name, length) == 0)
            return &functions[i];
    return NULL;
}

static double readParentheses(Parser* parser)
{
    double value = readSum(parser);
    return take(parser, ')') ? value : fail(parser, parser->place, "expected an operator or )");
}

static double readName(Parser* parser)
{
    const char* name = parser->place;
    size_t length = nameLength(name);
    const Function* function = findFunction(name, length);
    double value = 0.0;
    parser->place += length;
    if (function != NULL)
        return take(parser, '(') ? function->value(readParentheses(parser))
                                 : fail(parser, parser->place, "expected ( after a function");
    if (length == 2 && memcmp(name, "pi", 2) == 0)
        return 3.14159265358979323846;
    if (!parser->names(parser->context, name, length, &value))
        return failAt(parser, name, length,
                      length == 4 && memcmp(name, "time", 4) == 0
                          ? "expected a known name (time is one in curves only)"
                          : "expected a known name");
    return value;
}

static double readNumber(Parser* parser)
{
    gelWord word = {parser->place, numberLength(parser->place)};
    double value = 0.0;
    if (!gelParseReal(word, &value))
        return fail(parser, parser->place, "expected a number");
    parser->place += word.length;
    return value;
}

// A number, a name, a function or parentheses.
static double readOperand(Parser* parser)
{
    if (take(parser, '('))
        return readParentheses(parser);
    if (parser->status != gel_success)
        return 0.0;
    if (isDigit(*parser->place) || *parser->place == '.')
        return readNumber(parser);
    if (isLetter(*parser->place))
        return readName(parser);
    return fail(parser, parser->place, "expected a number, a name or (");
}

static double readPower(Parser* parser)
{
    if (++parser->depth > deepest)
        return fail(parser, parser->place, "expected fewer than 50 levels");
    double value;
    if (take(parser, '-'))
        value = -readPower(parser);
    else {
        value = readOperand(parser);
        if (take(parser, '^'))
            value = pow(value, readPower(parser));
    }
    parser->depth--;
    return value;
}

static double readProduct(Parser* parser)
{
    double value = readPower(parser);
    while (parser->status == gel_success) {
        if (take(parser, '*'))
            value *= readPower(parser);
        else if (take(parser, '/'))
            value /= readPower(parser);
        else
            break;
    }
    return value;
}

static double readSum(Parser* parser)
{
    double value = readProduct(parser);
    while (parser->status == gel_success) {
        if (take(parser, '+'))
            value += readProduct(parser);
        else if (take(parser, '-'))
            value -= readProduct(parser);
        else
            break;
    }
    return value;
}

gelStatus gelEvaluateFormula(const char* text, gelFormulaNames* names, const void* context, double* value)
{
    Parser parser = {.text = text, .place = text, .names = names, .context = context};
    *value = 0.0;
    if (strlen(text) > gel_longestFormula)
        return gelFail(gel_formatError, "expected a formula of at most %d bytes, found %zu",
                       gel_longestFormula, strlen(text));
    double found = readSum(&parser);
    skipBlanks(&parser);
    if (parser.status == gel_success && *parser.place != '\0')
        fail(&parser, parser.place, "expected an operator, such as * to multiply");
    if (parser.status == gel_success && isnan(found))
        parser.status = gelFail(gel_formatError, "expected a finite value, \"%s\" has none", text);
    else if (parser.status == gel_success && isinf(found))
        parser.status =
            gelFail(gel_formatError, "expected a finite value, found %g as that of \"%s\"", found, text);
    *value = parser.status == gel_success ? found : 0.0;
    return parser.status;
}

bool gelIsFormulaName(const char* text)
{
    size_t length = identifierLength(text);
    return length > 0 && text[length] == '\0' && findFunction(text, length) == NULL &&
           strcmp(text, "pi") != 0;
}
