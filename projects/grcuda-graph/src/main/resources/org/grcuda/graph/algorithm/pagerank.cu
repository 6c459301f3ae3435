struct PageRank {
  static __device__ float begin(State s, int v) {
    float residual = atomicExch(&s.residual[v], 0.0f);
    s.rank[v] += residual;
    return residual * DAMPING / (s.row[v + 1] - s.row[v]);
  }

  static __device__ float along(State, float share, int, int) { return share; }

  static __device__ bool improves(State s, int u, float share) {
    // What a part keeps of a ghost adds up over the parts.
    float least = u < s.own ? EPSILON : EPSILON / s.parts;
    float before = atomicAdd(&s.residual[u], share);
    return before <= least && before + share > least;
  }
};
