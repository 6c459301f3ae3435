// Runs a problem's C function run, from a shared library.
#include "peer.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct problem *it;
static void **memory;
static union value values[16];
static void (*function)(const union value *arguments);

void prepare(struct problem *problem, const char *code) {
  it = problem;
  void *library = dlopen(code, RTLD_NOW);
  if (!library) fail("%s", dlerror());
  function = (void (*)(const union value *))dlsym(library, "run");
  if (!function) fail("%s", dlerror());
  memory = calloc(it->arrays, sizeof *memory);
  for (int i = 0; i < it->arrays; i++) {
    struct array *array = &it->array[i];
    memory[i] = aligned_alloc(64, (array->bytes + 63) & ~(size_t)63);
    if (array->initial) memcpy(memory[i], array->initial, array->bytes);
    else memset(memory[i], 0, array->bytes);
  }
  for (int i = 0; i < it->step[0].count; i++) {
    struct argument *argument = &it->step[0].arguments[i];
    values[i] = argument->value;
    if (argument->kind == 'a') values[i].array = memory[argument->index];
  }
  printf("gcc %d.%d\n", __GNUC__, __GNUC_MINOR__);
  fflush(stdout);
}

void restore(void) {
  for (int i = 0; i < it->arrays; i++)
    if (it->array[i].use == 'b') memcpy(memory[i], it->array[i].initial, it->array[i].bytes);
}

void run_all(void) { function(values); }

void read_array(int index, void *target) { memcpy(target, memory[index], it->array[index].bytes); }
