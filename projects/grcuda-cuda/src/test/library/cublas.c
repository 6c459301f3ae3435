/*
 * A double of libcublas.so for tests: some functions on the host's memory, a log of how handles are used, and a status
 * that the next call can be told to return. Linked with nothing; built for itself.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

enum { SUCCESS = 0, NOT_INITIALIZED = 1, INVALID_VALUE = 7 };

typedef struct Handle {
  int number;
  void *stream;
  int device_mode;
} Handle;

/* Where the host finds memory of a device; NULL if it is at its address. */
static void *(*view)(void *);

static void *at(const void *address) {
  return view == NULL ? (void *)address : view((void *)address);
}

static char text[1 << 16];
static int created, alive, refusal;

static void log_call(const char *line) {
  strncat(text, line, sizeof text - strlen(text) - 1);
}

static int enter(const Handle *handle, const char *name, const char *rest) {
  char line[256];
  snprintf(line, sizeof line, "%s handle %d %s%s\n", name, handle->number,
           handle->device_mode ? "device" : "host", rest);
  log_call(line);
  int status = handle->stream == NULL ? NOT_INITIALIZED : refusal;
  refusal = 0;
  return status;
}

EXPORTED const char *double_calls(void) { return text; }

EXPORTED void double_reset(void) {
  text[0] = 0;
  created = alive = refusal = 0;
}

EXPORTED void double_memory(void *(*function)(void *)) { view = function; }

EXPORTED int double_alive(void) { return alive; }

EXPORTED void double_refuse(int status) { refusal = status; }

EXPORTED int cublasCreate_v2(Handle **handle) {
  int status = refusal;
  refusal = 0;
  if (status == SUCCESS) {
    *handle = calloc(1, sizeof **handle);
    (*handle)->number = ++created;
    alive++;
  }
  return status;
}

EXPORTED int cublasDestroy_v2(Handle *handle) {
  int status = refusal;
  refusal = 0;
  alive--;
  free(handle);
  return status;
}

EXPORTED int cublasSetStream_v2(Handle *handle, void *stream) {
  handle->stream = stream;
  return SUCCESS;
}

EXPORTED int cublasSetPointerMode_v2(Handle *handle, int mode) {
  handle->device_mode = mode;
  return mode == 0 || mode == 1 ? SUCCESS : INVALID_VALUE;
}

EXPORTED int cublasSaxpy_v2(Handle *handle, int n, const float *alpha, const float *x, int incx, float *y,
                            int incy) {
  char rest[64];
  alpha = at(alpha);
  x = at(x);
  y = at(y);
  snprintf(rest, sizeof rest, " %d %g", n, (double)*alpha);
  int status = enter(handle, "cublasSaxpy", rest);
  for (int i = 0; i < n && status == SUCCESS; i++) {
    y[i * incy] += *alpha * x[i * incx];
  }
  return status;
}

EXPORTED int cublasZscal_v2(Handle *handle, int n, const double *alpha, double *x, int incx) {
  int status = enter(handle, "cublasZscal", "");
  alpha = at(alpha);
  x = at(x);
  for (int i = 0; i < n && status == SUCCESS; i++) {
    double *element = x + 2 * i * incx, re = element[0];
    element[0] = alpha[0] * re - alpha[1] * element[1];
    element[1] = alpha[0] * element[1] + alpha[1] * re;
  }
  return status;
}

EXPORTED int cublasDdot_v2(Handle *handle, int n, const double *x, int incx, const double *y, int incy,
                           double *result) {
  int status = enter(handle, "cublasDdot", "");
  double sum = 0;
  x = at(x);
  y = at(y);
  result = at(result);
  for (int i = 0; i < n; i++) {
    sum += x[i * incx] * y[i * incy];
  }
  if (status == SUCCESS) {
    *result = sum;
  }
  return status;
}

/* As many arguments as any function has, of both sizes. */
EXPORTED int cublasDgemmStridedBatched(Handle *handle, int transa, int transb, int m, int n, int k,
                                       const double *alpha, const double *a, int lda,
                                       long long stride_a, const double *b, int ldb,
                                       long long stride_b, const double *beta, double *c, int ldc,
                                       long long stride_c, int count) {
  int status = enter(handle, "cublasDgemmStridedBatched", "");
  alpha = at(alpha);
  beta = at(beta);
  a = at(a);
  b = at(b);
  c = at(c);
  if (transa != 0 || transb != 0) {
    return INVALID_VALUE;
  }
  for (int batch = 0; batch < count && status == SUCCESS; batch++) {
    for (int column = 0; column < n; column++) {
      for (int row = 0; row < m; row++) {
        double sum = 0;
        for (int i = 0; i < k; i++) {
          sum += a[batch * stride_a + i * lda + row] * b[batch * stride_b + column * ldb + i];
        }
        double *to = c + batch * stride_c + column * ldc + row;
        *to = *alpha * sum + (*beta == 0 ? 0 : *beta * *to);
      }
    }
  }
  return status;
}
