/* Ping-pong between two ranks with MPI alone, as a program with CUDA does it: the data is on a "device", which is other
   memory of the host here, and is copied to a buffer of the host before it is sent and from one after it was received.
   Arguments: rounds, then for each size its bytes and the messages there and back in a round. Prints for each round and
   size the seconds one way without the copies, and with them. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *device, *host;

static void send(int other, int bytes, int staged) {
  if (staged) memcpy(host, device, (size_t)bytes);
  MPI_Send(host, bytes, MPI_BYTE, other, 1, MPI_COMM_WORLD);
}

static void receive(int other, int bytes, int staged) {
  MPI_Recv(host, bytes, MPI_BYTE, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (staged) memcpy(device, host, (size_t)bytes);
}

static double one_way(int rank, int bytes, int messages, int staged) {
  double start = MPI_Wtime();
  for (int i = 0; i < messages; i++) {
    if (rank == 0) {
      send(1, bytes, staged);
      receive(1, bytes, staged);
    } else {
      receive(0, bytes, staged);
      send(0, bytes, staged);
    }
  }
  return (MPI_Wtime() - start) / (2.0 * messages);
}

int main(int argc, char **argv) {
  int rank, size, most = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc < 4 || argc % 2 != 0 || size != 2) {
    fprintf(stderr, "expected rounds, pairs of numbers and 2 ranks, got %d arguments and %d\n", argc - 1, size);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  for (int i = 2; i < argc; i += 2) {
    if (atoi(argv[i]) > most) most = atoi(argv[i]);
  }
  device = malloc((size_t)most);
  host = malloc((size_t)most);
  memset(device, 1, (size_t)most);
  memset(host, 1, (size_t)most);
  for (int round = -1; round < atoi(argv[1]); round++) {
    for (int i = 2; i < argc; i += 2) {
      double plain = one_way(rank, atoi(argv[i]), atoi(argv[i + 1]), 0);
      double staged = one_way(rank, atoi(argv[i]), atoi(argv[i + 1]), 1);
      if (rank == 0 && round >= 0) printf("%.9g %.9g\n", plain, staged);
    }
  }
  MPI_Finalize();
  return 0;
}
