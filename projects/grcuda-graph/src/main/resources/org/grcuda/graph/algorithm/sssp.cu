struct Sssp {
  static __device__ Value begin(State s, int v) { return s.distance[v]; }

  static __device__ Value along(State s, Value distance, int, int e) {
    return distance + s.weight[e];
  }

  static __device__ bool improves(State s, int u, Value distance) {
    if (!(distance < s.distance[u])) return false;
#if VALUE_IS_FLOAT
    // Floats that are not negative are in the order of their bits.
    unsigned bits = __float_as_uint(distance);
    return bits < atomicMin((unsigned *)&s.distance[u], bits);
#else
    return distance < atomicMin(&s.distance[u], distance);
#endif
  }
};
