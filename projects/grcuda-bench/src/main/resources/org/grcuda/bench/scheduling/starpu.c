/* What StarPU takes to submit empty tasks: starpu WORKLOAD COUNT SAMPLES. The workloads are those of
 * Workload.java. Workers are paused while the tasks are submitted, so all of them are unfinished.
 * Prints two medians, in nanoseconds of one task: to submit it, and until all are done. */
#include <starpu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BRANCHES = 8, PARTITIONS = 16, MOST_HANDLES = 9 };

static void nothing(void *buffers[], void *argument) {
  (void)buffers;
  (void)argument;
}

static struct starpu_codelet pair = {
    .cpu_funcs = {nothing}, .nbuffers = 2, .modes = {STARPU_RW, STARPU_RW}, .name = "pair"};
static struct starpu_codelet touch = {
    .cpu_funcs = {nothing}, .nbuffers = 1, .modes = {STARPU_RW}, .name = "touch"};
static struct starpu_codelet fork_ = {
    .cpu_funcs = {nothing}, .nbuffers = 2, .modes = {STARPU_R, STARPU_RW}, .name = "fork"};
/* More buffers than a task has room for, as StarPU is built: they are given by pointers. */
static enum starpu_data_access_mode join_modes[] = {STARPU_RW, STARPU_R, STARPU_R,
                                                    STARPU_R,  STARPU_R, STARPU_R,
                                                    STARPU_R,  STARPU_R, STARPU_R};
static struct starpu_codelet join = {
    .cpu_funcs = {nothing},
    .nbuffers = 9,
    .dyn_modes = join_modes,
    .name = "join"};
static struct starpu_codelet sweep = {
    .cpu_funcs = {nothing}, .nbuffers = 3, .modes = {STARPU_R, STARPU_R, STARPU_RW}, .name = "sweep"};

static float *memory;
static starpu_data_handle_t *handles;

static void submit(struct starpu_codelet *codelet, starpu_data_handle_t used[]) {
  struct starpu_task *task = starpu_task_create();
  task->cl = codelet;
  starpu_data_handle_t *into = task->handles;
  if (codelet->dyn_modes != NULL) {
    into = task->dyn_handles = malloc(codelet->nbuffers * sizeof *used);
  }
  memcpy(into, used, codelet->nbuffers * sizeof *used);
  if (starpu_task_submit(task) != 0) {
    fprintf(stderr, "starpu_task_submit failed\n");
    exit(1);
  }
}

static void submit_all(const char *workload, int count) {
  starpu_data_handle_t used[MOST_HANDLES];
  for (int i = 0; i < count; i++) {
    if (strcmp(workload, "independent") == 0) {
      used[0] = handles[2 * i];
      used[1] = handles[2 * i + 1];
      submit(&pair, used);
    } else if (strcmp(workload, "chain") == 0) {
      submit(&touch, handles);
    } else if (strcmp(workload, "fork-join") == 0) {
      int branch = i % (BRANCHES + 1);
      used[0] = handles[BRANCHES];
      if (branch < BRANCHES) {
        used[1] = handles[branch];
        submit(&fork_, used);
      } else {
        memcpy(used + 1, handles, BRANCHES * sizeof *handles);
        submit(&join, used);
      }
    } else {
      int part = i % PARTITIONS;
      used[0] = handles[2 * PARTITIONS];
      used[1] = handles[part];
      used[2] = handles[PARTITIONS + part];
      submit(&sweep, used);
    }
  }
}

static int handle_count(const char *workload, int count) {
  if (strcmp(workload, "independent") == 0) {
    return 2 * count;
  }
  return strcmp(workload, "chain") == 0 ? 1 : strcmp(workload, "fork-join") == 0 ? BRANCHES + 1
                                                                                 : 2 * PARTITIONS + 1;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

static int ascending(const void *one, const void *other) {
  double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: starpu WORKLOAD COUNT SAMPLES\n");
    return 2;
  }
  const char *workload = argv[1];
  int count = atoi(argv[2]), samples = atoi(argv[3]), arrays = handle_count(workload, count);
  if (starpu_init(NULL) != 0) {
    fprintf(stderr, "starpu_init failed\n");
    return 1;
  }
  double *submitting = malloc(samples * sizeof *submitting);
  double *completing = malloc(samples * sizeof *completing);
  memory = calloc(arrays, sizeof *memory);
  handles = malloc(arrays * sizeof *handles);
  for (int sample = -1; sample < samples; sample++) {
    for (int i = 0; i < arrays; i++) {
      starpu_vector_data_register(
          &handles[i], STARPU_MAIN_RAM, (uintptr_t)(memory + i), 1, sizeof *memory);
    }
    starpu_pause();
    double start = now();
    submit_all(workload, count);
    double submitted = now();
    starpu_resume();
    starpu_task_wait_for_all();
    double completed = now();
    if (sample >= 0) {
      submitting[sample] = (submitted - start) / count;
      completing[sample] = (completed - submitted) / count;
    }
    for (int i = 0; i < arrays; i++) {
      starpu_data_unregister(handles[i]);
    }
  }
  qsort(submitting, samples, sizeof *submitting, ascending);
  qsort(completing, samples, sizeof *completing, ascending);
  printf("%.1f %.1f\n", submitting[samples / 2], completing[samples / 2]);
  starpu_shutdown();
  return 0;
}
