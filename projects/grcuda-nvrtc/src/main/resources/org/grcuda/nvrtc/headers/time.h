#pragma once
/* clock is built into NVRTC: ticks of the device. */
#include <stddef.h>
