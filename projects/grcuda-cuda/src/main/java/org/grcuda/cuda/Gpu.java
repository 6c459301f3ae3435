package org.grcuda.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.CodeTarget;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DeviceAttribute;

/**
 * A GPU of the machine (CUdevice), with its primary context.
 *
 * @param number its CUdevice, which is its ordinal
 * @param context its primary context, retained
 * @param name such as {@code "NVIDIA H200"}
 * @param memory bytes of memory
 * @param available bytes of them that were free when the context had been retained
 * @param attributes those that the driver knows
 */
record Gpu(
    int number,
    long context,
    String name,
    long memory,
    long available,
    Map<DeviceAttribute, Integer> attributes) {

  private static final int NAME_BYTES = 256;
  private static final int SCHED_BLOCKING_SYNC = 4;

  /** Asks the driver, and retains the context. */
  static Gpu open(CudaSession session, int ordinal) {
    int number =
        session.intOf(
            "cuDeviceGet", ordinal, out -> DriverApi.device(session.handle(), ordinal, out));
    String name = name(session, number);
    long memory =
        session.longOf(
            "cuDeviceTotalMem",
            number,
            out -> DriverApi.deviceTotalMemory(session.handle(), number, out));
    Map<DeviceAttribute, Integer> attributes = attributes(session, number);
    letWaitsSleep(session, number);
    long context =
        session.longOf(
            "cuDevicePrimaryCtxRetain",
            number,
            out -> DriverApi.retainContext(session.handle(), number, out));
    try {
      return new Gpu(
          number, context, name, memory, available(session, number, context), attributes);
    } catch (RuntimeException e) {
      int status = DriverApi.releaseContext(session.handle(), number);
      if (status != 0) {
        e.addSuppressed(session.failure(status, "cuDevicePrimaryCtxRelease", number, null));
      }
      throw e;
    }
  }

  /** Threads that wait for the GPU sleep. Older drivers do not change a context that is in use. */
  private static void letWaitsSleep(CudaSession session, int number) {
    int status = DriverApi.setContextFlags(session.handle(), number, SCHED_BLOCKING_SYNC);
    if (status != CudaResult.CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE.code()) {
      session.check(status, "cuDevicePrimaryCtxSetFlags", number);
    }
  }

  private static long available(CudaSession session, int number, long context) {
    return session
        .longsOf(
            "cuMemGetInfo", number, 2, out -> DriverApi.memoryInfo(session.handle(), context, out))[
        0];
  }

  /** Its name. */
  static String name(CudaSession session, int number) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocate(NAME_BYTES);
      session.check(
          DriverApi.deviceName(session.handle(), number, name.address(), NAME_BYTES),
          "cuDeviceGetName",
          number);
      return name.getString(0);
    }
  }

  private static Map<DeviceAttribute, Integer> attributes(CudaSession session, int number) {
    Map<DeviceAttribute, Integer> known = new EnumMap<>(DeviceAttribute.class);
    for (DeviceAttribute attribute : DeviceAttribute.values()) {
      int[] status = new int[1];
      int value =
          session.intOf(
              "cuDeviceGetAttribute",
              number,
              out -> {
                status[0] =
                    DriverApi.deviceAttribute(session.handle(), number, attribute.code(), out);
                // An older driver does not know newer attributes.
                return status[0] == CudaResult.CUDA_ERROR_INVALID_VALUE.code() ? 0 : status[0];
              });
      if (status[0] == 0) {
        known.put(attribute, value);
      }
    }
    return known;
  }

  /** An attribute; 0 where the driver does not know it. */
  int attribute(DeviceAttribute attribute) {
    return attributes.getOrDefault(attribute, 0);
  }

  /** Compute capability as NVRTC's architectures count: 90 for 9.0. */
  int capability() {
    return 10 * attribute(DeviceAttribute.COMPUTE_CAPABILITY_MAJOR)
        + attribute(DeviceAttribute.COMPUTE_CAPABILITY_MINOR);
  }

  /**
   * The code that the GPU executes: machine code of its own architecture.
   *
   * @param driverVersion as cuDriverGetVersion gives it
   */
  CodeTarget codeTarget(int driverVersion) {
    return new CodeTarget("sm_" + capability(), driverVersion);
  }
}
