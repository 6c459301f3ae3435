// The kernels of a distributed worklist, for one part of a graph. Before this text stand: the type
// Value; COMBINE_ADD; struct State; and the program's operator, as OPERATOR.
//
// `work` holds a header of words, three lists of own vertices (near, next, far), a list of ghosts,
// and a bit for each vertex and list that says whether it is there. A vertex is put into a list only
// if its bit was clear, so a list never holds more than all vertices. Whoever takes a vertex clears
// the bit, then reads the value; whoever improves the value writes it, then sets the bit: so no
// improvement is lost.

#include "edges.cuh"

enum Word {
  NEAR, NEXT, FAR,           // which list is which: a permutation of 0, 1, 2
  COUNT0, COUNT1, COUNT2,    // vertices in each list
  GHOSTS,                    // ghosts in the list
  TICKET,                    // blocks that are done
  EDGES_LOW, EDGES_HIGH,     // edges that were followed
  ROUNDS,
  THRESHOLD,                 // key below which vertices are near
  FAR_LEAST,                 // no vertex in far has a key below
  KEPT_LEAST,                // the same for those that a raised threshold leaves in far
  TAKEN,                     // entries of lists that were taken, in all: what kernels cost depends on it
  OUT                        // pairs for each part
};

const unsigned NOTHING = 0xffffffffu;

#if VALUE_IS_FLOAT
static __device__ unsigned bitsOf(Value value) { return __float_as_uint(value); }
static __device__ Value valueOf(unsigned bits) { return __uint_as_float(bits); }
#else
static __device__ unsigned bitsOf(Value value) { return (unsigned)value; }
static __device__ Value valueOf(unsigned bits) { return (Value)bits; }
#endif

/** The memory of a part: see the host's WorkLayout, which counts the same words. */
struct Work {
  unsigned *words;
  unsigned own, ghosts, parts;

  __device__ unsigned header() const { return OUT + parts; }
  __device__ unsigned *list(unsigned index) const { return words + header() + (size_t)index * own; }
  __device__ unsigned *ghostList() const { return list(3); }
  __device__ unsigned *nearBits() const { return ghostList() + ghosts; }
  __device__ unsigned *farBits() const { return nearBits() + (own + 31) / 32; }
  __device__ unsigned *ghostBits() const { return farBits() + (own + 31) / 32; }
  __device__ unsigned &count(Word role) const { return words[COUNT0 + words[role]]; }

  __device__ void swap(Word a, Word b) const {
    unsigned index = words[a];
    words[a] = words[b];
    words[b] = index;
  }
};

/** Sets a bit; whether it was clear. */
static __device__ bool setBit(unsigned *bits, unsigned i) {
  unsigned mask = 1u << (i & 31);
  return !(bits[i >> 5] & mask) && !(atomicOr(&bits[i >> 5], mask) & mask);
}

static __device__ void clearBit(unsigned *bits, unsigned i) {
  atomicAnd(&bits[i >> 5], ~(1u << (i & 31)));
}

/** Notes that the value of `vertex` was improved; a near one goes into list `role`. */
static __device__ void push(Work work, unsigned vertex, Value value, Word role) {
  __threadfence();
  if (vertex >= work.own) {
    unsigned ghost = vertex - work.own;
    if (setBit(work.ghostBits(), ghost)) {
      work.ghostList()[atomicAdd(&work.words[GHOSTS], 1u)] = ghost;
    }
  } else if (bitsOf(value) < work.words[THRESHOLD] || work.words[THRESHOLD] == NOTHING) {
    if (setBit(work.nearBits(), vertex)) {
      work.list(work.words[role])[atomicAdd(&work.count(role), 1u)] = vertex;
    }
  } else {
    if (bitsOf(value) < work.words[FAR_LEAST]) atomicMin(&work.words[FAR_LEAST], bitsOf(value));
    if (setBit(work.farBits(), vertex)) {
      work.list(work.words[FAR])[atomicAdd(&work.count(FAR), 1u)] = vertex;
    }
  }
}

/** Whether this thread is in the last block that comes here. All threads of all blocks call it. */
static __device__ bool isLastBlock(Work work) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    last = atomicAdd(&work.words[TICKET], 1u) == gridDim.x - 1;
    if (last) work.words[TICKET] = 0;
  }
  __syncthreads();
  return last;
}

/**
 * Takes up to CHUNK vertices of a list and follows their edges; all threads of a block call it. The
 * result is how many edges those have that this thread has taken.
 */
static __device__ unsigned follow(State state, Work work, const unsigned *list, unsigned count) {
  __shared__ Value values[CHUNK];
  unsigned edges = 0;
  forEachEdge(
      state.row, count,
      [&](int k) {
        unsigned vertex = list[k];
        clearBit(work.nearBits(), vertex);
        __threadfence();
        values[k] = OPERATOR::begin(state, vertex);
        edges += state.row[vertex + 1] - state.row[vertex];
        return vertex;
      },
      [&](int k, unsigned vertex, unsigned edge) {
        Value value = OPERATOR::along(state, values[k], vertex, edge);
        unsigned target = state.column[edge];
        if (OPERATOR::improves(state, target, value)) push(work, target, value, NEXT);
      });
  return edges;
}

static __device__ void countEdges(Work work, unsigned edges) {
  unsigned old = edges > 0 ? atomicAdd(&work.words[EDGES_LOW], edges) : 0;
  if (old + edges < old) atomicAdd(&work.words[EDGES_HIGH], 1u);
}

/** Gives all own vertices a value. */
extern "C" __global__ void pushAll(Value value, WORK_PARAMETERS, STATE_PARAMETERS) {
  Work work = WORK;
  State state = STATE;
  unsigned v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < work.own && OPERATOR::improves(state, v, value)) push(work, v, value, NEAR);
}

/** Takes in pairs of a vertex and a value. */
extern "C" __global__ void admit(const unsigned *pairs, unsigned count, WORK_PARAMETERS, STATE_PARAMETERS) {
  Work work = WORK;
  State state = STATE;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    unsigned vertex = pairs[2 * i];
    Value value = valueOf(pairs[2 * i + 1]);
    if (OPERATOR::improves(state, vertex, value)) push(work, vertex, value, NEAR);
  }
}

/** The threshold that comes after the one of `work`: by delta above it, or above what is in far. */
static __device__ unsigned nextThreshold(Work work, Value delta) {
  unsigned old = work.words[THRESHOLD];
  unsigned least = work.words[FAR_LEAST];
  unsigned raised = bitsOf(valueOf(least > old ? least : old) + delta);
  return raised > old ? raised : NOTHING;  // delta leads beyond the greatest value, or is too small
}

/**
 * Moves vertices below a raised threshold from far to near, which is empty as next is. The caller's
 * threads number first, first + step, ... do it; then one calls promoted.
 */
static __device__ void promote(State state, Work work, unsigned raised, unsigned first, unsigned step) {
  const unsigned *far = work.list(work.words[FAR]);
  unsigned count = work.count(FAR);
  unsigned old = work.words[THRESHOLD];
  for (unsigned i = first; i < count; i += step) {
    unsigned vertex = far[i];
    unsigned key = bitsOf(state.VALUE[vertex]);
    if (key < raised) {
      clearBit(work.farBits(), vertex);
      // One below the old threshold was near already when its value became so small.
      if (key >= old && setBit(work.nearBits(), vertex)) {
        work.list(work.words[NEAR])[atomicAdd(&work.count(NEAR), 1u)] = vertex;
      }
    } else {
      atomicMin(&work.words[KEPT_LEAST], key);
      work.list(work.words[NEXT])[atomicAdd(&work.count(NEXT), 1u)] = vertex;
    }
  }
}

/** What was kept becomes far. */
static __device__ void promoted(Work work, unsigned raised) {
  work.words[TAKEN] += work.count(FAR);
  work.words[THRESHOLD] = raised;
  work.words[FAR_LEAST] = work.words[KEPT_LEAST];
  work.words[KEPT_LEAST] = NOTHING;
  work.count(FAR) = 0;
  work.swap(FAR, NEXT);
}

static __device__ void nextRound(Work work) {
  work.words[TAKEN] += work.count(NEAR);
  work.count(NEAR) = 0;
  work.swap(NEAR, NEXT);
  work.words[ROUNDS]++;
}

/** Raises the threshold of a part whose near is empty. */
extern "C" __global__ void raise(unsigned raised, WORK_PARAMETERS, STATE_PARAMETERS) {
  Work work = WORK;
  State state = STATE;
  unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  promote(state, work, raised, first, gridDim.x * blockDim.x);
  if (isLastBlock(work) && threadIdx.x == 0) promoted(work, raised);
}

/** One round: follows the edges of all vertices in near. Blocks of CHUNK threads. */
extern "C" __global__ void expand(WORK_PARAMETERS, STATE_PARAMETERS) {
  Work work = WORK;
  State state = STATE;
  const unsigned *list = work.list(work.words[NEAR]);
  unsigned count = work.count(NEAR);
  unsigned edges = 0;
  for (unsigned begin = blockIdx.x * CHUNK; begin < count; begin += gridDim.x * CHUNK) {
    edges += follow(state, work, list + begin, count - begin);
  }
  countEdges(work, edges);
  if (isLastBlock(work) && threadIdx.x == 0) nextRound(work);
}

/**
 * Many short rounds by one block of CHUNK threads, until near is empty or has more than `limit`
 * vertices, or `rounds` rounds have passed with ghosts waiting, or `most` in all. With `raises`, it
 * also raises the threshold when near is empty.
 */
extern "C" __global__ void expandFused(unsigned limit, unsigned rounds, unsigned most, bool raises,
                                       Value delta, WORK_PARAMETERS, STATE_PARAMETERS) {
  Work work = WORK;
  State state = STATE;
  unsigned edges = 0;
  for (unsigned round = 0; round < most; round++) {
    unsigned count = work.count(NEAR);
    unsigned far = work.count(FAR);
    unsigned ghosts = work.words[GHOSTS];
    __syncthreads();
    if (count > limit || (ghosts > 0 && (round >= rounds || count == 0))) break;
    if (count == 0) {
      if (!raises || far == 0 || far > limit) break;
      unsigned raised = nextThreshold(work, delta);
      promote(state, work, raised, threadIdx.x, CHUNK);
      __syncthreads();
      if (threadIdx.x == 0) promoted(work, raised);
    } else {
      const unsigned *list = work.list(work.words[NEAR]);
      for (unsigned begin = 0; begin < count; begin += CHUNK) {
        edges += follow(state, work, list + begin, count - begin);
      }
      if (threadIdx.x == 0) nextRound(work);
    }
    __syncthreads();
  }
  countEdges(work, edges);
}

/**
 * Makes pairs of the ghosts' numbers at their owners and their values, for each owner in its range
 * of `out`, and reports the header in `control`. `table` holds the first ghost of each owner, the
 * number of ghosts, and each ghost's number at its owner.
 */
extern "C" __global__ void pack(unsigned *out, const unsigned *table, unsigned *control,
                                WORK_PARAMETERS, STATE_PARAMETERS) {
  Work work = WORK;
  State state = STATE;
  unsigned count = work.words[GHOSTS];
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    unsigned ghost = work.ghostList()[i];
    clearBit(work.ghostBits(), ghost);
#if COMBINE_ADD
    Value value = atomicExch(&state.VALUE[work.own + ghost], (Value)0);
#else
    Value value = state.VALUE[work.own + ghost];
#endif
    unsigned owner = 0;
    while (table[owner + 1] <= ghost) owner++;
    unsigned slot = table[owner] + atomicAdd(&work.words[OUT + owner], 1u);
    out[2 * slot] = table[parts + 1 + ghost];
    out[2 * slot + 1] = bitsOf(value);
  }
  if (isLastBlock(work)) {
    for (unsigned i = threadIdx.x; i < work.header(); i += blockDim.x) {
      if (i == TAKEN) work.words[i] += count;
      control[i] = work.words[i];
      bool isOfStep = i == GHOSTS || i == EDGES_LOW || i == EDGES_HIGH || i == ROUNDS || i >= OUT;
      if (isOfStep) work.words[i] = 0;
    }
  }
}
