#ifndef SCAN_COMMON_H
#define SCAN_COMMON_H
#include <stdlib.h>
typedef unsigned int uint;
extern "C" const uint MAX_BATCH;
extern "C" void initScan(void);
extern "C" size_t scanExclusive(uint *to, uint *from, uint batch, uint length);
#endif
