#ifndef CLUSTER_STREAM_H
#define CLUSTER_STREAM_H
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <climits>
/* One point. */
typedef struct {
  float weight;
  float *place;
  long nearest; /* number of its centre */
  float cost;
} Point;

typedef struct {
  long num;
  int dim;
  Point *p;
} Points;
typedef struct job_t { Points *points; pthread_barrier_t *barrier; } job_t;
float gain_of(long x, Points *points, float z, long int *centres, int kmax, bool *open, int *table);
template <typename T> inline T square_of(T x) { return x * x; }
#endif
