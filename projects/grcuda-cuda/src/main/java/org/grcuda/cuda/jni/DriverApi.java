package org.grcuda.cuda.jni;

/**
 * The functions of the CUDA driver API, as the native library binds them. Each returns a CUresult;
 * results are stored at the address {@code out}. Handles and addresses are numbers. Neither this
 * class nor the native library checks them: a wrong one ends the process.
 */
public final class DriverApi {

  private DriverApi() {}

  /**
   * Loads a driver, which stays loaded.
   *
   * @param name address of the library's name, zero-terminated
   * @param error where to say why it cannot be used, {@code errorBytes} of room
   * @return the session that the other methods take, 0 if the driver cannot be used
   */
  public static native long open(long name, long error, int errorBytes);

  /** Frees a session that no thread uses any more. */
  public static native void close(long session);

  /** cuInit. */
  public static native int initialize(long session);

  /** cuDriverGetVersion. */
  public static native int driverVersion(long session, long out);

  /** cuGetErrorName. */
  public static native int errorName(long session, int code, long out);

  /** cuGetErrorString. */
  public static native int errorText(long session, int code, long out);

  /** cuDeviceGetCount. */
  public static native int deviceCount(long session, long out);

  /** cuDeviceGet. */
  public static native int device(long session, int ordinal, long out);

  /** cuDeviceGetName. */
  public static native int deviceName(long session, int device, long out, int bytes);

  /** cuDeviceTotalMem. */
  public static native int deviceTotalMemory(long session, int device, long out);

  /** cuDeviceGetAttribute. */
  public static native int deviceAttribute(long session, int device, int attribute, long out);

  /** cuDeviceCanAccessPeer. */
  public static native int canAccessPeer(long session, int device, int peer, long out);

  /** cuDevicePrimaryCtxRetain. */
  public static native int retainContext(long session, int device, long out);

  /** cuDevicePrimaryCtxRelease. */
  public static native int releaseContext(long session, int device);

  /** cuDevicePrimaryCtxSetFlags. */
  public static native int setContextFlags(long session, int device, int flags);

  /** cuCtxSynchronize. */
  public static native int synchronizeContext(long session, long context);

  /** cuCtxEnablePeerAccess. */
  public static native int enablePeerAccess(long session, long context, long peer);

  /** cuCtxGetLimit. out: 8 bytes. */
  public static native int limit(long session, long context, int limit, long out);

  /** cuCtxSetLimit. */
  public static native int setLimit(long session, long context, int limit, long value);

  /** cuMemGetInfo. out: free and total bytes. */
  public static native int memoryInfo(long session, long context, long out);

  /** cuMemAlloc. */
  public static native int allocate(long session, long context, long bytes, long out);

  /** cuMemFree. */
  public static native int free(long session, long context, long address);

  /** cuMemAllocManaged. */
  public static native int allocateManaged(
      long session, long context, long bytes, int flags, long out);

  /** cuMemHostAlloc. */
  public static native int allocateHost(
      long session, long context, long bytes, int flags, long out);

  /** cuMemFreeHost. */
  public static native int freeHost(long session, long context, long address);

  /** cuPointerGetAttribute. */
  public static native int pointerAttribute(
      long session, long context, int attribute, long address, long out);

  /** cuStreamCreate. */
  public static native int createStream(long session, long context, int flags, long out);

  /** cuStreamDestroy. */
  public static native int destroyStream(long session, long context, long stream);

  /** cuStreamQuery. */
  public static native int queryStream(long session, long context, long stream);

  /** cuStreamSynchronize. */
  public static native int synchronizeStream(long session, long context, long stream);

  /**
   * cuLaunchHostFunc: calls a C function, {@code void function(void *data)}, when all earlier work
   * of the stream is done, on a thread of the driver. It must not call the driver.
   */
  public static native int launchHostFunction(
      long session, long context, long stream, long function, long data);

  /** cuEventCreate. */
  public static native int createEvent(long session, long context, int flags, long out);

  /** cuEventDestroy. */
  public static native int destroyEvent(long session, long context, long event);

  /** cuEventQuery. */
  public static native int queryEvent(long session, long context, long event);

  /**
   * Waits for an event, asleep: cuStreamWaitEvent, cuEventRecord, cuEventSynchronize.
   *
   * @param stream one that only this wait uses
   * @param marker an event that only this wait uses, with CU_EVENT_BLOCKING_SYNC
   */
  public static native int awaitEvent(
      long session, long context, long event, long stream, long marker);

  /** cuEventElapsedTime. */
  public static native int elapsedTime(long session, long context, long start, long end, long out);

  /**
   * cuModuleLoadDataEx. image: zero-terminated. logs: room for two texts of logBytes each, remarks
   * and errors.
   */
  public static native int loadModule(
      long session, long context, long image, long logs, long logBytes, long out);

  /** cuModuleUnload. */
  public static native int unloadModule(long session, long context, long module);

  /** cuModuleGetFunction. */
  public static native int function(long session, long context, long module, long name, long out);

  /** cuModuleGetGlobal. out: address and bytes. */
  public static native int global(long session, long context, long module, long name, long out);

  /** cuModuleGetFunctionCount. CUDA_ERROR_NOT_SUPPORTED before CUDA 12.4. */
  public static native int functionCount(long session, long context, long module, long out);

  /** cuModuleEnumerateFunctions. out: count handles. */
  public static native int functions(long session, long context, long module, int count, long out);

  /** cuFuncGetName. out: address of a text. Only where functionCount is supported. */
  public static native int functionName(long session, long context, long function, long out);

  /** cuFuncGetParamInfo. out: offset and bytes. CUDA_ERROR_NOT_SUPPORTED before CUDA 12.4. */
  public static native int parameter(
      long session, long context, long function, int index, long out);

  /** cuFuncGetAttribute. */
  public static native int functionAttribute(
      long session, long context, long function, int attribute, long out);

  /** cuFuncSetAttribute. */
  public static native int setFunctionAttribute(
      long session, long context, long function, int attribute, int value);

  /** cuOccupancyMaxActiveBlocksPerMultiprocessor. */
  public static native int activeBlocks(
      long session, long context, long function, int blockSize, long sharedBytes, long out);

  /**
   * cuOccupancyMaxPotentialBlockSize. out: blocks that fill the device, threads of a block, as two
   * ints.
   */
  public static native int bestBlockSize(
      long session, long context, long function, long sharedBytes, long out);

  /**
   * Calls a function of a vendor library, with the context current.
   *
   * @param function its address; takes at most two integers or addresses
   * @return what it returns; less than 0: a CUresult, negated
   */
  public static native int callLibrary(
      long session, long context, long function, long first, long second);

  /**
   * Loads a profiler's library for ranges and names (NVTX), at the first call of the process.
   *
   * @param path address of its path, zero-terminated
   * @param error where to say why it cannot be used, {@code errorBytes} of room
   * @return 0 if it cannot be used
   */
  public static native int openRanges(long path, long error, int errorBytes);

  /**
   * nvtxRangePushA, of this thread. Call it, and all methods below, only after {@link #openRanges}.
   */
  public static native void pushRange(long name);

  /** nvtxRangePop, of this thread. */
  public static native void popRange();

  /** nvtxNameCuStreamA. */
  public static native void nameStream(long stream, long name);

  /** nvtxNameCuDeviceA. */
  public static native void nameDevice(int device, long name);

  /** cuStreamBeginCapture, of this thread: later work of the stream becomes nodes of a graph. */
  public static native int beginCapture(long session, long context, long stream);

  /** cuStreamEndCapture. out: the graph. */
  public static native int endCapture(long session, long context, long stream, long out);

  /** cuGraphCreate. */
  public static native int createGraph(long session, long context, long out);

  /**
   * cuGraphAddKernelNode.
   *
   * @param parents address of the handles of {@code count} nodes that it comes after
   * @param words address of a launch as in submit.c, from its function on; copied
   */
  public static native int addKernelNode(
      long session, long context, long graph, long parents, long count, long words, long out);

  /** cuGraphInstantiate. out: the executable graph. */
  public static native int instantiateGraph(long session, long context, long graph, long out);

  /** cuGraphExecKernelNodeSetParams: later launches of the graph use these parameters. */
  public static native int setKernelNode(
      long session, long context, long executable, long node, long words);

  /** cuGraphLaunch. */
  public static native int launchGraph(long session, long context, long executable, long stream);

  /** cuGraphExecDestroy. */
  public static native int destroyExecutable(long session, long context, long executable);

  /** cuGraphDestroy. */
  public static native int destroyGraph(long session, long context, long graph);

  /**
   * cuTexObjectCreate or cuSurfObjectCreate; for a mirror before it cuArray3DCreate or
   * cuMipmappedArrayCreate, cuMipmappedArrayGetLevel, and cuEventCreate.
   *
   * @param words address of what describes the image, in the layout of images.c
   * @param out the object, its mirror or 0, and which of these functions failed
   */
  public static native int createImage(long session, long context, long words, long out);

  /** Destroys an object, and its mirror if that is not 0. No launch uses them. */
  public static native int destroyImage(
      long session, long context, long object, long mirror, int isSurface);

  /**
   * cuEventQuery of the end of the last launch that took a mirror.
   *
   * @param asked CUDA_ERROR_NOT_READY unless so many launches that took it are enqueued; below 0:
   *     however many
   */
  public static native int queryMirror(long session, long context, long mirror, long asked);

  /**
   * Enqueues the commands of a submission, in order, until one fails.
   *
   * @param commands address of the commands, in the layout of submit.c
   * @param words their length in 8-byte words
   * @return 0, or the CUresult of a failed command with its index in the upper half, -1 if the
   *     context cannot be used; or 0 with a CUresult in the upper half, with which hints on managed
   *     memory were refused while all else was enqueued
   */
  public static native long submit(long session, long context, long commands, int words);
}
