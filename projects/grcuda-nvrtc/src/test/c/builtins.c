/* A double of libnvrtc-builtins.so.13.0 for tests: empty. */
const int grcuda_builtins = 13;
