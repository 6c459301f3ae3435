// A problem as the benchmark describes it, and what a peer must do with it.
#pragma once
#include <stddef.h>

union value {
  void *array;
  int i;
  float f;
  double d;
};

struct array {
  size_t bytes;
  char use;       // 'i' in, 'o' out, 'b' both
  void *initial;  // null for an output
};

struct argument {
  char kind;  // 'a' array, 'i' int, 'f' float, 'd' double
  int index;  // of the array
  union value value;
};

struct step {
  char kernel[64];
  size_t grid[2], block[2];
  int count;
  struct argument arguments[16];
};

struct problem {
  int arrays, steps;
  struct array *array;
  struct step *step;
};

void fail(const char *format, ...);
char *read_file(const char *name, size_t *bytes);

// Compiles the kernels of a problem, from the file called code.
void prepare(struct problem *problem, const char *code);
// Brings arrays that are read and written back to what they were.
void restore(void);
// Runs every step and waits for the last.
void run_all(void);
// Copies an array to the host.
void read_array(int index, void *target);
