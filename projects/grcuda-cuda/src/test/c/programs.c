/* The kernels of the programs that tests make at random (SmallKernel, Tasks, Vectors), in C. */
#include <string.h>

#include "recording.h"

/* The parameters of a launch, one after the other. */
static uint64_t parameter(const Command *command, int index) {
  uint64_t value = 0;
  memcpy(&value, command->parameters + command->function->offsets[index],
         command->function->sizes[index]);
  return value;
}

static int number(const Command *command, int index) {
  return (int)(uint32_t)parameter(command, index);
}

/* Elements of 4 bytes; null after a failure. */
static void *elements(const Command *command, int index, int64_t count, Failure *failure) {
  return failure->status != STATUS_SUCCESS
             ? NULL
             : kernel_memory(command, parameter(command, index), 4 * (size_t)count, failure);
}

/* As CUDA's unsigned arithmetic, which wraps. */
static int element(int kind, int x, int y, int z, int a) {
  unsigned int ux = (unsigned int)x, uy = (unsigned int)y, ua = (unsigned int)a;
  switch (kind) {
    case 0:
      return (int)(ua * ux);
    case 1:
      return (int)(ux + uy + ua);
    case 2:
      return (int)(((unsigned int)z ^ (3 * ux - uy)) + ua);
    case 3:
      return (int)(5 * uy + ux);
    case 4:
      return (int)(17 * ux + ua);
    case 5:
      return (x & 1) != 0 ? x : y;
    default:
      return (int)(ux + ua);
  }
}

/* Takes as many arrays, of which it writes the last, then a number and the number of elements. */
static void each(const Command *command, int kind, int arrays, Failure *failure) {
  int count = number(command, arrays + 1), a = number(command, arrays);
  int *of[3] = {NULL, NULL, NULL};
  for (int i = 0; i < arrays; i++) {
    of[i] = elements(command, i, count, failure);
  }
  for (int i = 0; i < count && failure->status == STATUS_SUCCESS; i++) {
    int x = of[0][i], y = arrays < 2 ? 0 : of[1][i], z = arrays < 3 ? 0 : of[2][i];
    of[arrays - 1][i] = element(kind, x, y, z, a);
  }
}

static int *total(const Command *command) {
  for (int i = 0; i < command->use_count; i++) {
    Allocation *used = command->uses[i];
    if (used->module == command->function->module && strcmp(used->name, "total") == 0) {
      return allocation_view(used, (CudaAddress)(uintptr_t)used->address);
    }
  }
  return NULL;
}

static void keep(const Command *command, Failure *failure) {
  int *variable = total(command), *x = elements(command, 0, 1, failure);
  if (x != NULL && variable != NULL) {
    *variable = (int)(3 * (unsigned int)*variable + (unsigned int)*x);
  }
}

static void spread(const Command *command, Failure *failure) {
  int count = number(command, 1);
  int *variable = total(command), *x = elements(command, 0, count, failure);
  for (int i = 0; i < count && x != NULL && variable != NULL; i++) {
    x[i] = element(6, x[i], 0, 0, *variable);
  }
}

/* n, alpha in device memory or null, alpha, its imaginary part, x, incx (1), y, incy (1): y = a x + y, or x = a x without y. */
static void vectors(const Command *command, int has_y, Failure *failure) {
  int64_t count = (int64_t)parameter(command, 0);
  uint64_t bits = parameter(command, 2);
  double alpha;
  memcpy(&alpha, &bits, sizeof alpha);
  if (parameter(command, 1) != 0) {
    float *given = elements(command, 1, 1, failure);
    alpha = given == NULL ? 0 : *given;
  }
  float *x = elements(command, 4, count, failure);
  float *y = has_y ? elements(command, 6, count, failure) : x;
  for (int64_t i = 0; i < count && x != NULL && y != NULL; i++) {
    y[i] = (float)(has_y ? (double)y[i] + alpha * (double)x[i] : alpha * (double)x[i]);
  }
}

int program_kernel_run(const Command *command, Failure *failure) {
  static const struct {
    const char *name;
    int parameters, kind, arrays;
  } KERNELS[] = {{"scale", 4, 0, 2},      {"add", 5, 1, 3},    {"_Z3mixPKiS0_Piii", 5, 2, 3},
                 {"accumulate", 4, 3, 2}, {"update", 3, 4, 1}, {"select", 4, 5, 2},
                 {"plus", 3, 6, 1}};
  const CudaFunction function = command->function;
  for (size_t i = 0; i < sizeof KERNELS / sizeof *KERNELS; i++) {
    if (strcmp(function->name, KERNELS[i].name) == 0 && function->parameters == KERNELS[i].parameters) {
      each(command, KERNELS[i].kind, KERNELS[i].arrays, failure);
      return 1;
    }
  }
  if (strcmp(function->name, "keep") == 0) {
    keep(command, failure);
  } else if (strcmp(function->name, "spread") == 0) {
    spread(command, failure);
  } else if (strncmp(function->name, "_Z4axpyIf", 9) == 0 || strncmp(function->name, "_Z4scalIf", 9) == 0) {
    vectors(command, function->name[3] == 'a', failure);
  } else {
    return 0;
  }
  return 1;
}
