#pragma once
/* malloc, free and abs are built into NVRTC. */
#include <stddef.h>
