package org.grcuda.cuda;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.ClusterSize;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Submission;

/** A kernel of a {@link CudaModule} (CUfunction). */
final class CudaFunction implements CudaCallable {

  // enum CUfunction_attribute
  private static final int MAX_THREADS_PER_BLOCK = 0;
  private static final int SHARED_SIZE_BYTES = 1;
  private static final int LOCAL_SIZE_BYTES = 3;
  private static final int NUM_REGS = 4;
  private static final int MAX_DYNAMIC_SHARED_SIZE_BYTES = 8;
  private static final int NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14;

  /** Most blocks of a cluster on every GPU with clusters. */
  private static final int PORTABLE_CLUSTER = 8;

  private static final int INVALID_VALUE = 1;
  private static final int NOT_SUPPORTED = 801;

  /** Shapes whose occupancy is remembered. */
  private static final int MOST_KNOWN = 256;

  private final CudaModule module;
  private final String name;
  private final long handle;
  private final boolean cooperative;
  private final int registers;
  private final int sharedBytes;
  private final int localBytes;
  private final int maxThreadsPerBlock;
  private final int parameterBytes;
  private volatile int maxDynamicSharedBytes;
  private volatile boolean largeClusters;

  /** The operands before the parameter block of the launch that was checked last; null if none. */
  private Passed passed;

  private record Passed(long first, long second, long third, long fourth, long fifth) {}

  /** Blocks of a multiprocessor, by threads of a block and bytes of dynamic shared memory. */
  private final Map<Long, Integer> activeBlocks = new ConcurrentHashMap<>();

  CudaFunction(CudaModule module, String name, long handle, boolean cooperative) {
    this.module = module;
    this.name = name;
    this.handle = handle;
    this.cooperative = cooperative;
    this.registers = attribute(NUM_REGS);
    this.sharedBytes = attribute(SHARED_SIZE_BYTES);
    this.localBytes = attribute(LOCAL_SIZE_BYTES);
    this.maxThreadsPerBlock = attribute(MAX_THREADS_PER_BLOCK);
    this.parameterBytes = sizeOfParameters();
  }

  private int attribute(int attribute) {
    return intOf(
        "cuFuncGetAttribute",
        out -> DriverApi.functionAttribute(session(), context(), handle, attribute, out));
  }

  /** The offset at which the last parameter ends; -1 if the driver does not tell. */
  private int sizeOfParameters() {
    int[] status = new int[1];
    long end = 0;
    for (int index = 0; ; index++) {
      int number = index;
      long[] parameter =
          module
              .session()
              .longsOf(
                  "cuFuncGetParamInfo",
                  device().ordinal(),
                  2,
                  out -> {
                    status[0] = DriverApi.parameter(session(), context(), handle, number, out);
                    boolean expected = status[0] == INVALID_VALUE || status[0] == NOT_SUPPORTED;
                    return expected ? 0 : status[0];
                  });
      if (status[0] == NOT_SUPPORTED) {
        return -1;
      }
      if (status[0] == INVALID_VALUE) {
        return (int) end;
      }
      end = parameter[0] + parameter[1];
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int registers() {
    return registers;
  }

  @Override
  public int sharedBytes() {
    return sharedBytes;
  }

  @Override
  public int localBytes() {
    return localBytes;
  }

  @Override
  public int maxThreadsPerBlock() {
    return maxThreadsPerBlock;
  }

  @Override
  public int maxDynamicSharedBytes() {
    return maxDynamicSharedBytes;
  }

  @Override
  public void setMaxDynamicSharedBytes(int bytes) {
    LaunchShape.checkMaxDynamicShared(device(), this, bytes);
    set(MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes);
    maxDynamicSharedBytes = bytes;
    activeBlocks.clear();
    passed = null;
  }

  private void set(int attribute, int value) {
    module.use();
    try {
      module
          .session()
          .check(
              DriverApi.setFunctionAttribute(session(), context(), handle, attribute, value),
              "cuFuncSetAttribute",
              device().ordinal());
    } finally {
      module.unpin();
    }
  }

  /** Lets launches have clusters of a size that not every GPU has. */
  void allow(ClusterSize cluster) {
    if (cluster.blocks() > PORTABLE_CLUSTER && !largeClusters) {
      set(NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
      largeClusters = true;
    }
  }

  /**
   * Whether the last checked launch had the same shape and parameter size as the one whose operands
   * begin at {@code words[at]}. If CUDA itself refuses the launch after all, because the limit of
   * shared memory changes at that moment, it fails as it is enqueued.
   */
  boolean hasPassed(long[] words, int at) {
    Passed last = passed;
    return last != null
        && last.first == words[at]
        && last.second == words[at + 1]
        && last.third == words[at + 2]
        && last.fourth == words[at + 3]
        && last.fifth == words[at + 4];
  }

  /** The launch at {@code reader} has passed the checks. */
  void passed(Submission.Reader reader) {
    passed =
        new Passed(reader.word(0), reader.word(1), reader.word(2), reader.word(3), reader.word(4));
  }

  @Override
  public boolean isCooperative() {
    return cooperative;
  }

  @Override
  public long maxResidentBlocks(long threadsPerBlock, int dynamicSharedBytes) {
    int threads = Math.toIntExact(threadsPerBlock);
    Long key = (long) threads << Integer.SIZE | dynamicSharedBytes & 0xffff_ffffL;
    Integer known = activeBlocks.get(key);
    int blocks = known != null ? known : activeBlocks(threads, dynamicSharedBytes);
    if (known == null && activeBlocks.size() < MOST_KNOWN) {
      activeBlocks.put(key, blocks);
    }
    return (long) blocks * device().attribute(DeviceAttribute.MULTIPROCESSOR_COUNT);
  }

  private int activeBlocks(int threads, int dynamicSharedBytes) {
    return intOf(
        "cuOccupancyMaxActiveBlocksPerMultiprocessor",
        out ->
            DriverApi.activeBlocks(session(), context(), handle, threads, dynamicSharedBytes, out));
  }

  @Override
  public int suggestedBlockSize(int dynamicSharedBytes) {
    module.use();
    try {
      long sizes =
          module
              .session()
              .longOf(
                  "cuOccupancyMaxPotentialBlockSize",
                  device().ordinal(),
                  out ->
                      DriverApi.bestBlockSize(
                          session(), context(), handle, dynamicSharedBytes, out));
      return (int) (sizes >>> Integer.SIZE);
    } finally {
      module.unpin();
    }
  }

  private int intOf(String call, CudaSession.Call nativeCall) {
    module.use();
    try {
      return module.session().intOf(call, device().ordinal(), nativeCall);
    } finally {
      module.unpin();
    }
  }

  CudaModule module() {
    return module;
  }

  /** What it does with textures; null if that is not known. */
  ImageSource.Reader reader() {
    KernelNeeds.ImageUse use = module.images();
    return use == null
        ? null
        : new ImageSource.Reader(
            name, use.samplesLines().contains(name), use.gathers().contains(name));
  }

  /** The handle, for a call of the driver API while the module is open. */
  long handle() {
    return handle;
  }

  @Override
  public NativeHandle holder() {
    return module;
  }

  /** As the driver tells, -1 where it does not. */
  @Override
  public int parameterBytes() {
    return parameterBytes;
  }

  private CudaDevice device() {
    return module.owner();
  }

  private long session() {
    return module.session().handle();
  }

  private long context() {
    return module.context();
  }
}
