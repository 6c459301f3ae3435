struct PageRank {
  static __device__ float begin(State s, int v) {
    // Takes what is there. An atomic that might be a lock would keep the CPU backend from gangs.
    float residual = __uint_as_float(atomicAnd((unsigned *)&s.residual[v], 0u));
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
