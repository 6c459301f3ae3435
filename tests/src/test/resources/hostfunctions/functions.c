#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// A function per type: the value comes back as it arrived.
bool same_bool(bool x) { return x; }
char same_char(char x) { return x; }
int8_t same_sint8(int8_t x) { return x; }
uint8_t same_uint8(uint8_t x) { return x; }
int16_t same_sint16(int16_t x) { return x; }
uint16_t same_uint16(uint16_t x) { return x; }
int32_t same_sint32(int32_t x) { return x; }
uint32_t same_uint32(uint32_t x) { return x; }
int64_t same_sint64(int64_t x) { return x; }
uint64_t same_uint64(uint64_t x) { return x; }
float same_float(float x) { return x; }
double same_double(double x) { return x; }

// As 64 bits: narrow arguments must have been extended as their types.
int64_t wide_sint8(int8_t x) { return x; }
int64_t wide_uint8(uint8_t x) { return x; }
int64_t wide_sint16(int16_t x) { return x; }
int64_t wide_uint16(uint16_t x) { return x; }
int64_t wide_uint32(uint32_t x) { return x; }

// More arguments than registers, of both kinds.
double weigh(int8_t a, double b, uint16_t c, float d, int64_t e, bool f, double g, uint8_t h,
             int32_t i, float j, double k, double l, double m, double n, double o, int16_t p,
             uint8_t q, double r) {
  double values[] = {a, b, c, d, (double)e, f, g, h, i, j, k, l, m, n, o, p, q, r};
  double sum = 0;
  for (int at = 0; at < 18; at++) {
    sum += (at + 1) * values[at];
  }
  return sum;
}

float sum(const float *x, int n) {
  float total = 0;
  for (int i = 0; i < n; i++) {
    total += x[i];
  }
  return total;
}

void scale(float *x, float factor, int n) {
  for (int i = 0; i < n; i++) {
    x[i] *= factor;
  }
}

void copy_bytes(const void *from, void *to, uint64_t bytes) { memmove(to, from, bytes); }

uint64_t address(const void *x) { return (uint64_t)x; }
void *offset(void *x, int64_t bytes) { return (char *)x + bytes; }
bool is_null(const void *x) { return x == NULL; }

uint64_t length(const char *text) { return text == NULL ? UINT64_MAX : strlen(text); }
const char *after(const char *text, char mark) { return strchr(text, mark); }
const char *greeting(void) { return "gr\xc3\xbc\xc3\x9f dich"; }

// Sets *started, and writes into x once *go is set.
void write_late(int32_t *started, const int32_t *go, float *x, float value) {
  __atomic_store_n(started, 1, __ATOMIC_SEQ_CST);
  while (!__atomic_load_n(go, __ATOMIC_SEQ_CST)) {
  }
  *x = value;
}

// The address as an integer: no memory that the call is known to use.
void store_flag(uint64_t flag, int32_t value) {
  __atomic_store_n((int32_t *)flag, value, __ATOMIC_SEQ_CST);
}
