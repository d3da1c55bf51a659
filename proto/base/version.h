/* The version of the programs; `make deb` compares it with the package's. */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

#define NUMBRIDGE_VERSION "0.1.0"

#endif
