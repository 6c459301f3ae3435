/*
 * Executes a submission in one crossing. Its commands are 64-bit words, written by
 * org.grcuda.cuda.SubmissionWriter; each begins with its kind, and the stream where that is another
 * than that of the command before.
 */
#include "copies.h"
#include "exported.h"
#include "images.h"
#include "library.h"
#include "session.h"

enum {
  COMMAND_WAIT,
  COMMAND_COPY,
  COMMAND_FILL,
  COMMAND_PREFETCH,
  COMMAND_ADVISE,
  COMMAND_ATTACH,
  COMMAND_LAUNCH,
  COMMAND_RECORD,
  /* Copies that CUDA would wait for. */
  COMMAND_COPY_ON_HOST,
  COMMAND_COPY_STAGED,
  /* A launch of a function of a vendor library. */
  COMMAND_CALL
};

/* Operands of each command; a launch has its parameter block in addition, a call its arguments and values. */
enum {
  WAIT_WORDS = 1,
  COPY_WORDS = 3,
  FILL_WORDS = 4,
  PREFETCH_WORDS = 3,
  ADVISE_WORDS = 4,
  ATTACH_WORDS = 3,
  LAUNCH_WORDS = 6,
  RECORD_WORDS = 1,
  COPY_STAGED_WORDS = 6,
  CALL_WORDS = 7
};

/* A status with this added is one of the library's own, not CUDA's. */
enum { OF_LIBRARY = 0x10000 };

/*
 * Added to the kind of a launch whose blocks wait for each other, of a command that names its stream, and of a launch that
 * takes mirrors.
 */
enum { COOPERATIVE = 0x100, OTHER_STREAM = 0x200, MIRRORS = 0x400, KIND_MASK = 0xff };

static inline unsigned int low(int64_t word) {
  return (unsigned int)(uint64_t)word;
}

static inline unsigned int high(int64_t word) {
  return (unsigned int)((uint64_t)word >> 32);
}

static inline void *pointer(int64_t word) {
  return (void *)(intptr_t)word;
}

/* destination, pattern, width, count */
static CudaStatus fill(const CudaTable *cuda, CudaStream stream, const int64_t *operand) {
  CudaAddress to = (CudaAddress)operand[0];
  uint64_t pattern = (uint64_t)operand[1];
  size_t count = (size_t)operand[3];
  if (count == 0) {
    return STATUS_SUCCESS;
  }
  switch (operand[2]) {
    case 1:
      return cuda->cuMemsetD8Async(to, (unsigned char)pattern, count, stream);
    case 2:
      return cuda->cuMemsetD16Async(to, (unsigned short)pattern, count, stream);
    case 4:
      return cuda->cuMemsetD32Async(to, (unsigned int)pattern, count, stream);
    case 8:
      /* A kernel fills with numbers whose halves differ. */
      return high((int64_t)pattern) == (unsigned int)pattern
                 ? cuda->cuMemsetD32Async(to, (unsigned int)pattern, 2 * count, stream)
                 : STATUS_INVALID_VALUE;
    default:
      return STATUS_INVALID_VALUE;
  }
}

/* destination, source, bytes */
static CudaStatus copy(const CudaTable *cuda, CudaStream stream, const int64_t *operand,
                       int on_host) {
  CudaAddress to = (CudaAddress)operand[0];
  CudaAddress from = (CudaAddress)operand[1];
  size_t bytes = (size_t)operand[2];
  if (bytes == 0) {
    return STATUS_SUCCESS;
  }
  return on_host ? copy_on_host(cuda, stream, to, from, bytes)
                 : cuda->cuMemcpyAsync(to, from, bytes, stream);
}

/* destination, source, bytes, staging memory, its bytes, whether the device is the source */
static CudaStatus staged(const CudaTable *cuda, CudaStream stream, const int64_t *operand) {
  StagedCopy copy = {(CudaAddress)operand[0], (CudaAddress)operand[1], (size_t)operand[2],
                     (CudaAddress)operand[3], (size_t)operand[4],      (int)operand[5]};
  return copy_staged(cuda, stream, &copy);
}

static CudaLocation location(int64_t place) {
  CudaLocation location = {place < 0 ? LOCATION_HOST : LOCATION_DEVICE,
                           place < 0 ? 0 : (int)place};
  return location;
}

/* address, bytes, place */
static CudaStatus prefetch(const CudaTable *cuda, CudaStream stream, const int64_t *operand) {
  CudaAddress address = (CudaAddress)operand[0];
  size_t bytes = (size_t)operand[1];
  if (cuda->cuMemPrefetchAsync_v2 != NULL) {
    return cuda->cuMemPrefetchAsync_v2(address, bytes, location(operand[2]), 0, stream);
  }
  if (cuda->cuMemPrefetchAsync != NULL) {
    return cuda->cuMemPrefetchAsync(address, bytes, (CudaDevice)operand[2], stream);
  }
  return STATUS_NOT_SUPPORTED;
}

/* address, bytes, advice, place */
static CudaStatus advise(const CudaTable *cuda, const int64_t *operand) {
  CudaAddress address = (CudaAddress)operand[0];
  size_t bytes = (size_t)operand[1];
  CudaEnum advice = (CudaEnum)operand[2];
  if (cuda->cuMemAdvise_v2 != NULL) {
    return cuda->cuMemAdvise_v2(address, bytes, advice, location(operand[3]));
  }
  if (cuda->cuMemAdvise != NULL) {
    return cuda->cuMemAdvise(address, bytes, advice, (CudaDevice)operand[3]);
  }
  return STATUS_NOT_SUPPORTED;
}

/* Blocks of a cluster: 10 bits for each dimension. */
enum { CLUSTER_BITS = 10, CLUSTER_MASK = (1 << CLUSTER_BITS) - 1, ONE_BLOCK = 1 | 1 << CLUSTER_BITS | 1 << 2 * CLUSTER_BITS };

/* function, grid x and y, grid z and block x, block y and z, shared and parameter bytes, cluster, block */
static CudaStatus launch(const CudaTable *cuda, CudaStream stream, const int64_t *operand,
                         int cooperative) {
  CudaFunction function = pointer(operand[0]);
  size_t parameter_bytes = high(operand[4]);
  void *extra[] = {(void *)LAUNCH_PARAM_BUFFER_POINTER,
                   (void *)(intptr_t)(operand + LAUNCH_WORDS),
                   (void *)LAUNCH_PARAM_BUFFER_SIZE,
                   &parameter_bytes,
                   (void *)LAUNCH_PARAM_END};
  unsigned int cluster = low(operand[5]);
  if (!cooperative && cluster == ONE_BLOCK) {
    return cuda->cuLaunchKernel(function, low(operand[1]), high(operand[1]), low(operand[2]),
                                high(operand[2]), low(operand[3]), high(operand[3]),
                                low(operand[4]), stream, NULL, extra);
  }
  CudaLaunchAttribute attributes[2];
  unsigned int count = 0;
  if (cooperative) {
    attributes[count++] = (CudaLaunchAttribute){
        .id = LAUNCH_ATTRIBUTE_COOPERATIVE, .pad = {0}, .value = {.cooperative = 1}};
  }
  if (cluster != ONE_BLOCK) {
    attributes[count++] = (CudaLaunchAttribute){
        .id = LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
        .pad = {0},
        .value = {.cluster = {cluster & CLUSTER_MASK, cluster >> CLUSTER_BITS & CLUSTER_MASK,
                              cluster >> 2 * CLUSTER_BITS}}};
  }
  CudaLaunchConfig config = {low(operand[1]),  high(operand[1]), low(operand[2]), high(operand[2]),
                             low(operand[3]),  high(operand[3]), low(operand[4]), stream,
                             attributes,       count};
  return cuda->cuLaunchKernelEx(&config, function, NULL, extra);
}

/*
 * The number of mirrors, each with its contents, then the operands of a launch. If the launch fails, what was enqueued for it
 * has ended: the caller takes it for not enqueued.
 */
static CudaStatus launch_with_mirrors(const CudaTable *cuda, CudaStream stream,
                                      const int64_t *operand, int cooperative) {
  int64_t count = operand[0];
  CudaStatus status = STATUS_SUCCESS;
  for (int64_t i = 0; i < count && status == STATUS_SUCCESS; i++) {
    status = mirror_load(cuda, stream, pointer(operand[1 + 2 * i]), operand[2 + 2 * i]);
  }
  if (status == STATUS_SUCCESS) {
    status = launch(cuda, stream, operand + 1 + 2 * count, cooperative);
  }
  for (int64_t i = 0; i < count && status == STATUS_SUCCESS; i++) {
    status = mirror_store(cuda, stream, pointer(operand[1 + 2 * i]));
  }
  if (status != STATUS_SUCCESS) {
    (void)cuda->cuStreamSynchronize(stream);
  }
  return status;
}

/*
 * function, handle, what sets the stream, what sets the pointer mode or 0, pointer mode, arguments of the function behind
 * its handle (lower half) and words in all (upper half), which of them are given by value: bit i says that argument i is the
 * index of the word that holds it. Then the words.
 */
static CudaStatus call(CudaStream stream, const int64_t *operand) {
  const int64_t *words = operand + 7;
  int64_t arguments[LIBRARY_ARGUMENTS] = {operand[1], (int64_t)(intptr_t)stream};
  int status = library_call(operand[2], arguments);
  if (status == 0 && operand[3] != 0) {
    arguments[1] = operand[4];
    status = library_call(operand[3], arguments);
  }
  for (unsigned int i = 0; i < low(operand[5]); i++) {
    int by_value = ((uint64_t)operand[6] >> i & 1) != 0;
    arguments[i + 1] = by_value ? (int64_t)(intptr_t)(words + words[i]) : words[i];
  }
  if (status == 0) {
    status = library_call(operand[0], arguments);
  }
  return status == 0 ? STATUS_SUCCESS : OF_LIBRARY + (CudaStatus)(status & 0xffff);
}

/* What the commands of a submission share. */
typedef struct {
  const Session *session;
  CudaContext context;
  CudaStream stream;
} Queue;

/* Whether a command calls what is not known to fail, or to be right, while another context is current. */
static int wants_current(int64_t kind) {
  switch (kind & KIND_MASK) {
    case COMMAND_COPY_ON_HOST:
    case COMMAND_COPY_STAGED:
    case COMMAND_CALL:
      return 1;
    default:
      return (kind & MIRRORS) != 0;
  }
}

/* Enqueues the command of a kind, whose operands are given. */
static CudaStatus enqueue(const Queue *queue, int64_t kind, const int64_t *operand) {
  const CudaTable *cuda = &queue->session->cuda;
  if (wants_current(kind)) {
    CudaStatus status = session_use(queue->session, queue->context);
    if (status != STATUS_SUCCESS) {
      return status;
    }
  }
  CudaStream stream = queue->stream;
  switch (kind & KIND_MASK) {
    case COMMAND_WAIT:
      return cuda->cuStreamWaitEvent(stream, pointer(operand[0]), 0);
    case COMMAND_COPY:
      return copy(cuda, stream, operand, 0);
    case COMMAND_COPY_ON_HOST:
      return copy(cuda, stream, operand, 1);
    case COMMAND_COPY_STAGED:
      return staged(cuda, stream, operand);
    case COMMAND_FILL:
      return fill(cuda, stream, operand);
    case COMMAND_PREFETCH:
      return prefetch(cuda, stream, operand);
    case COMMAND_ADVISE:
      return advise(cuda, operand);
    case COMMAND_ATTACH:
      return cuda->cuStreamAttachMemAsync(stream, (CudaAddress)operand[0], (size_t)operand[1],
                                          (unsigned int)operand[2]);
    case COMMAND_LAUNCH:
      return ((kind & MIRRORS) != 0 ? launch_with_mirrors : launch)(cuda, stream, operand,
                                                                    (kind & COOPERATIVE) != 0);
    case COMMAND_RECORD:
      return cuda->cuEventRecord(pointer(operand[0]), stream);
    case COMMAND_CALL:
      return call(stream, operand);
    default:
      return STATUS_INVALID_VALUE;
  }
}

/* Words of the operands of a command. */
static size_t operand_words(int64_t kind, const int64_t *operand) {
  switch (kind & KIND_MASK) {
    case COMMAND_WAIT:
      return WAIT_WORDS;
    case COMMAND_COPY:
    case COMMAND_COPY_ON_HOST:
      return COPY_WORDS;
    case COMMAND_COPY_STAGED:
      return COPY_STAGED_WORDS;
    case COMMAND_FILL:
      return FILL_WORDS;
    case COMMAND_PREFETCH:
      return PREFETCH_WORDS;
    case COMMAND_ADVISE:
      return ADVISE_WORDS;
    case COMMAND_ATTACH:
      return ATTACH_WORDS;
    case COMMAND_LAUNCH: {
      size_t before = (kind & MIRRORS) != 0 ? 1 + 2 * (size_t)operand[0] : 0;
      return before + LAUNCH_WORDS + (high(operand[before + 4]) + 7) / 8;
    }
    case COMMAND_RECORD:
      return RECORD_WORDS;
    case COMMAND_CALL:
      return CALL_WORDS + high(operand[5]);
    default:
      return 0;
  }
}

/* Whether the program is right without the command, which was refused for a reason that lies in it alone. */
static int is_ignored(int64_t kind, CudaStatus status) {
  int is_hint = (kind & KIND_MASK) == COMMAND_PREFETCH || (kind & KIND_MASK) == COMMAND_ADVISE;
  return is_hint && (status == STATUS_INVALID_VALUE || status == STATUS_OUT_OF_MEMORY ||
                     status == STATUS_INVALID_DEVICE || status == STATUS_NOT_SUPPORTED);
}

/*
 * Enqueues commands in order until one fails. Returns 0, or the status with the index of the failed
 * command in the upper half; the index is -1 if the context cannot be used. If the lower half is 0, all were enqueued but
 * hints on managed memory, which were refused with the status in the upper half.
 */
EXPORTED int64_t grcuda_submit(int64_t session_address, int64_t context, int64_t commands,
                               int32_t words) {
  Queue queue = {pointer(session_address), pointer(context), NULL};
  const int64_t *next = pointer(commands);
  const int64_t *end = next + words;
  CudaStatus status = session_assume(queue.session, queue.context);
  CudaStatus ignored = STATUS_SUCCESS;
  int64_t index = -1;
  while (status == STATUS_SUCCESS && next < end) {
    int64_t kind = *next++;
    if ((kind & OTHER_STREAM) != 0) {
      queue.stream = pointer(*next++);
    }
    index++;
    status = enqueue(&queue, kind, next);
    if (status != STATUS_SUCCESS && session_restore(queue.session, queue.context, &status)) {
      status = enqueue(&queue, kind, next);
    }
    if (is_ignored(kind, status)) {
      ignored = status;
      status = STATUS_SUCCESS;
    }
    next += operand_words(kind, next);
  }
  return (int64_t)(status == STATUS_SUCCESS ? (uint64_t)ignored << 32
                                            : (uint64_t)index << 32 | status);
}

JNI(int64_t, submit, int64_t session, int64_t context, int64_t commands, int32_t words) {
  return grcuda_submit(session, context, commands, words);
}
