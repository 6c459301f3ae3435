/* What the ranks of the benchmark measure, with MPI alone. Arguments: rounds, bytes of a small message, small messages
   in a round, messages of 8 MB in a round. Prints for each round how long a message of each takes one way, in seconds. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double one_way(int rank, char *memory, int bytes, int messages) {
  double start = MPI_Wtime();
  for (int i = 0; i < messages; i++) {
    if (rank == 0) {
      MPI_Send(memory, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
      MPI_Recv(memory, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(memory, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(memory, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
  }
  return (MPI_Wtime() - start) / (2.0 * messages);
}

int main(int argc, char **argv) {
  int rank, size, large = 8 << 20;
  char *memory = malloc((size_t)large);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc != 5 || size != 2) {
    fprintf(stderr, "expected 4 arguments and 2 ranks, got %d and %d\n", argc - 1, size);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  memset(memory, 1, (size_t)large);
  for (int i = 0; i < atoi(argv[1]); i++) {
    double latency = one_way(rank, memory, atoi(argv[2]), atoi(argv[3]));
    double time = one_way(rank, memory, large, atoi(argv[4]));
    if (rank == 0) {
      printf("%.9g %.9g\n", latency, time);
      fflush(stdout);
    }
  }
  MPI_Finalize();
  return 0;
}
