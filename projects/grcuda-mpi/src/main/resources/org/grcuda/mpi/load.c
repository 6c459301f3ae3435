/*
 * Loads the library that was made of calls.c, and MPI with it, so that the JVM's signal handlers stay. Knows nothing
 * of MPI, so that loading this file loads no part of it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

/* The JVM finds null pointers and stops threads by SIGSEGV and others: MPI and what it is made of take them too. */
static struct sigaction kept[NSIG];

static void keep_signals(void) {
  for (int signal = 1; signal < NSIG; signal++) {
    if (sigaction(signal, NULL, &kept[signal]) != 0) {
      kept[signal].sa_handler = SIG_ERR;
    }
  }
}

static void restore_signals(void) {
  struct sigaction now;
  for (int signal = 1; signal < NSIG; signal++) {
    if (kept[signal].sa_handler != SIG_ERR && sigaction(signal, NULL, &now) == 0 &&
        now.sa_sigaction != kept[signal].sa_sigaction) {
      sigaction(signal, &kept[signal], NULL);
    }
  }
}

/*
 * Loads a library, and calls its function grcuda_mpi_init, which starts MPI. Returns 0, or another number after it
 * has written why not to problem, which has room for that many bytes.
 */
EXPORTED int grcuda_mpi_start(const char *library, char *problem, long room) {
  keep_signals();
  /* UCX and PSM are asked not to take signals in the first place, unless the user wants them to. */
  setenv("UCX_ERROR_SIGNALS", "", 0);
  setenv("IPATH_NO_BACKTRACE", "1", 0);
  setenv("HFI_NO_BACKTRACE", "1", 0);
  /* hwloc, which finds out about the machine, would load OpenCL, whose compiler takes every signal there is. */
  setenv("HWLOC_COMPONENTS", "-opencl,-gl", 0);
  /* For all, as Open MPI's plug-ins look for its functions there. */
  void *loaded = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
  int (*init)(char *, long) = NULL;
  if (loaded != NULL) {
    *(void **)&init = dlsym(loaded, "grcuda_mpi_init");
  }
  int result = 1;
  if (init == NULL) {
    snprintf(problem, (size_t)room, "%s", dlerror());
  } else {
    result = init(problem, room);
  }
  restore_signals();
  return result;
}
