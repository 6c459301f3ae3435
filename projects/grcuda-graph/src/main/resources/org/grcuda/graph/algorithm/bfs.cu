struct Bfs {
  static __device__ unsigned begin(State s, int v) { return s.level[v]; }

  static __device__ unsigned along(State, unsigned level, int, int) { return level + 1; }

  static __device__ bool improves(State s, int u, unsigned level) {
    return level < s.level[u] && level < atomicMin(&s.level[u], level);
  }
};
