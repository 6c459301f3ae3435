/* The thread of the double that calls host functions, as a driver has one: never the caller's. */
#include <pthread.h>
#include <stdlib.h>

#include "recording.h"

/* One call at a time: function is null when the thread has nothing to do. */
static CudaHostFunction next;
static void *next_data;
static int is_started;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *run(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  for (;;) {
    while (next == NULL) {
      pthread_cond_wait(&changed, &lock);
    }
    CudaHostFunction function = next;
    void *data = next_data;
    pthread_mutex_unlock(&lock);
    function(data);
    pthread_mutex_lock(&lock);
    next = NULL;
    pthread_cond_broadcast(&changed);
  }
  return NULL;
}

void host_function_call(CudaHostFunction function, void *data) {
  static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&one_at_a_time);
  pthread_mutex_lock(&lock);
  if (!is_started) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, NULL) != 0) {
      abort();
    }
    pthread_detach(thread);
    is_started = 1;
  }
  next_data = data;
  next = function;
  pthread_cond_broadcast(&changed);
  while (next != NULL) {
    pthread_cond_wait(&changed, &lock);
  }
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&one_at_a_time);
}
