#define fp float
#define NUMBER_THREADS 256
#define AROUND(i, j) ((j) * Nr + (i))
