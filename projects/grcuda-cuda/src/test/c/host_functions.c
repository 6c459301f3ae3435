/* The thread of the double that calls host functions, as a driver has one: never the caller's. */
#include <pthread.h>
#include <stddef.h>

#include "recording.h"

enum { ROOM = 256 };

static struct {
  CudaHostFunction function;
  void *data;
} queue[ROOM];

/* Numbers of those added and called so far; the queue holds what is between, at most ROOM. */
static unsigned int added, called;
static int is_held, is_started;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *run(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  for (;;) {
    while (called == added || is_held) {
      pthread_cond_wait(&changed, &lock);
    }
    CudaHostFunction function = queue[called % ROOM].function;
    void *data = queue[called % ROOM].data;
    pthread_mutex_unlock(&lock);
    function(data);
    pthread_mutex_lock(&lock);
    called++;
    pthread_cond_broadcast(&changed);
  }
  return NULL;
}

CudaStatus host_functions_add(CudaHostFunction function, void *data) {
  CudaStatus status = STATUS_SUCCESS;
  pthread_mutex_lock(&lock);
  pthread_t thread;
  if (!is_started && pthread_create(&thread, NULL, run, NULL) == 0) {
    pthread_detach(thread);
    is_started = 1;
  }
  if (!is_started || added - called == ROOM) {
    status = OUT_OF_MEMORY;
  } else {
    queue[added % ROOM].function = function;
    queue[added % ROOM].data = data;
    added++;
    pthread_cond_broadcast(&changed);
  }
  pthread_mutex_unlock(&lock);
  return status;
}

void host_functions_hold(int held) {
  pthread_mutex_lock(&lock);
  is_held = held;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

void host_functions_await(void) {
  if (state.quiet) {
    return;
  }
  pthread_mutex_lock(&lock);
  unsigned int last = added;
  while ((int)(last - called) > 0 && !is_held) {
    pthread_cond_wait(&changed, &lock);
  }
  pthread_mutex_unlock(&lock);
}
