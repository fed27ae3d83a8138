#include "draw/opengl.h"

#include "draw/shader_source.h"

#include <string.h>

static int errorCount;

static void GLAD_API_PTR noteMessage(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                                     const GLchar* message, const void* context)
{
    (void)source, (void)id, (void)severity, (void)context;
    if (type != GL_DEBUG_TYPE_ERROR && type != GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR)
        return;
    errorCount++;
    fprintf(stderr, "OpenGL: %.*s\n", (int)length, message);
}

int gelOpenglErrorCount(void)
{
    return errorCount;
}

int gelLoadOpengl(gelOutput* output, GLADloadfunc load)
{
    int version = gladLoadGL(load);
    int major = GLAD_VERSION_MAJOR(version), minor = GLAD_VERSION_MINOR(version);
    if (version == 0 || major * 10 + minor < 33)
        return gelReportError(
            output, gel_exitDisplay,
            "OpenGL 3.3 or later is required, found %d.%d; a newer graphics driver may help, "
            "LIBGL_ALWAYS_SOFTWARE=1 draws on the processor",
            major, minor);
    GLint flags = 0;
    glGetIntegerv(GL_CONTEXT_FLAGS, &flags);
    if (glDebugMessageCallback != NULL && (flags & GL_CONTEXT_FLAG_DEBUG_BIT) != 0) {
        glEnable(GL_DEBUG_OUTPUT);
        glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
        glDebugMessageCallback(noteMessage, NULL);
    }
    return gel_exitDone;
}

// Reports "surface.frag:12: message": drivers write "1:12(5): error: message" or "1(12) : error: message",
// with the file's number.
static void reportLog(gelOutput* output, const char* name, const gelSource* source, char* log)
{
    int file = 0, line = 0, length = 0;
    log[strcspn(log, "\n")] = '\0';
    if (strncmp(log, "ERROR: ", 7) == 0)
        log += 7;
    bool found = sscanf(log, "%d:%d%n", &file, &line, &length) == 2 ||
                 sscanf(log, "%d(%d)%n", &file, &line, &length) == 2;
    if (found && file >= 0 && file < source->nameCount)
        gelReportError(output, gel_exitDisplay, "shader %s:%d%s", source->names[file], line, log + length);
    else
        gelReportError(output, gel_exitDisplay, "shader %s: %s", name, log);
}

// *shader is 0 on failure, which is reported. Returns the exit code.
static int compileShader(gelOutput* output, GLenum kind, const char* name, GLuint* shader)
{
    char text[2048] = "";
    gelSource source;
    gelSourceResult result = gelReadSource(&gelShaderFiles, name, &source, text, sizeof text);
    *shader = 0;
    if (result != gel_sourceRead)
        return gelReportError(output, result == gel_sourceNoMemory ? gel_exitInternal : gel_exitInput, "%s",
                              text);
    *shader = glCreateShader(kind);
    GLint ok = GL_FALSE;
    const char* sources[] = {source.text};
    glShaderSource(*shader, 1, sources, NULL);
    glCompileShader(*shader);
    glGetShaderiv(*shader, GL_COMPILE_STATUS, &ok);
    if (ok != GL_TRUE) {
        glGetShaderInfoLog(*shader, sizeof text, NULL, text);
        reportLog(output, name, &source, text);
        glDeleteShader(*shader);
        *shader = 0;
    }
    gelReleaseSource(&gelShaderFiles, &source);
    return ok == GL_TRUE ? gel_exitDone : gel_exitDisplay;
}

static int countTexts(const char* const* texts)
{
    int count = 0;
    while (texts != NULL && texts[count] != NULL)
        count++;
    return count;
}

// The log's first line on failure; NULL on success.
static const char* linkProgram(GLuint program, const GLuint shaders[2], const char* const* captured,
                               char text[1024])
{
    GLint ok = GL_FALSE;
    for (int i = 0; i < 2; i++)
        if (shaders[i] != 0)
            glAttachShader(program, shaders[i]);
    if (captured != NULL)
        glTransformFeedbackVaryings(program, countTexts(captured), captured, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &ok);
    if (ok != GL_TRUE) {
        text[0] = '\0';
        glGetProgramInfoLog(program, 1024, NULL, text);
        text[strcspn(text, "\n")] = '\0';
        return text;
    }
    GLuint block = glGetUniformBlockIndex(program, "Frame");
    if (block != GL_INVALID_INDEX)
        glUniformBlockBinding(program, block, 0);
    return NULL;
}

int gelCreateProgram(gelOutput* output, const char* vertex, const char* fragment, const char* const* captured,
                     GLuint* program)
{
    GLuint shaders[2] = {0, 0};
    char text[1024];
    *program = 0;
    int code = compileShader(output, GL_VERTEX_SHADER, vertex, &shaders[0]);
    if (code == gel_exitDone && fragment != NULL)
        code = compileShader(output, GL_FRAGMENT_SHADER, fragment, &shaders[1]);
    if (code == gel_exitDone) {
        *program = glCreateProgram();
        const char* problem = linkProgram(*program, shaders, captured, text);
        if (problem != NULL) {
            code = gelReportError(output, gel_exitDisplay, "shaders %s, %s: %s", vertex,
                                  fragment != NULL ? fragment : "-", problem);
            glDeleteProgram(*program);
            *program = 0;
        }
    }
    for (int i = 0; i < 2; i++)
        glDeleteShader(shaders[i]);
    return code;
}

gelBufferTexture gelCreateBufferTexture(GLenum format, size_t size, const void* data)
{
    gelBufferTexture made;
    glGenBuffers(1, &made.buffer);
    glBindBuffer(GL_TEXTURE_BUFFER, made.buffer);
    // There are no empty buffers.
    glBufferData(GL_TEXTURE_BUFFER, (GLsizeiptr)(size > 0 ? size : 16), size > 0 ? data : NULL,
                 GL_DYNAMIC_DRAW);
    glGenTextures(1, &made.texture);
    glBindTexture(GL_TEXTURE_BUFFER, made.texture);
    glTexBuffer(GL_TEXTURE_BUFFER, format, made.buffer);
    return made;
}

void gelDestroyBufferTexture(gelBufferTexture* texture)
{
    glDeleteTextures(1, &texture->texture);
    glDeleteBuffers(1, &texture->buffer);
    *texture = (gelBufferTexture){0};
}

void gelBindTexture(GLuint program, const char* name, int unit, GLenum target, GLuint texture)
{
    glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
    glBindTexture(target, texture);
    glUniform1i(glGetUniformLocation(program, name), unit);
}

void gelSetInt(GLuint program, const char* name, int value)
{
    glUniform1i(glGetUniformLocation(program, name), value);
}

void gelSetFloat(GLuint program, const char* name, float value)
{
    glUniform1f(glGetUniformLocation(program, name), value);
}
