/*
 * Random programs on the native library and the double, without a JVM: so AddressSanitizer, ThreadSanitizer and the search for
 * leaks see all of them. random DOUBLE SEED PROGRAMS MODE THREADS [CALL ONE_IN]: each thread runs programs of its own on shared
 * devices; what they read must be what they would compute one step after the other. One in so many calls is left out.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "random.h"

static const char PTX[] =
    ".version 8.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry update(.param .u64 x, .param .u32 a, .param .u32 n)\n{\n ret;\n}\n"
    ".visible .entry add(.param .u64 x, .param .u64 y, .param .u64 z, .param .u32 a, .param .u32 n)\n{\n ret;\n}\n";

int64_t session;
int devices;
int64_t contexts[MOST_DEVICES], updates[MOST_DEVICES], adds[MOST_DEVICES];
static int64_t modules[MOST_DEVICES];
static atomic_llong next_seed, last_seed;

void check(int64_t status, const char *what) {
  if (status != 0) {
    fprintf(stderr, "%s: status %lld\n", what, (long long)status);
    exit(1);
  }
}

static void *run(void *unused) {
  Program *p = malloc(sizeof *p);
  (void)unused;
  for (;;) {
    long long seed = atomic_fetch_add(&next_seed, 1);
    if (seed >= atomic_load(&last_seed)) {
      break;
    }
    program_run(p, (uint64_t)seed);
  }
  free(p);
  return NULL;
}

static void open_devices(void) {
  static char logs[2 * 1024];
  check(CALL(initialize), "cuInit");
  for (int i = 0; i < devices; i++) {
    check(CALL(retainContext, i, OUT(&contexts[i])), "cuDevicePrimaryCtxRetain");
    check(CALL(loadModule, contexts[i], OUT(PTX), OUT(logs), 1024, OUT(&modules[i])), "cuModuleLoadDataEx");
    check(CALL(function, contexts[i], modules[i], OUT("update"), OUT(&updates[i])), "cuModuleGetFunction");
    check(CALL(function, contexts[i], modules[i], OUT("add"), OUT(&adds[i])), "cuModuleGetFunction");
  }
  for (int i = 0; i < devices * devices; i++) {
    if (i / devices != i % devices) {
      check(CALL(enablePeerAccess, contexts[i / devices], contexts[i % devices]), "cuCtxEnablePeerAccess");
    }
  }
}

static void *symbol(void *library, const char *name) {
  void *found = dlsym(library, name);
  if (found == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  return found;
}

/* Everything was used as it may be, and given back. */
static void require_clean(void *library) {
  const char *(*violations)(void) = (const char *(*)(void))symbol(library, "recording_violations");
  int (*live)(const char *) = (int (*)(const char *))symbol(library, "recording_live");
  static const char *const KINDS[] = {"context", "stream", "event", "module", "allocation"};
  if (violations()[0] != 0) {
    fprintf(stderr, "violations:\n%s", violations());
    exit(1);
  }
  for (int i = 0; i < 5; i++) {
    check(live(KINDS[i]), KINDS[i]);
  }
}

static void run_all(int threads) {
  pthread_t started[16];
  for (int i = 0; i < threads; i++) {
    check(pthread_create(&started[i], NULL, run, NULL), "pthread_create");
  }
  for (int i = 0; i < threads; i++) {
    check(pthread_join(started[i], NULL), "pthread_join");
  }
}

int main(int count, char **arguments) {
  if (count != 6 && count != 8) {
    fprintf(stderr, "random DOUBLE SEED PROGRAMS MODE THREADS [CALL ONE_IN]\n");
    return 2;
  }
  long long seed = atoll(arguments[2]), programs = atoll(arguments[3]);
  int mode = atoi(arguments[4]), threads = atoi(arguments[5]);
  char error[256];
  void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 2;
  }
  void (*reset)(int, int64_t) = (void (*)(int, int64_t))symbol(library, "recording_reset");
  void (*set_mode)(int, int64_t) = (void (*)(int, int64_t))symbol(library, "recording_mode");
  void (*set_record)(int) = (void (*)(int))symbol(library, "recording_record");
  void (*ignore)(const char *, int) = (void (*)(const char *, int))symbol(library, "recording_ignore");
  for (devices = 1; devices <= MOST_DEVICES; devices++) {
    reset(devices, 1 << 26);
    set_record(0);
    set_mode(mode, seed);
    session = Java_org_grcuda_cuda_jni_DriverApi_open(NULL, NULL, OUT(arguments[1]), OUT(error), sizeof error);
    check(session == 0, error);
    open_devices();
    if (count == 8) {
      ignore(arguments[6], atoi(arguments[7]));
    }
    next_seed = seed + (devices - 1) * programs / MOST_DEVICES;
    last_seed = seed + devices * programs / MOST_DEVICES;
    run_all(threads);
    for (int i = 0; i < devices; i++) {
      check(CALL(unloadModule, contexts[i], modules[i]), "cuModuleUnload");
      check(CALL(releaseContext, i), "cuDevicePrimaryCtxRelease");
    }
    require_clean(library);
    Java_org_grcuda_cuda_jni_DriverApi_close(NULL, NULL, session);
  }
  reset(0, 0);
  printf("%lld programs, no mismatch, nothing left\n", programs);
  return 0;
}
