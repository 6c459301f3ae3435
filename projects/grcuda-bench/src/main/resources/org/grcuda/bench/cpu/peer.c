// Reads a problem, then commands: "run COUNT" runs it and prints the nanoseconds elapsed and of processor time,
// "read INDEX FILE" writes an array to a file.
#include "peer.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  exit(1);
}

char *read_file(const char *name, size_t *bytes) {
  FILE *file = fopen(name, "rb");
  if (!file) fail("%s cannot be opened", name);
  fseek(file, 0, SEEK_END);
  size_t size = ftell(file);
  rewind(file);
  char *text = aligned_alloc(64, (size + 64) & ~(size_t)63);
  if (!text || fread(text, 1, size, file) != size) fail("%s cannot be read", name);
  text[size] = 0;
  fclose(file);
  if (bytes) *bytes = size;
  return text;
}

static void read_argument(FILE *file, struct argument *argument) {
  if (fscanf(file, " %c", &argument->kind) != 1) fail("the problem ends within an argument");
  int read;
  switch (argument->kind) {
    case 'a': read = fscanf(file, "%d", &argument->index); break;
    case 'i': read = fscanf(file, "%d", &argument->value.i); break;
    case 'f': read = fscanf(file, "%f", &argument->value.f); break;
    default: read = fscanf(file, "%lf", &argument->value.d);
  }
  if (read != 1) fail("an argument of kind %c has no value", argument->kind);
}

static void read_problem(struct problem *problem, const char *name) {
  FILE *file = fopen(name, "r");
  if (!file || fscanf(file, "%d %d", &problem->arrays, &problem->steps) != 2) fail("%s is no problem", name);
  problem->array = calloc(problem->arrays, sizeof *problem->array);
  problem->step = calloc(problem->steps, sizeof *problem->step);
  for (int i = 0; i < problem->arrays; i++) {
    struct array *array = &problem->array[i];
    char data[256];
    if (fscanf(file, " %c %zu %255s", &array->use, &array->bytes, data) != 3) fail("array %d is incomplete", i);
    if (array->use != 'o') array->initial = read_file(data, 0);
  }
  for (int i = 0; i < problem->steps; i++) {
    struct step *step = &problem->step[i];
    if (fscanf(file, " %63s %zu %zu %zu %zu %d", step->kernel, &step->grid[0], &step->grid[1], &step->block[0],
               &step->block[1], &step->count) != 6 || step->count > 16)
      fail("step %d is incomplete", i);
    for (int j = 0; j < step->count; j++) read_argument(file, &step->arguments[j]);
  }
  fclose(file);
}

static double nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

static void measure(int count) {
  restore();
  double processor = nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
  double start = nanoseconds(CLOCK_MONOTONIC);
  for (int i = 0; i < count; i++) run_all();
  double end = nanoseconds(CLOCK_MONOTONIC);
  printf("%.0f %.0f\n", end - start, nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - processor);
}

static void store(const struct problem *problem, int index, const char *name) {
  size_t bytes = problem->array[index].bytes;
  char *copy = malloc(bytes);
  read_array(index, copy);
  FILE *file = fopen(name, "wb");
  if (!file || fwrite(copy, 1, bytes, file) != bytes) fail("%s cannot be written", name);
  fclose(file);
  free(copy);
  printf("stored\n");
}

int main(int count, char **arguments) {
  if (count != 3) fail("usage: PROBLEM CODE");
  struct problem problem;
  read_problem(&problem, arguments[1]);
  prepare(&problem, arguments[2]);
  char command[512], name[256];
  while (fgets(command, sizeof command, stdin)) {
    int number;
    if (sscanf(command, "run %d", &number) == 1) measure(number);
    else if (sscanf(command, "read %d %255s", &number, name) == 2) store(&problem, number, name);
    else fail("unknown command %s", command);
    fflush(stdout);
  }
  return 0;
}
