// A driver of OpenCL that ends the program as it is loaded, as one built for another processor does.
#include <signal.h>

__attribute__((constructor)) static void crash(void)
{
    raise(SIGILL);
}
