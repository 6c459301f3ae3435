#pragma once
#ifdef FAN_OUT_OF_TEST
#define FAN_OUT FAN_OUT_OF_TEST
#elif defined(SMALL_TREE)
#define FAN_OUT SMALL_TREE
#else
#define FAN_OUT 16
#endif
