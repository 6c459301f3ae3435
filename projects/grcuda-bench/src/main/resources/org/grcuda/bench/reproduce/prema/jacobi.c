/* Jacobi iterations in three dimensions with MPI and plain loops: one box of the domain for each rank, a cell of halo
   around it; pack, MPI_Isend and MPI_Irecv, MPI_Waitall, unpack, update. Arguments: the domain's extents, boxes along each
   axis, iterations, rounds. Prints the seconds of each round, and then the checksum of the domain. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long domain[3], from[3], n[3], stride[3];
static int grid[3], at[3], neighbour[6];
static double *send_row[6], *receive_row[6];

static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* Copies a face to a row, or a row to a face: cells at `where` along `axis`. */
static void face(double *u, int axis, long where, double *row, int pack) {
  int a = axis == 0 ? 1 : 0, b = axis == 2 ? 1 : 2;
  for (long i = 0; i < n[a]; i++) {
    double *cells = u + where * stride[axis] + (i + 1) * stride[a] + stride[b];
    for (long j = 0; j < n[b]; j++) {
      if (pack) row[i * n[b] + j] = cells[j * stride[b]];
      else cells[j * stride[b]] = row[i * n[b] + j];
    }
  }
}

static void exchange(double *u) {
  MPI_Request requests[12];
  int count = 0;
  for (int f = 0; f < 6; f++) {
    int axis = f / 2;
    if (neighbour[f] < 0) continue;
    int cells = (int)(n[0] * n[1] * n[2] / n[axis]);
    face(u, axis, f % 2 == 0 ? 1 : n[axis], send_row[f], 1);
    MPI_Irecv(receive_row[f], cells, MPI_DOUBLE, neighbour[f], 0, MPI_COMM_WORLD, &requests[count++]);
    MPI_Isend(send_row[f], cells, MPI_DOUBLE, neighbour[f], 0, MPI_COMM_WORLD, &requests[count++]);
  }
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
  for (int f = 0; f < 6; f++) {
    if (neighbour[f] >= 0) face(u, f / 2, f % 2 == 0 ? 0 : n[f / 2] + 1, receive_row[f], 0);
  }
}

static void update(const double *restrict u, double *restrict v) {
  long plane = stride[0], row = stride[1];
  for (long i = 1; i <= n[0]; i++) {
    for (long j = 1; j <= n[1]; j++) {
      const double *c = u + i * plane + j * row;
      double *out = v + i * plane + j * row;
      for (long k = 1; k <= n[2]; k++) {
        out[k] = (c[k] + c[k - 1] + c[k + 1] + c[k - row] + c[k + row] + c[k - plane] + c[k + plane]) * (1.0 / 7.0);
      }
    }
  }
}

static uint64_t checksum(const double *u) {
  uint64_t sum = 0, all = 0;
  for (long i = 0; i < n[0]; i++) {
    for (long j = 0; j < n[1]; j++) {
      for (long k = 0; k < n[2]; k++) {
        uint64_t bits, place = (uint64_t)(((from[0] + i) * domain[1] + from[1] + j) * domain[2] + from[2] + k);
        memcpy(&bits, u + (i + 1) * stride[0] + (j + 1) * stride[1] + k + 1, sizeof bits);
        sum += mix(bits ^ mix(place));
      }
    }
  }
  MPI_Reduce(&sum, &all, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  return all;
}

static void lay_out(int rank) {
  at[2] = rank % grid[2];
  at[1] = rank / grid[2] % grid[1];
  at[0] = rank / grid[2] / grid[1];
  long step = 1;
  for (int axis = 2; axis >= 0; axis--) {
    from[axis] = at[axis] * domain[axis] / grid[axis];
    n[axis] = (at[axis] + 1) * domain[axis] / grid[axis] - from[axis];
    stride[axis] = axis == 2 ? 1 : stride[axis + 1] * (n[axis + 1] + 2);
    neighbour[2 * axis] = at[axis] > 0 ? rank - (int)step : -1;
    neighbour[2 * axis + 1] = at[axis] < grid[axis] - 1 ? rank + (int)step : -1;
    step *= grid[axis];
  }
  for (int f = 0; f < 6; f++) {
    size_t bytes = sizeof(double) * (size_t)(n[0] * n[1] * n[2] / n[f / 2]);
    send_row[f] = malloc(bytes);
    receive_row[f] = malloc(bytes);
  }
}

/* All is 0, and in front of the domain 1. */
static void initialize(double *u) {
  memset(u, 0, sizeof(double) * (size_t)((n[0] + 2) * stride[0]));
  if (at[0] == 0) {
    for (long i = 0; i < stride[0]; i++) u[i] = 1;
  }
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int axis = 0; axis < 3 && argc == 9; axis++) {
    domain[axis] = atol(argv[1 + axis]);
    grid[axis] = atoi(argv[4 + axis]);
  }
  if (argc != 9 || grid[0] * grid[1] * grid[2] != size) {
    fprintf(stderr, "expected 8 numbers, and as many boxes as ranks\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  lay_out(rank);
  size_t bytes = sizeof(double) * (size_t)((n[0] + 2) * stride[0]);
  double *u = malloc(bytes), *v = malloc(bytes);
  for (int round = -1; round < atoi(argv[8]); round++) {
    initialize(u);
    initialize(v);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int i = 0; i < atoi(argv[7]); i++) {
      exchange(u);
      update(u, v);
      double *other = u;
      u = v;
      v = other;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 && round >= 0) printf("%.9g\n", MPI_Wtime() - start);
  }
  uint64_t sum = checksum(u);
  if (rank == 0) printf("%llu\n", (unsigned long long)sum);
  MPI_Finalize();
  return 0;
}
