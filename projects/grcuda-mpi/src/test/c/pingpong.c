/* What PingPong.java measures, with MPI alone: mpicc -O2 pingpong.c && mpirun -n 2 ./a.out */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double one_way(int rank, char *memory, int bytes, int rounds) {
  double start = MPI_Wtime();
  for (int i = 0; i < rounds; i++) {
    if (rank == 0) {
      MPI_Send(memory, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
      MPI_Recv(memory, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(memory, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(memory, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
  }
  return (MPI_Wtime() - start) / (2.0 * rounds);
}

int main(int argc, char **argv) {
  int rank, small = 8, large = 8 << 20;
  char *memory = malloc((size_t)large);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  memset(memory, 1, (size_t)large);
  for (int i = 0; i < 5; i++) {
    double latency = one_way(rank, memory, small, 100000);
    double time = one_way(rank, memory, large, 50);
    if (rank == 0) {
      printf("C    8 B one way: %.2f us; 8 MB: %.2f GB/s\n", latency * 1e6, large / time * 1e-9);
      fflush(stdout);
    }
  }
  MPI_Finalize();
  return 0;
}
