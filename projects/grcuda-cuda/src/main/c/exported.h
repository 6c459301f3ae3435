/* What the library exports; everything else is hidden. */
#ifndef GRCUDA_EXPORTED_H
#define GRCUDA_EXPORTED_H

#include <stdint.h>

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int64_t grcuda_open(const char *library_name, char *error, int32_t error_bytes);
EXPORTED void grcuda_close(int64_t session);
EXPORTED int64_t grcuda_submit(int64_t session, int64_t context, int64_t commands, int32_t words);

/*
 * A native method of org.grcuda.cuda.jni.DriverApi. Arguments and results are numbers and addresses
 * only, so no function of JNI is called and its header is not needed: jint is int32_t, jlong int64_t.
 */
#define JNI(type, name, ...)                                                                       \
  EXPORTED type Java_org_grcuda_cuda_jni_DriverApi_##name(void *jni, void *class, __VA_ARGS__);    \
  EXPORTED type Java_org_grcuda_cuda_jni_DriverApi_##name(                                         \
      __attribute__((unused)) void *jni, __attribute__((unused)) void *class, __VA_ARGS__)

#endif
