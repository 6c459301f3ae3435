#ifdef __cplusplus
extern "C" {
#endif
#ifndef TREE_COMMON_H
#define TREE_COMMON_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sizes.h"

typedef struct record {
  int value;
} record;

typedef struct branch {
  int children[FAN_OUT + 1];
  int keys[FAN_OUT + 1];
  bool is_leaf;
} branch;

typedef struct leaf_node {
  void **values;
  struct leaf_node *parent;
  bool is_leaf;
} leaf_node;

typedef struct link {
  struct link *before, *after;
  void *value;
} link_t;

typedef struct chain_t {
  link_t *first, *last;
  unsigned length : 31, sorted : 1;
  int (*order)(const void *one, const void *other);
  void (*drop)(void *);
} chain_t;

leaf_node *new_leaf(void);
static inline int larger(int a, int b) { return a > b ? a : b; }
#endif
#ifdef __cplusplus
}
#endif
