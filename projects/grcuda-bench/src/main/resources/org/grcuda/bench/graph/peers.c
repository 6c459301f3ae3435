/* Graph algorithms for several cores, in C and OpenMP, against which the kernels are timed. Each is
 * the kind of algorithm that is known to be fast on processors, rather than a kernel in C.
 *
 * A graph has n vertices; the edges of vertex v lead to columns[offsets[v]] up to, exclusively,
 * columns[offsets[v + 1]]. A symmetric graph has each edge in both directions. The number of
 * threads is at least 1. Nothing outlives a call but its results. Without memory, a call ends the
 * process. */
#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNREACHED UINT32_MAX

struct graph {
  int32_t n;
  const int64_t *offsets;
  const int32_t *columns;
};

static int64_t degree(const struct graph *graph, int32_t v) {
  return graph->offsets[v + 1] - graph->offsets[v];
}

/* What several threads may access at a time is read and written by these. */
static inline uint32_t load(const uint32_t *place) {
  return __atomic_load_n(place, __ATOMIC_RELAXED);
}

static inline void store(uint32_t *place, uint32_t value) {
  __atomic_store_n(place, value, __ATOMIC_RELAXED);
}

static inline bool replace(uint32_t *place, uint32_t *expected, uint32_t value) {
  return __atomic_compare_exchange_n(
      place, expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static void *resize(void *memory, size_t count, size_t size) {
  void *resized = realloc(memory, count * size + 1);
  if (!resized) {
    fprintf(stderr, "peers: no memory for %zu elements\n", count);
    abort();
  }
  return resized;
}

static void *allocate(size_t count, size_t size) { return resize(NULL, count, size); }

static void fill(uint32_t *array, int32_t n, uint32_t value, int threads) {
#pragma omp parallel for num_threads(threads) schedule(static)
  for (int32_t v = 0; v < n; v++) array[v] = value;
}

int peer_threads(void) { return omp_get_max_threads(); }

/* Vertices of a queue are at random places, which the processor cannot foresee. So their rows and
 * edges are fetched that many vertices ahead of use: a quarter to a third less time, as measured,
 * where a queue is most of the work. Elsewhere, vertices come in order, and it did not help. */
enum { ROW_AHEAD = 8, EDGES_AHEAD = 4 };

/* gcc drops calls of functions that only prefetch, unless they are inlined early. */
#define PREFETCHING static inline __attribute__((always_inline)) void

/* Breadth-first search, level by level. */

enum {
  ALPHA = 14,       /* bottom-up once the frontier has more than 1 / ALPHA of the remaining edges */
  BETA = 24,        /* top-down again once it has less than 1 / BETA of the vertices */
  FEW_EDGES = 4096, /* so few that one thread is faster than a barrier */
  BUFFERED = 512
};

struct search {
  struct graph graph;
  uint32_t *level;
  uint32_t depth;         /* level of the vertices that the current step finds */
  int32_t *queue;         /* the frontier is queue[begin] to queue[end - 1]; then what is found */
  int32_t begin, end;
  int32_t tail;           /* end of what is found */
  int64_t frontier_edges; /* out of the frontier */
  int64_t open_edges;     /* out of vertices that are not reached */
  int threads;
};

/* Vertices that a thread has found, before it appends them to the queue. */
struct buffer {
  int32_t count;
  int32_t vertices[BUFFERED];
};

static void flush(struct search *search, struct buffer *buffer) {
  int32_t at = __atomic_fetch_add(&search->tail, buffer->count, __ATOMIC_RELAXED);
  memcpy(search->queue + at, buffer->vertices, buffer->count * sizeof *buffer->vertices);
  buffer->count = 0;
}

/* Returns the number of edges out of the vertices that it finds, as expand_alone does. */
static int64_t expand(struct search *search, int32_t v, struct buffer *found) {
  const struct graph *graph = &search->graph;
  int64_t edges = 0;
  for (int64_t e = graph->offsets[v]; e < graph->offsets[v + 1]; e++) {
    int32_t u = graph->columns[e];
    uint32_t expected = UNREACHED;
    if (load(&search->level[u]) != UNREACHED) continue;
    if (!replace(&search->level[u], &expected, search->depth)) continue;
    if (found->count == BUFFERED) flush(search, found);
    found->vertices[found->count++] = u;
    edges += degree(graph, u);
  }
  return edges;
}

static int64_t expand_alone(struct search *search, int32_t v) {
  const struct graph *graph = &search->graph;
  int64_t edges = 0;
  for (int64_t e = graph->offsets[v]; e < graph->offsets[v + 1]; e++) {
    int32_t u = graph->columns[e];
    if (search->level[u] != UNREACHED) continue;
    search->level[u] = search->depth;
    search->queue[search->tail++] = u;
    edges += degree(graph, u);
  }
  return edges;
}

/* Fetches what will be needed soon after the i-th vertex of the queue. */
PREFETCHING prefetch_queue(const struct search *search, int32_t i) {
  const struct graph *graph = &search->graph;
  const int32_t *ahead = search->queue + i;
  int32_t left = search->end - i;
  if (left > ROW_AHEAD) __builtin_prefetch(&graph->offsets[ahead[ROW_AHEAD]]);
  if (left > EDGES_AHEAD) {
    __builtin_prefetch(&graph->columns[graph->offsets[ahead[EDGES_AHEAD]]]);
  }
}

static int64_t expand_frontier(struct search *search) {
  int64_t edges = 0;
#pragma omp parallel num_threads(search->threads) reduction(+ : edges)
  {
    struct buffer found;
    found.count = 0;
#pragma omp for schedule(dynamic, 64) nowait
    for (int32_t i = search->begin; i < search->end; i++) {
      prefetch_queue(search, i);
      edges += expand(search, search->queue[i], &found);
    }
    flush(search, &found);
  }
  return edges;
}

static int64_t expand_frontier_alone(struct search *search) {
  int64_t edges = 0;
  for (int32_t i = search->begin; i < search->end; i++) {
    prefetch_queue(search, i);
    edges += expand_alone(search, search->queue[i]);
  }
  return edges;
}

static void step_down(struct search *search) {
  bool alone = search->threads == 1 || search->frontier_edges < FEW_EDGES;
  search->depth++;
  search->tail = search->end;
  search->frontier_edges = alone ? expand_frontier_alone(search) : expand_frontier(search);
  search->open_edges -= search->frontier_edges;
  search->begin = search->end;
  search->end = search->tail;
}

/* Sets of vertices as bits, 64 in a word. */
struct sets {
  int32_t words;
  uint64_t *frontier, *next;
  uint64_t *open; /* neither reached nor without edges */
};

/* The frontier's vertices are those of the latest level. */
static void make_sets(const struct search *search, struct sets *sets) {
  const struct graph *graph = &search->graph;
  sets->words = (graph->n + 63LL) / 64;
  sets->frontier = allocate(sets->words, sizeof *sets->frontier);
  sets->next = allocate(sets->words, sizeof *sets->next);
  sets->open = allocate(sets->words, sizeof *sets->open);
#pragma omp parallel for num_threads(search->threads) schedule(static)
  for (int32_t word = 0; word < sets->words; word++) {
    int64_t first = word * 64LL;
    int bits = graph->n - first < 64 ? graph->n - first : 64;
    uint64_t frontier = 0, open = 0;
    for (int bit = 0; bit < bits; bit++) {
      uint32_t level = search->level[first + bit];
      frontier |= (uint64_t)(level == search->depth) << bit;
      open |= (uint64_t)(level == UNREACHED && degree(graph, first + bit) > 0) << bit;
    }
    sets->frontier[word] = frontier;
    sets->open[word] = open;
  }
}

static void free_sets(struct sets *sets) {
  free(sets->frontier);
  free(sets->next);
  free(sets->open);
}

static inline bool has_parent(const struct graph *graph, const uint64_t *frontier, int32_t v) {
  for (int64_t e = graph->offsets[v]; e < graph->offsets[v + 1]; e++) {
    uint32_t u = graph->columns[e];
    if (frontier[u / 64] >> (u % 64) & 1) return true;
  }
  return false;
}

/* Returns the number of vertices that it finds. Each word is one thread's, so nothing is atomic. */
static int32_t step_up(struct search *search, struct sets *sets) {
  int32_t found = 0;
  search->depth++;
#pragma omp parallel for num_threads(search->threads) schedule(dynamic, 16) reduction(+ : found)
  for (int32_t word = 0; word < sets->words; word++) {
    uint64_t next = 0;
    for (uint64_t rest = sets->open[word]; rest != 0; rest &= rest - 1) {
      int bit = __builtin_ctzll(rest);
      int32_t v = word * 64 + bit;
      if (!has_parent(&search->graph, sets->frontier, v)) continue;
      search->level[v] = search->depth;
      next |= 1ULL << bit;
    }
    sets->next[word] = next;
    sets->open[word] &= ~next;
    found += __builtin_popcountll(next);
  }
  uint64_t *frontier = sets->frontier;
  sets->frontier = sets->next;
  sets->next = frontier;
  return found;
}

/* Makes the queue from the set. What remains to be found fits, since the queue starts anew. */
static void queue_frontier(struct search *search, const struct sets *sets) {
  search->begin = search->end = 0;
  search->frontier_edges = search->open_edges = 0;
  for (int32_t word = 0; word < sets->words; word++) {
    for (uint64_t rest = sets->frontier[word]; rest != 0; rest &= rest - 1) {
      int32_t v = word * 64 + __builtin_ctzll(rest);
      search->queue[search->end++] = v;
      search->frontier_edges += degree(&search->graph, v);
    }
  }
}

/* Bottom-up steps while the frontier is large: each vertex looks for one neighbor in it. */
static void search_up(struct search *search) {
  struct sets sets;
  make_sets(search, &sets);
  int32_t found = search->end - search->begin, before;
  do {
    before = found;
    found = step_up(search, &sets);
  } while (found > 0 && (found >= before || found >= search->graph.n / BETA));
  queue_frontier(search, &sets);
  free_sets(&sets);
}

/* Edges of the frontier that pay for a look at all vertices, too. */
static bool goes_up(const struct search *search) {
  return search->frontier_edges > search->open_edges / ALPHA
      && search->frontier_edges > search->graph.n / BETA;
}

/* A frontier that has become small stays small, so the search goes bottom-up at most once. */
static void run_search(struct search *search, int32_t root, bool may_go_up) {
  const struct graph *graph = &search->graph;
  fill(search->level, graph->n, UNREACHED, search->threads);
  search->queue = allocate(graph->n, sizeof *search->queue);
  search->queue[0] = root;
  search->begin = 0;
  search->end = 1;
  search->depth = search->level[root] = 0;
  search->frontier_edges = degree(graph, root);
  search->open_edges = graph->offsets[graph->n] - search->frontier_edges;
  while (search->begin < search->end) {
    if (may_go_up && goes_up(search)) {
      search_up(search);
      may_go_up = false;
    } else {
      step_down(search);
    }
  }
  free(search->queue);
}

/* Breadth-first search of a symmetric graph that changes direction (Beamer, Asanovic, Patterson:
 * Direction-optimizing breadth-first search, SC 2012). level: the least number of edges from root,
 * or 0xFFFFFFFF. */
void peer_bfs(int32_t n, const int64_t *offsets, const int32_t *columns, int32_t root,
              uint32_t *level, int threads) {
  struct search search = {.graph = {n, offsets, columns}, .level = level, .threads = threads};
  run_search(&search, root, true);
}

/* The same of any graph, and only top-down. */
void peer_bfs_top_down(int32_t n, const int64_t *offsets, const int32_t *columns, int32_t root,
                       uint32_t *level, int threads) {
  struct search search = {.graph = {n, offsets, columns}, .level = level, .threads = threads};
  run_search(&search, root, false);
}

/* Shortest paths, bucket by bucket: bucket k is for distances from k * delta on. */

enum {
  BINS = 1024,       /* buckets that are told apart at a time */
  FEW_ENTRIES = 512, /* so few that one thread is faster than a barrier */
  OWN_ENTRIES = 2048 /* at most as many wait to be relaxed by the thread that has added them */
};

/* A vertex, with the distance that it had when it was added. Each decrease of a distance adds one
 * entry, so the one with the vertex' current distance is the only one to be relaxed. */
struct entry {
  int32_t vertex;
  uint32_t distance;
};

struct list {
  struct entry *entries;
  int64_t count, capacity;
};

/* What a thread has added: by bucket, and what is beyond those. */
struct bins {
  _Alignas(64) struct list near[BINS];
  struct list far;
};

struct relaxation {
  struct graph graph;
  const int32_t *weights;
  uint32_t delta;
  uint32_t *distance;
  int threads;
  struct bins *bins;    /* one of each thread */
  uint32_t first;       /* bucket of near[0] */
  int32_t current;      /* the bucket at work is first + current */
  struct list frontier; /* its entries */
};

static void reserve(struct list *list, int64_t capacity) {
  if (capacity <= list->capacity) return;
  list->capacity = capacity > 2 * list->capacity ? capacity : 2 * list->capacity;
  list->entries = resize(list->entries, list->capacity, sizeof *list->entries);
}

static inline void add(struct list *list, struct entry entry) {
  if (list->count == list->capacity) reserve(list, list->count + 64);
  list->entries[list->count++] = entry;
}

/* Moves all entries of one list to the end of another one. */
static void move(struct list *from, struct list *to) {
  if (from->count == 0) return;
  reserve(to, to->count + from->count);
  memcpy(to->entries + to->count, from->entries, from->count * sizeof *to->entries);
  to->count += from->count;
  from->count = 0;
}

static inline void file(const struct relaxation *relaxation, struct bins *bins,
                        struct entry entry) {
  uint32_t bin = entry.distance / relaxation->delta - relaxation->first;
  add(bin < BINS ? &bins->near[bin] : &bins->far, entry);
}

/* Whether the value was less than that in place, and is there now. */
static inline bool lower(uint32_t *place, uint32_t value, bool alone) {
  uint32_t before = load(place);
  while (value < before) {
    if (alone) {
      store(place, value);
      return true;
    }
    if (replace(place, &before, value)) return true;
  }
  return false;
}

static inline void relax(const struct relaxation *relaxation, struct entry entry,
                         struct bins *mine, bool alone) {
  const struct graph *graph = &relaxation->graph;
  uint32_t *distance = relaxation->distance;
  if (load(&distance[entry.vertex]) != entry.distance) return;
  int64_t end = graph->offsets[entry.vertex + 1];
  for (int64_t e = graph->offsets[entry.vertex]; e < end; e++) {
    struct entry next = {graph->columns[e], entry.distance + relaxation->weights[e]};
    if (lower(&distance[next.vertex], next.distance, alone)) file(relaxation, mine, next);
  }
}

/* Fetches what will be needed soon after the i-th entry of a list. */
PREFETCHING prefetch_list(const struct relaxation *relaxation, const struct list *list, int64_t i) {
  const struct graph *graph = &relaxation->graph;
  const struct entry *ahead = list->entries + i;
  int64_t left = list->count - i;
  if (left > ROW_AHEAD) __builtin_prefetch(&graph->offsets[ahead[ROW_AHEAD].vertex]);
  if (left > EDGES_AHEAD) {
    int64_t e = graph->offsets[ahead[EDGES_AHEAD].vertex];
    __builtin_prefetch(&graph->columns[e]);
    __builtin_prefetch(&relaxation->weights[e]);
  }
}

/* Relaxes what this thread has added to the current bucket, unless that gets so much that others
 * should help: without a barrier. */
static void relax_own(const struct relaxation *relaxation, struct bins *mine, bool alone) {
  struct list *bin = &mine->near[relaxation->current];
  int64_t most = relaxation->threads == 1 ? INT64_MAX : OWN_ENTRIES;
  int64_t done = 0;
  while (done < bin->count && bin->count - done <= most) {
    prefetch_list(relaxation, bin, done);
    relax(relaxation, bin->entries[done++], mine, alone);
  }
  bin->count -= done;
  if (bin->count > 0) {
    memmove(bin->entries, bin->entries + done, bin->count * sizeof *bin->entries);
  }
}

static void relax_frontier(const struct relaxation *relaxation) {
  const struct list *frontier = &relaxation->frontier;
#pragma omp parallel num_threads(relaxation->threads)
  {
    struct bins *mine = &relaxation->bins[omp_get_thread_num()];
#pragma omp for schedule(dynamic, 64) nowait
    for (int64_t i = 0; i < frontier->count; i++) {
      prefetch_list(relaxation, frontier, i);
      relax(relaxation, frontier->entries[i], mine, false);
    }
    relax_own(relaxation, mine, false);
  }
}

static void relax_frontier_alone(const struct relaxation *relaxation) {
  const struct list *frontier = &relaxation->frontier;
  for (int64_t i = 0; i < frontier->count; i++) {
    prefetch_list(relaxation, frontier, i);
    relax(relaxation, frontier->entries[i], relaxation->bins, true);
  }
  relax_own(relaxation, relaxation->bins, true);
}

/* Makes the first bucket that is not empty the frontier; false if all near ones are. */
static bool take_bucket(struct relaxation *relaxation) {
  struct list *frontier = &relaxation->frontier;
  frontier->count = 0;
  for (; relaxation->current < BINS; relaxation->current++) {
    for (int thread = 0; thread < relaxation->threads; thread++) {
      move(&relaxation->bins[thread].near[relaxation->current], frontier);
    }
    if (frontier->count > 0) return true;
  }
  return false;
}

static bool is_current(const struct relaxation *relaxation, struct entry entry) {
  return relaxation->distance[entry.vertex] == entry.distance;
}

/* Sorts those beyond the buckets into the next BINS ones; false if there are none. */
static bool take_far(struct relaxation *relaxation) {
  uint32_t least = UNREACHED;
  for (int thread = 0; thread < relaxation->threads; thread++) {
    const struct list *far = &relaxation->bins[thread].far;
    for (int64_t i = 0; i < far->count; i++) {
      struct entry entry = far->entries[i];
      if (is_current(relaxation, entry) && entry.distance < least) least = entry.distance;
    }
  }
  relaxation->first = least / relaxation->delta;
  relaxation->current = 0;
  for (int thread = 0; thread < relaxation->threads; thread++) {
    struct bins *bins = &relaxation->bins[thread];
    struct list far = bins->far;
    bins->far = (struct list){0};
    for (int64_t i = 0; i < far.count; i++) {
      if (is_current(relaxation, far.entries[i])) file(relaxation, bins, far.entries[i]);
    }
    free(far.entries);
  }
  return least != UNREACHED;
}

static struct bins *make_bins(int threads) {
  struct bins *bins = aligned_alloc(64, threads * sizeof *bins);
  if (!bins) {
    fprintf(stderr, "peers: no memory for the buckets of %d threads\n", threads);
    abort();
  }
  memset(bins, 0, threads * sizeof *bins);
  return bins;
}

static void free_bins(struct bins *bins, int threads) {
  for (int thread = 0; thread < threads; thread++) {
    for (int bin = 0; bin < BINS; bin++) free(bins[thread].near[bin].entries);
    free(bins[thread].far.entries);
  }
  free(bins);
}

/* Shortest paths by delta-stepping (Meyer, Sanders: Delta-stepping: a parallelizable shortest path
 * algorithm, Journal of Algorithms 49, 2003), with buckets of each thread, and without telling
 * light edges from heavy ones. weights: at least 0, and the sum along any path that leaves each
 * vertex at most once is less than 0xFFFFFFFF. delta: at least 1. distance: 0xFFFFFFFF where root
 * does not lead. */
void peer_sssp(int32_t n, const int64_t *offsets, const int32_t *columns, const int32_t *weights,
               int32_t root, uint32_t delta, uint32_t *distance, int threads) {
  struct relaxation relaxation = {.graph = {n, offsets, columns},
                                  .weights = weights,
                                  .delta = delta,
                                  .distance = distance,
                                  .threads = threads,
                                  .bins = make_bins(threads)};
  fill(distance, n, UNREACHED, threads);
  distance[root] = 0;
  file(&relaxation, relaxation.bins, (struct entry){root, 0});
  do {
    while (take_bucket(&relaxation)) {
      if (threads == 1 || relaxation.frontier.count < FEW_ENTRIES) {
        relax_frontier_alone(&relaxation);
      } else {
        relax_frontier(&relaxation);
      }
    }
  } while (take_far(&relaxation));
  free(relaxation.frontier.entries);
  free_bins(relaxation.bins, threads);
}

/* PageRank. */

enum { MOST_SWEEPS = 1000 };

static inline float load_float(const float *place) {
  float value;
  __atomic_load(place, &value, __ATOMIC_RELAXED);
  return value;
}

static inline void store_float(float *place, float value) {
  __atomic_store(place, &value, __ATOMIC_RELAXED);
}

/* The sum of what v's neighbors pass on along each of their edges. */
static inline float pull(const struct graph *graph, const float *share, int32_t v) {
  float sum = 0;
  for (int64_t e = graph->offsets[v], end = graph->offsets[v + 1]; e < end; e++) {
    sum += load_float(&share[graph->columns[e]]);
  }
  return sum;
}

static void start_ranks(const struct graph *graph, float damping, float *rank, float *share,
                        int threads) {
#pragma omp parallel for num_threads(threads) schedule(static)
  for (int32_t v = 0; v < graph->n; v++) {
    int64_t edges = degree(graph, v);
    rank[v] = edges == 0 ? 1 - damping : 1;
    share[v] = 1.0f / edges;
  }
}

/* Updates each rank once, in place. Returns by how much they change, all together. What a vertex
 * without edges passes on is infinite, and nobody reads it: cheaper than a branch. */
static double sweep(const struct graph *graph, float damping, float *rank, float *share,
                    int threads) {
  double change = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024) reduction(+ : change)
  for (int32_t v = 0; v < graph->n; v++) {
    int64_t edges = degree(graph, v);
    float next = (1 - damping) + damping * pull(graph, share, v);
    change += __builtin_fabsf(next - rank[v]);
    rank[v] = next;
    store_float(&share[v], next / edges);
  }
  return change;
}

/* PageRank of a symmetric graph, not divided by n: rank[v] = 1 - damping + damping * the sum of
 * rank[u] / degree(u) over v's neighbors u; 1 - damping without any. Each rank is pulled over v's
 * own edges. Ranks start at 1 and are updated in place, so later ones of the same sweep use them,
 * which takes fewer sweeps (Gauss-Seidel). The last bits depend on the order of work.
 *
 * Ends when a sweep changes the ranks by at most tolerance * n, all together. Then the errors are,
 * all together, at most tolerance * n * damping / (1 - damping), and rounding: whichever of the old
 * and new ranks were used. Ends after MOST_SWEEPS at the latest, if rounding prevents the former.
 */
void peer_pagerank(int32_t n, const int64_t *offsets, const int32_t *columns, float damping,
                   float tolerance, float *rank, int threads) {
  struct graph graph = {n, offsets, columns};
  float *share = allocate(n, sizeof *share);
  start_ranks(&graph, damping, rank, share, threads);
  for (int sweeps = 0; sweeps < MOST_SWEEPS; sweeps++) {
    if (sweep(&graph, damping, rank, share, threads) <= (double)tolerance * n) break;
  }
  free(share);
}

/* Connected components: a forest in which no parent has a greater number than its child. */

enum { ROUNDS = 2, SAMPLES = 1024 };

/* Joins the trees of two vertices: the greater root gets the smaller one as parent. */
static inline void join(uint32_t *parent, uint32_t one, uint32_t other) {
  uint32_t a = load(&parent[one]), b = load(&parent[other]);
  while (a != b) {
    uint32_t high = a > b ? a : b, low = a > b ? b : a;
    uint32_t above = load(&parent[high]);
    if (above == low) return;
    if (above == high && replace(&parent[high], &above, low)) return;
    a = load(&parent[above]);
    b = low;
  }
}

/* Makes each vertex a child of its root. */
static void compress(uint32_t *parent, int32_t n, int threads) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 16384)
  for (int32_t v = 0; v < n; v++) {
    uint32_t above = load(&parent[v]), root = load(&parent[above]);
    if (root == above) continue;
    while ((above = load(&parent[root])) != root) root = above;
    store(&parent[v], root);
  }
}

/* Joins each vertex with its neighbor of a number. */
static void join_one(const struct graph *graph, uint32_t *parent, int number, int threads) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 4096)
  for (int32_t v = 0; v < graph->n; v++) {
    int64_t e = graph->offsets[v] + number;
    if (e < graph->offsets[v + 1]) join(parent, v, graph->columns[e]);
  }
}

/* Joins all vertices but those of one tree with their remaining neighbors. The edges of that tree
 * lead to it from the other end, too. */
static void join_rest(const struct graph *graph, uint32_t *parent, uint32_t but, int threads) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024)
  for (int32_t v = 0; v < graph->n; v++) {
    if (load(&parent[v]) == but) continue;
    for (int64_t e = graph->offsets[v] + ROUNDS; e < graph->offsets[v + 1]; e++) {
      join(parent, v, graph->columns[e]);
    }
  }
}

static int ascending(const void *one, const void *other) {
  uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
  return (a > b) - (a < b);
}

/* The most frequent one of a sample of roots: likely that of the largest tree. */
static uint32_t frequent_root(const uint32_t *parent, int32_t n) {
  uint32_t sample[SAMPLES], best = 0;
  uint64_t state = 1;
  for (int i = 0; i < SAMPLES; i++) {
    state = state * 6364136223846793005 + 1442695040888963407;
    sample[i] = parent[(state >> 33) % n];
  }
  qsort(sample, SAMPLES, sizeof *sample, ascending);
  for (int begin = 0, end = 0, most = 0; begin < SAMPLES; begin = end) {
    while (end < SAMPLES && sample[end] == sample[begin]) end++;
    if (end - begin > most) {
      most = end - begin;
      best = sample[begin];
    }
  }
  return best;
}

/* Connected components of a symmetric graph: Afforest (Sutton, Ben-Nun, Barak: Optimizing parallel
 * graph connectivity computation via subgraph sampling, IPDPS 2018). It first takes only some edges
 * of each vertex; the vertices of the largest component found that way then need no more. label:
 * the smallest vertex of each one's component. */
void peer_components(int32_t n, const int64_t *offsets, const int32_t *columns, uint32_t *label,
                     int threads) {
  struct graph graph = {n, offsets, columns};
  if (n == 0) return;
#pragma omp parallel for num_threads(threads) schedule(static)
  for (int32_t v = 0; v < n; v++) label[v] = v;
  for (int round = 0; round < ROUNDS; round++) {
    join_one(&graph, label, round, threads);
    compress(label, n, threads);
  }
  join_rest(&graph, label, frequent_root(label, n), threads);
  compress(label, n, threads);
}
