/* assert is built into NVRTC; each inclusion follows NDEBUG. */
#ifdef NDEBUG
#undef assert
#define assert(condition) ((void)0)
#endif
