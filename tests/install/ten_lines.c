#include <gel/gel.h>
#include <stdio.h>

int main(void)
{
    printf("Gel %s\n", gelVersionText());
    return 0;
}
