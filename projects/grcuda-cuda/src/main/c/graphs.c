/* Graphs: captured from a stream, or made of kernels node by node. Results are stored where `out` points. */
#include "exported.h"
#include "session.h"

#define SESSION const Session *session = (const Session *)(intptr_t)handle
#define POINTER(type, value) ((type)(intptr_t)(value))

/* A call with a context current. */
#define CALL_IN(context, name, ...)                                                                \
  SESSION;                                                                                         \
  CudaStatus status = session_use(session, POINTER(CudaContext, context));                         \
  return status != STATUS_SUCCESS ? (int32_t)status : (int32_t)session->cuda.name(__VA_ARGS__)

/* Of this thread: others go on to use the stream's context as they like. */
JNI(int32_t, beginCapture, int64_t handle, int64_t context, int64_t stream) {
  CALL_IN(context, cuStreamBeginCapture_v2, POINTER(CudaStream, stream), CAPTURE_THREAD_LOCAL);
}

JNI(int32_t, endCapture, int64_t handle, int64_t context, int64_t stream, int64_t out) {
  CALL_IN(context, cuStreamEndCapture, POINTER(CudaStream, stream), POINTER(CudaGraph *, out));
}

JNI(int32_t, createGraph, int64_t handle, int64_t context, int64_t out) {
  CALL_IN(context, cuGraphCreate, POINTER(CudaGraph *, out), 0);
}

static unsigned int low(int64_t word) {
  return (unsigned int)(uint64_t)word;
}

static unsigned int high(int64_t word) {
  return (unsigned int)((uint64_t)word >> 32);
}

/* The words of a launch, as submit.c has them from the function on. */
static CudaKernelNode kernel_node(const int64_t *launch, void **extra) {
  CudaKernelNode node = {POINTER(CudaFunction, launch[0]),
                         low(launch[1]),
                         high(launch[1]),
                         low(launch[2]),
                         high(launch[2]),
                         low(launch[3]),
                         high(launch[3]),
                         low(launch[4]),
                         NULL,
                         extra,
                         NULL,
                         NULL};
  return node;
}

/* The parameter block of the launch, which CUDA copies. */
#define PARAMETERS(launch)                                                                         \
  size_t parameter_bytes = high((launch)[4]);                                                      \
  void *extra[] = {(void *)LAUNCH_PARAM_BUFFER_POINTER, POINTER(void *, (launch) + 5),             \
                   (void *)LAUNCH_PARAM_BUFFER_SIZE, &parameter_bytes, (void *)LAUNCH_PARAM_END};  \
  CudaKernelNode node = kernel_node(launch, extra)

JNI(int32_t, addKernelNode, int64_t handle, int64_t context, int64_t graph, int64_t parents,
    int64_t count, int64_t words, int64_t out) {
  const int64_t *launch = POINTER(const int64_t *, words);
  PARAMETERS(launch);
  CALL_IN(context, cuGraphAddKernelNode_v2, POINTER(CudaGraphNode *, out), POINTER(CudaGraph, graph),
          POINTER(const CudaGraphNode *, parents), (size_t)count, &node);
}

JNI(int32_t, instantiateGraph, int64_t handle, int64_t context, int64_t graph, int64_t out) {
  CALL_IN(context, cuGraphInstantiateWithFlags, POINTER(CudaGraphExec *, out),
          POINTER(CudaGraph, graph), 0);
}

JNI(int32_t, setKernelNode, int64_t handle, int64_t context, int64_t executable, int64_t node_handle,
    int64_t words) {
  const int64_t *launch = POINTER(const int64_t *, words);
  PARAMETERS(launch);
  CALL_IN(context, cuGraphExecKernelNodeSetParams_v2, POINTER(CudaGraphExec, executable),
          POINTER(CudaGraphNode, node_handle), &node);
}

JNI(int32_t, launchGraph, int64_t handle, int64_t context, int64_t executable, int64_t stream) {
  CALL_IN(context, cuGraphLaunch, POINTER(CudaGraphExec, executable), POINTER(CudaStream, stream));
}

JNI(int32_t, destroyExecutable, int64_t handle, int64_t context, int64_t executable) {
  CALL_IN(context, cuGraphExecDestroy, POINTER(CudaGraphExec, executable));
}

JNI(int32_t, destroyGraph, int64_t handle, int64_t context, int64_t graph) {
  CALL_IN(context, cuGraphDestroy, POINTER(CudaGraph, graph));
}
