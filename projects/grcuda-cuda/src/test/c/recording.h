/*
 * A double of libcuda.so.1 for tests. Streams are queues of commands (queue.c), which are executed at once, later in an
 * order that a seed chooses, or by threads. Memory of devices cannot be read by the host (memory.c). The double knows a few
 * kernels, in C. It holds every handle it gave out until it is reset, checks what it is given, records the calls, and fails
 * those it is told to.
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
  COOPERATIVE_LAUNCH_TOO_LARGE = 720,
  INVALID_CLUSTER_SIZE = 912,
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
  ARRAY,
  MIPMAPPED,
  IMAGE,
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

/* A record of an event: what waits and queries after it look at, whatever is recorded later. */
typedef struct {
  int references;
  int done;
  uint64_t tick;
} Record;

typedef struct Command Command;

struct CUstream_st {
  Handle handle;
  CudaGraph captured; /* the graph that its launches become nodes of */
  Command *first, *last;
  int length;   /* commands that are not finished */
  int running;  /* whether the first is being executed */
  int index;    /* among the streams that have commands */
  uint64_t priority;
};

enum { MOST_NODES = 16, MOST_PARAMETER_BYTES = 256, MOST_PARAMETERS = 32 };

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
  Record *last; /* null: never recorded */
};

typedef struct Allocation {
  Handle handle;
  char *address; /* as the program has it */
  size_t bytes, room;
  char kind; /* d: device, m: managed, h: host, r: registered, g: variable of a module */
  CudaModule module;
  int uses; /* commands that use it and are not finished */
  struct Allocation *before, *after; /* of those alive */
  char name[128];
} Allocation;

struct CUmod_st {
  Handle handle;
  int uses; /* launches that are not finished */
  char *text; /* the PTX, for the engine */
};

enum { MOST_LEVELS = 31 };

/* An array, or a level of a mipmapped one. Texels lie densely, layer by layer. */
struct CUarray_st {
  Handle handle;
  CudaArrayDescriptor descriptor;
  size_t width, height, depth; /* at least 1 each */
  size_t texel_bytes;
  char *texels;
  CudaMipmappedArray chain; /* whose level it is; null: none */
  int uses;                 /* commands that use it and are not finished */
  int shown;                /* images of it */
};

/* The texels of the levels lie one after another. */
struct CUmipmappedArray_st {
  Handle handle;
  unsigned int count;
  size_t bytes;
  char *texels;
  struct CUarray_st levels[MOST_LEVELS];
};

/* A texture or surface object: its number is its address. */
typedef struct Image {
  Handle handle;
  int is_surface;
  CudaResource resource;
  CudaSampler sampler;
  int uses;
  struct Image *after; /* of those alive */
} Image;

struct CUfunc_st {
  Handle handle;
  CudaModule module;
  char name[128];
  int max_threads;
  int max_dynamic_shared;
  int large_clusters;
  int shared_bytes;
  int local_bytes;
  int parameters;
  size_t offsets[MOST_PARAMETERS], sizes[MOST_PARAMETERS];
};

typedef enum { LAUNCH, COPY, COPY_3D, FILL, PREFETCH, RECORD, WAIT, HOST_FUNCTION } Work;

enum { MOST_USES = 12, MOST_IMAGES = 8 };

typedef struct {
  unsigned int grid[3], block[3];
} Shape;

/* What a stream has to do, with all that it needs: the caller's memory may be gone by then. */
struct Command {
  Command *next;
  CudaStream stream;
  Work work;
  CudaFunction function;
  Shape shape;
  unsigned int blocks, threads;
  CudaAddress to, from;
  size_t bytes; /* of a copy, a prefetch, the parameters */
  /* A fill: elements of a width. */
  size_t width, count;
  unsigned int value;
  int place;
  Record *record;
  CudaHostFunction call;
  void *data;
  Allocation *uses[MOST_USES];
  int use_count;
  CudaCopy3D copy;
  CudaArray array; /* of the copy */
  Image *images[MOST_IMAGES];
  int image_count;
  char parameters[MOST_PARAMETER_BYTES];
};

/* When commands are executed. */
typedef enum {
  AT_ONCE,  /* as they are enqueued, unless they wait for what is held back */
  SEEDED,   /* in any legal order, at calls of the driver and in waits: the same for the same seed */
  PARALLEL  /* by threads, as soon as they may be */
} Mode;

/* Why a command could not be executed. */
typedef struct {
  CudaStatus status;
  char text[160];
} Failure;

typedef struct {
  int devices;
  size_t memory;
  int version;
  int attributes[256];
  int attributes_of[MAX_DEVICES][256];
  int peers;
  int held;
  int quiet;
  Mode mode;
  int paging; /* whether managed pages are in one place at a time */
  int ignores; /* whether the call that was begun last does nothing */
  int recording;
  int mine; /* whether only calls of one thread are recorded */
  CudaStatus fault;
  uint64_t ticks;
  /* The command that faults, by its number among those executed; 0: none. */
  uint64_t faulty;
  CudaStatus fault_to_come;
  size_t used[MAX_DEVICES];
  /* Managed pages that devices and the host found elsewhere, and that were moved before. */
  int64_t device_faults, host_faults, moved_ahead;
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

/* For the time of what must not hold the lock. In a call. */
void state_unlock(void);
void state_lock(void);
/* Sleeps until something has changed. In a call. */
void state_await(void);
/* Wakes all that sleep. In a call. */
void state_changed(void);

void *handle_new(Kind kind, size_t bytes, CudaContext context);
CudaStatus handle_check(const void *handle, Kind kind, const char *call);
void handle_end(void *handle);
int handle_number(const void *handle);

/* ---- memory ---- */

/* The live allocation that holds a range, or null. */
Allocation *allocation_of(CudaAddress address, size_t bytes);
Allocation *allocation_new(char kind, size_t bytes, CudaContext context);
Allocation *allocation_register(char *address, size_t bytes);
void allocation_end(Allocation *allocation);
/* Where the double itself finds what the program has at an address of an allocation. */
void *allocation_view(const Allocation *allocation, CudaAddress address);
/* A device, or the host (-1), needs these bytes of managed memory: by a fault, or ahead of it. */
void pages_move(const Allocation *allocation, CudaAddress address, size_t bytes, int place, int ahead);
/* Every managed page is on the host, and no fault was counted. */
void pages_reset(void);
/* Forgets every allocation. */
void memory_reset(void);
/* Calls a function with each live variable of a module. */
void variables_each(CudaModule module, void (*function)(Allocation *variable, void *data), void *data);

/* ---- modules and kernels ---- */

CudaStatus module_fill(CudaModule module, const char *text);
/* Executes a launch; not in a call. */
void kernel_run(const Command *command, Failure *failure);
/* Executes it if the programs that tests make at random have such a kernel; returns whether they have. */
int program_kernel_run(const Command *command, Failure *failure);
/* What a kernel has at an address that it was given; null if it may not access so many bytes there. */
void *kernel_memory(const Command *command, CudaAddress address, size_t bytes, Failure *failure);

/* ---- images ---- */

/* The live image with a number, or null. */
Image *image_of(CudaTexture number);
Image *images_alive(void);
/* The array that an image shows; null if it shows memory. */
CudaArray array_of(const Image *image);
/* Where its texels are; null if the memory that it shows is freed. */
void *image_texels(const Image *image);
/* The command uses the images whose numbers are among its parameters. */
void command_uses_images(Command *command);
/* Copies between memory, of which the view is given, and an array. */
void array_copy(const Command *command, char *memory);
/* Bytes of a channel, of a texel; 0 if there is no such format. */
size_t channel_bytes(CudaEnum format);
size_t texel_bytes(CudaEnum format, unsigned int channels);
/* An attribute of the current device. */
int device_limit(int attribute);
int default_attribute(CudaEnum attribute);
/* Frees what arrays hold. */
void images_reset(void);
void images_forget(void);

/*
 * Has a program execute kernels, which the double cannot: what it is told is in engine.c. Null: nobody does.
 */
typedef int (*Engine)(const int64_t *launch);
extern Engine engine;
/* Executes a launch; not in a call. */
void engine_run(const Command *command, Failure *failure);

/* Calls it on a thread of the driver, and waits for its end. Not in a call. */
void host_function_call(CudaHostFunction function, void *data);

/* ---- streams as queues ---- */

Command *command_new(Work work, CudaStream stream);
/* The command uses the memory at an address, if an allocation has it. */
void command_uses(Command *command, CudaAddress address);
/* Enqueues it; waits while the queue is full. */
CudaStatus command_enqueue(Command *command);
/* Executes some of what may be executed, as the mode has it. */
void queue_progress(void);
/* Waits until a stream, or a context (null: any), has no commands, or a record is done. Returns the fault, if there is one. */
CudaStatus queue_await(CudaStream stream);
CudaStatus queue_await_context(CudaContext context);
CudaStatus queue_await_record(Record *record);
/* Commands that are not finished, of a context or of all (null). */
int queue_unfinished(CudaContext context);
/* Drops all commands, of all streams. */
void queue_reset(void);
void queue_start(Mode mode, uint64_t seed);
void record_release(Record *record);

/* What a device has, as its attributes say. */
enum {
  MULTIPROCESSORS = 4,
  THREADS_OF_A_MULTIPROCESSOR = 2048,
  PLAIN_SHARED_BYTES = 48 << 10,
  MOST_SHARED_BYTES = 227 << 10
};

/* Blocks of a kernel that a multiprocessor runs at once. */
int resident_blocks(CudaFunction function, int threads, size_t shared_bytes);
/* Checks a launch, and enqueues it. */
CudaStatus launch_enqueue(CudaStream stream, CudaFunction function, Shape shape,
                          unsigned int shared_bytes, void **extra, const char *call);
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
  if (state.ignores) {                                                                             \
    return leave(STATUS_SUCCESS);                                                                  \
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
