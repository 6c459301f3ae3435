// Searches in a tree of records: structs in a header of another folder, a program in C.
#include "tree/common.h"
#include <climits>
#include <ctype.h>
#include <stdbool.h>
#include <unistd.h>
#ifdef __cplusplus
extern "C" {
#endif
int fan_out = FAN_OUT - 1;
branch *branches;
record *records;
bool talkative = false;
chain_t *new_chain(int (*order)(const void *one, const void *other), void (*drop)(void *)) {
  chain_t *chain = (chain_t *)malloc(sizeof(chain_t));
  chain->order = order;
  chain->drop = drop;
  return chain;
}
int by_key(const void *one, const void *other) { return *(int *)one - *(int *)other; }
void (*const handlers[2])(int) = {NULL, NULL};
int (*order_of(int which))(const void *, const void *) { return which ? by_key : NULL; }
static long used, room = 0, *lengths[4];
#ifdef __cplusplus
}
#endif

/* One block for each key, one thread for each child. */
__global__ void search(long levels, branch *all, long count, record *values,
                       long *at, int *keys, record *found) {
  int key = keys[blockIdx.x];
  for (int level = 0; level < levels; level++) {
    branch *here = &all[at[blockIdx.x]];
    bool mine = here->keys[threadIdx.x] <= key && key < here->keys[threadIdx.x + 1];
    int child = here->children[threadIdx.x];
    __syncthreads();
    if (mine && child < count) at[blockIdx.x] = child;
    __syncthreads();
  }
  branch *leaf = &all[at[blockIdx.x]];
  if (leaf->is_leaf && leaf->keys[threadIdx.x] == key) found[blockIdx.x].value = values[leaf->children[threadIdx.x]].value;
}

void help(void) {
  printf("? } prints this text.\n");
  printf("g <key>\tprints a value.\n" "x\tends. } \\" "\n");
}

leaf_node *new_leaf(void) {
  leaf_node *leaf = (leaf_node *)calloc(1, sizeof(leaf_node));
  leaf->is_leaf = true;
  return leaf;
}

int main(int argc, char **argv) {
  int at;
  char *file = NULL;
  for (at = 1; at < argc; at++)
    if (strcmp(argv[at], "--records") == 0 && argc > at + 1) file = argv[++at];
  int c = '\'';
  do {
    c = getchar();
    switch (c) {
      case 'g':
      case '{': break;
      case '"': help(); break;
      default: goto end;
    }
  } while (c != EOF);
end:
  search<<<1, fan_out>>>(3, branches, 10, records, 0, 0, 0);
  return file ? EXIT_SUCCESS : INT_MAX;
}
