/*
 * A double of libcuda.so.1 for tests. It executes memory operations and a few kernels on the host, at
 * once, holds every handle it gave out until it is reset, checks what it is given, records the calls,
 * and fails those it is told to.
 */
#ifndef GRCUDA_RECORDING_H
#define GRCUDA_RECORDING_H

#include <stdarg.h>
#include <stdint.h>

#include "../../main/c/cuda_api.h"

#define EXPORTED __attribute__((visibility("default")))

enum {
  OUT_OF_MEMORY = 2,
  NO_DEVICE = 100,
  INVALID_DEVICE = 101,
  INVALID_CONTEXT = 201,
  INVALID_PTX = 218,
  INVALID_HANDLE = 400,
  NOT_READY = 600,
  ILLEGAL_ADDRESS = 700,
  PEER_ACCESS_ALREADY_ENABLED = 704,
  MAX_DEVICES = 16
};

typedef enum {
  CONTEXT,
  STREAM,
  EVENT,
  MODULE,
  FUNCTION,
  ALLOCATION,
  GRAPH,
  NODE,
  EXECUTABLE,
  KINDS
} Kind;

/* Every handle begins with this. */
typedef struct Handle {
  uint64_t magic;
  Kind kind;
  int number;
  int alive;
  struct CUctx_st *context;
  struct Handle *next;
} Handle;

struct CUctx_st {
  Handle handle;
  int device;
  int references;
  int peers[MAX_DEVICES];
  size_t stack; /* of each thread */
};

struct CUstream_st {
  Handle handle;
  CudaGraph captured; /* the graph that its launches become nodes of */
};

enum { MOST_NODES = 16, MOST_PARAMETER_BYTES = 256 };

struct CUgraphNode_st {
  Handle handle;
  CudaFunction function;
  unsigned int blocks, threads;
  char parameters[MOST_PARAMETER_BYTES];
  size_t bytes;
};

/* Nodes are in an order in which they may run. */
struct CUgraph_st {
  Handle handle;
  int count;
  CudaGraphNode nodes[MOST_NODES];
};

struct CUgraphExec_st {
  Handle handle;
  int count;
  CudaGraphNode nodes[MOST_NODES];       /* of the graph */
  struct CUgraphNode_st copies[MOST_NODES]; /* what is launched */
};

struct CUevent_st {
  Handle handle;
  int timing;
  int held;
  uint64_t recorded; /* ticks; 0: never */
};

typedef struct {
  Handle handle;
  char *address;
  size_t bytes;
  char kind; /* d: device, m: managed, h: host, r: registered, g: variable of a module */
  CudaModule module;
  char name[64];
} Allocation;

struct CUmod_st {
  Handle handle;
};

struct CUfunc_st {
  Handle handle;
  CudaModule module;
  char name[64];
  int max_threads;
  int max_dynamic_shared;
  int parameters;
  int local_bytes;
};

typedef struct {
  int devices;
  size_t memory;
  int version;
  int attributes[256];
  int attributes_of[MAX_DEVICES][256];
  int peers;
  int held;
  int quiet;
  int recording;
  int mine; /* whether only calls of one thread are recorded */
  CudaStatus fault;
  uint64_t ticks;
  size_t used[MAX_DEVICES];
} State;

extern State state;
extern struct CUctx_st contexts[MAX_DEVICES];
extern _Thread_local CudaContext current;
/* All that were given out, the dead ones too. */
extern Handle *handles;

/* Begins a call: takes the lock, records it, and says what to fail it with. */
CudaStatus enter(const char *call, const char *format, ...) __attribute__((format(printf, 2, 3)));
CudaStatus leave(CudaStatus status);

/* Notes what no right caller does. Returns the status to refuse it with. */
CudaStatus violation(CudaStatus status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sleeps until held events are released, or a fault ends everything. In a call. */
void await_release(void);

void *handle_new(Kind kind, size_t bytes, CudaContext context);
CudaStatus handle_check(const void *handle, Kind kind, const char *call);
void handle_end(void *handle);
int handle_number(const void *handle);

/* The live allocation that holds a range, or null. */
Allocation *allocation_of(CudaAddress address, size_t bytes);
Allocation *allocation_new(char kind, size_t bytes, CudaContext context);
void allocation_end(Allocation *allocation);

CudaStatus module_fill(CudaModule module, const char *text);
CudaStatus kernel_run(CudaFunction function, unsigned int blocks, unsigned int threads,
                      const char *parameters, size_t bytes);

/* Has a thread of its own call them, in order, unless events are held. */
CudaStatus host_functions_add(CudaHostFunction function, void *data);
/* Lets it go on, or stop before the next one. */
void host_functions_hold(int held);
/* Waits until all were called, unless they are held. */
void host_functions_await(void);

/* Checks a launch, and runs it. */
CudaStatus launch_run(CudaFunction function, unsigned int blocks, unsigned int threads, void **extra,
                      const char *call);
/* Checks a launch, and makes it the last node of a graph. */
CudaStatus graph_add(CudaGraph graph, CudaFunction function, unsigned int blocks,
                     unsigned int threads, void **extra, const char *call, CudaGraphNode *made);

#define ENTER(name, ...)                                                                           \
  if (state.quiet) {                                                                               \
    return STATUS_SUCCESS;                                                                         \
  }                                                                                                \
  CudaStatus status = enter(#name, __VA_ARGS__);                                                   \
  if (status != STATUS_SUCCESS) {                                                                  \
    return leave(status);                                                                          \
  }                                                                                                \
  const char *call = #name;                                                                        \
  (void)call

/* Ends the call unless a handle is alive and of the current context. */
#define NEED(handle, kind)                                                                         \
  status = handle_check(handle, kind, call);                                                       \
  if (status != STATUS_SUCCESS) {                                                                  \
    return leave(status);                                                                          \
  }

/* Ends the call unless a context is current. */
#define NEED_CURRENT                                                                               \
  if (current == NULL || !current->handle.alive) {                                                 \
    return leave(violation(INVALID_CONTEXT, "%s without a current context", call));                \
  }

#define REFUSE_IF(condition, status)                                                               \
  if (condition) {                                                                                 \
    return leave(status);                                                                          \
  }

#endif
