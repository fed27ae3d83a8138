// Steps the same ball on two back ends. A device gives the reference's bits; "double" shows the
// error of single precision.
#include <gel/gel.h>
#include <stdio.h>

int main(int argumentCount, char** arguments)
{
    gelTetMesh mesh = {0};
    gelWorld *reference = NULL, *other = NULL;
    gelBodyId body;
    gelWorldDef referenceDef = gelDefaultWorldDef(), otherDef = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    referenceDef.backend = gel_referenceFloat; // plain loops in C
    referenceDef.ground.enabled = true;
    bodyDef.position.y = 0.8f;
    if (gelParseBackend(argumentCount > 1 ? arguments[1] : "auto", &otherDef) != gel_success ||
        gelCreateSphereMesh(0.5f, 8, &mesh) != gel_success ||
        gelCreateWorld(&referenceDef, &reference) != gel_success ||
        gelCreateBody(reference, &bodyDef, &mesh, &body) != gel_success ||
        gelCloneWorld(reference, &otherDef, &other) != gel_success) { // everything in the world
        puts(gelLastError());
        return 1;
    }
    gelDifference difference = {.equal = true};
    int frame = 0;
    while (frame < 60 && difference.equal) {
        // Steps both worlds. gelDivergence can also give the stage, constraint and vertex where they diverge.
        if (gelStepAndCompare(reference, other, 1.0f / 60.0f, &difference, NULL, NULL) != gel_success) {
            puts(gelLastError());
            return 1;
        }
        frame++;
    }
    printf("%s\n%s\n", gelWorld_GetBackendText(reference), gelWorld_GetBackendText(other));
    printf("frame %d: %s bits, at most %.2g m apart\n", frame, difference.equal ? "equal" : "different",
           difference.largest);
    gelDestroyWorld(other);
    gelDestroyWorld(reference);
    gelDestroyTetMesh(&mesh);
    return 0;
}
