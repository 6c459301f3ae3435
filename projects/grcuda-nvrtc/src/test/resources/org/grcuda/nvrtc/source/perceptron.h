#ifndef _PERCEPTRON_H_
#define _PERCEPTRON_H_
#define SEED 0x7fffffff
#define TILE 16
#define RATE 0.25f /* of learning */

typedef struct {
  int inputs; /* a multiple of TILE */
  int outputs;
  float *in, *out;
  float **rows;
} NETWORK;

NETWORK *new_network();
void fill_row();
double now();
#endif
