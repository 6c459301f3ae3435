/* Graphs of kernels: made node by node, or captured from launches in a stream. */
#include <string.h>

#include "recording.h"

#define PROTOTYPE(name, parameters) EXPORTED CudaStatus name parameters;
CUDA_FUNCTIONS(PROTOTYPE, PROTOTYPE)
#undef PROTOTYPE
#define API(name, parameters) CudaStatus name parameters

static CudaStatus node_set(CudaGraphNode node, CudaFunction function, unsigned int blocks,
                           unsigned int threads, void **extra, const char *call) {
  if (extra == NULL || extra[0] != (void *)LAUNCH_PARAM_BUFFER_POINTER ||
      *(size_t *)extra[3] > MOST_PARAMETER_BYTES || blocks == 0 || threads == 0) {
    return violation(STATUS_INVALID_VALUE, "%s without a launch", call);
  }
  node->function = function;
  node->blocks = blocks;
  node->threads = threads;
  node->bytes = *(size_t *)extra[3];
  memcpy(node->parameters, extra[1], node->bytes);
  return STATUS_SUCCESS;
}

CudaStatus graph_add(CudaGraph graph, CudaFunction function, unsigned int blocks,
                     unsigned int threads, void **extra, const char *call, CudaGraphNode *made) {
  if (graph->count == MOST_NODES) {
    return OUT_OF_MEMORY;
  }
  CudaGraphNode node = handle_new(NODE, sizeof *node, graph->handle.context);
  *made = node;
  graph->nodes[graph->count++] = node;
  return node_set(node, function, blocks, threads, extra, call);
}

API(cuStreamBeginCapture_v2, (CudaStream stream, CudaEnum mode)) {
  ENTER(cuStreamBeginCapture_v2, "stream %d, mode %u", handle_number(stream), mode);
  NEED(stream, STREAM)
  REFUSE_IF(mode > 2 || stream->captured != NULL, STATUS_INVALID_VALUE);
  stream->captured = handle_new(GRAPH, sizeof *stream->captured, current);
  return leave(STATUS_SUCCESS);
}

API(cuStreamEndCapture, (CudaStream stream, CudaGraph *graph)) {
  ENTER(cuStreamEndCapture, "stream %d", handle_number(stream));
  NEED(stream, STREAM)
  REFUSE_IF(stream->captured == NULL, STATUS_INVALID_VALUE);
  *graph = stream->captured;
  stream->captured = NULL;
  return leave(STATUS_SUCCESS);
}

API(cuGraphCreate, (CudaGraph * graph, unsigned int flags)) {
  ENTER(cuGraphCreate, "%u", flags);
  NEED_CURRENT
  REFUSE_IF(flags != 0, STATUS_INVALID_VALUE);
  *graph = handle_new(GRAPH, sizeof **graph, current);
  return leave(STATUS_SUCCESS);
}

static int is_in(CudaGraphNode node, CudaGraphNode const *nodes, int count) {
  for (int i = 0; i < count; i++) {
    if (nodes[i] == node) {
      return 1;
    }
  }
  return 0;
}

API(cuGraphAddKernelNode_v2, (CudaGraphNode * node, CudaGraph graph, const CudaGraphNode *parents,
                              size_t count, const CudaKernelNode *kernel)) {
  ENTER(cuGraphAddKernelNode_v2, "graph %d, %s after %zu", handle_number(graph),
        kernel->function->name, count);
  NEED(graph, GRAPH)
  NEED(kernel->function, FUNCTION)
  for (size_t i = 0; i < count; i++) {
    REFUSE_IF(!is_in(parents[i], graph->nodes, graph->count), STATUS_INVALID_VALUE);
  }
  REFUSE_IF(kernel->parameters != NULL || kernel->kernel != NULL, STATUS_INVALID_VALUE);
  return leave(graph_add(graph, kernel->function, kernel->grid_x * kernel->grid_y * kernel->grid_z,
                         kernel->block_x * kernel->block_y * kernel->block_z, kernel->extra, call,
                         node));
}

API(cuGraphInstantiateWithFlags,
    (CudaGraphExec * executable, CudaGraph graph, unsigned long long flags)) {
  ENTER(cuGraphInstantiateWithFlags, "graph %d, %llu", handle_number(graph), flags);
  NEED(graph, GRAPH)
  REFUSE_IF(flags != 0, STATUS_INVALID_VALUE);
  CudaGraphExec made = handle_new(EXECUTABLE, sizeof *made, current);
  made->count = graph->count;
  for (int i = 0; i < graph->count; i++) {
    made->nodes[i] = graph->nodes[i];
    made->copies[i] = *graph->nodes[i];
  }
  *executable = made;
  return leave(STATUS_SUCCESS);
}

API(cuGraphExecKernelNodeSetParams_v2,
    (CudaGraphExec executable, CudaGraphNode node, const CudaKernelNode *kernel)) {
  ENTER(cuGraphExecKernelNodeSetParams_v2, "executable %d, node %d", handle_number(executable),
        handle_number(node));
  NEED(executable, EXECUTABLE)
  NEED(node, NODE)
  NEED(kernel->function, FUNCTION)
  for (int i = 0; i < executable->count; i++) {
    if (executable->nodes[i] == node) {
      return leave(node_set(&executable->copies[i], kernel->function,
                            kernel->grid_x * kernel->grid_y * kernel->grid_z,
                            kernel->block_x * kernel->block_y * kernel->block_z, kernel->extra,
                            call));
    }
  }
  return leave(STATUS_INVALID_VALUE);
}

API(cuGraphLaunch, (CudaGraphExec executable, CudaStream stream)) {
  ENTER(cuGraphLaunch, "executable %d, stream %d", handle_number(executable),
        handle_number(stream));
  NEED(executable, EXECUTABLE)
  NEED(stream, STREAM)
  for (int i = 0; i < executable->count && status == STATUS_SUCCESS; i++) {
    CudaGraphNode node = &executable->copies[i];
    void *extra[] = {(void *)LAUNCH_PARAM_BUFFER_POINTER, node->parameters,
                     (void *)LAUNCH_PARAM_BUFFER_SIZE, &node->bytes, (void *)LAUNCH_PARAM_END};
    NEED(node->function, FUNCTION)
    Shape shape = {{node->blocks, 1, 1}, {node->threads, 1, 1}};
    status = launch_enqueue(stream, node->function, shape, 0, extra, call);
  }
  return leave(status);
}

API(cuGraphExecDestroy, (CudaGraphExec executable)) {
  ENTER(cuGraphExecDestroy, "executable %d", handle_number(executable));
  NEED(executable, EXECUTABLE)
  handle_end(executable);
  return leave(STATUS_SUCCESS);
}

API(cuGraphDestroy, (CudaGraph graph)) {
  ENTER(cuGraphDestroy, "graph %d", handle_number(graph));
  NEED(graph, GRAPH)
  for (int i = 0; i < graph->count; i++) {
    handle_end(graph->nodes[i]);
  }
  handle_end(graph);
  return leave(STATUS_SUCCESS);
}
