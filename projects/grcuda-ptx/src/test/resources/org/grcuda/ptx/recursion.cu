__device__ __noinline__ void walk(int* node, int depth) {
  if (depth == 0) return;
  *node += depth;
  walk(node + 1, depth - 1);
  walk(node + 2, depth - 1);
}
__device__ __noinline__ int look(const int* p, int i) { return i == 0 ? p[0] : look(p, i - 1) + p[i]; }
extern "C" __global__ void recursion(int* tree, const int* table, int depth) {
  walk(tree + look(table, depth), depth);
}
