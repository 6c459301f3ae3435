package org.grcuda.core.engine;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.runtime.memory.Traffic;
import org.grcuda.types.GrCudaException;

/** The devices of a session: which one is current, and which may access each other. */
public final class Devices {

  private record Peers(int device, int peer) {}

  private final Computations session;
  private final Set<Peers> enabled = ConcurrentHashMap.newKeySet();

  Devices(Computations session) {
    this.session = session;
  }

  /** Number of devices, at least 1. */
  public int count() {
    return session.deviceCount();
  }

  /** Device {@code ordinal}, which exists. */
  public Device get(int ordinal) {
    session.checkOpen();
    return session.driver().device(ordinal);
  }

  /** Free bytes of device {@code ordinal}: neither arrays nor memory of a program take them up. */
  public long freeMemory(int ordinal) {
    return WhileOpen.call(session, () -> session.runtime().memory().freeBytes(ordinal));
  }

  /** What replicated memory has moved to and from device {@code ordinal}. */
  public Traffic traffic(int ordinal) {
    return WhileOpen.call(session, () -> session.runtime().memory().traffic(ordinal));
  }

  /**
   * The device that the calling thread made current, 0 at first (cudaGetDevice). New streams and
   * the memory of cudaMalloc belong to it, and computations run on it under the policy {@code
   * single-gpu}.
   */
  public int current() {
    session.checkOpen();
    return session.runtime().devices().current();
  }

  /** Makes a device current for the calling thread, in this session (cudaSetDevice). */
  public void makeCurrent(int ordinal) {
    session.checkOpen();
    requireDevice("cudaSetDevice", "argument 1 'device'", ordinal);
    session.runtime().devices().setCurrent(ordinal);
  }

  /**
   * Refuses the ordinal of a device that is not there.
   *
   * @throws GrCudaException naming the ordinals that are
   */
  public void requireDevice(String function, String argument, long ordinal) {
    requirePlace(function, argument, ordinal, 0);
  }

  /** As {@link #requireDevice}, with {@code least} instead of 0: -1 stands for the host. */
  public void requirePlace(String function, String argument, long ordinal, int least) {
    if (ordinal < least || ordinal >= count()) {
      throw CudaErrors.of(
          GrCudaException.Kind.VALUE,
          CudaResult.CUDA_ERROR_INVALID_DEVICE,
          function,
          function
              + ", "
              + argument
              + ": expected "
              + least
              + " to "
              + (count() - 1)
              + ", given "
              + ordinal);
    }
  }

  /** Whether device {@code device} can access the memory of device {@code peer} directly. */
  public boolean canAccessPeer(int device, int peer) {
    session.checkOpen();
    return session.driver().canAccessPeer(device, peer);
  }

  /**
   * Notes that the current device accesses the memory of {@code peer} directly
   * (cudaDeviceEnablePeerAccess). Memory is managed, so nothing else changes: the driver moves it,
   * or lets devices access it, as is best.
   *
   * @throws GrCudaException if the device cannot access the peer, or access is enabled already
   */
  public void enablePeer(int peer) {
    String function = "cudaDeviceEnablePeerAccess";
    int device = requirePeer(function, peer);
    if (!canAccessPeer(device, peer)) {
      throw refused(
          CudaResult.CUDA_ERROR_PEER_ACCESS_UNSUPPORTED,
          function,
          "device " + device + " cannot access device " + peer);
    }
    if (!enabled.add(new Peers(device, peer))) {
      throw refused(
          CudaResult.CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED,
          function,
          "device " + device + " accesses device " + peer + " already");
    }
  }

  /** Takes {@link #enablePeer} back (cudaDeviceDisablePeerAccess). */
  public void disablePeer(int peer) {
    String function = "cudaDeviceDisablePeerAccess";
    int device = requirePeer(function, peer);
    if (!enabled.remove(new Peers(device, peer))) {
      throw refused(
          CudaResult.CUDA_ERROR_PEER_ACCESS_NOT_ENABLED,
          function,
          "device " + device + " does not access device " + peer);
    }
  }

  void forgetPeers() {
    enabled.clear();
  }

  private int requirePeer(String function, int peer) {
    requireDevice(function, "argument 1 'peer'", peer);
    int device = current();
    if (peer == device) {
      throw refused(
          CudaResult.CUDA_ERROR_INVALID_DEVICE,
          function,
          "device " + peer + " is the current device; expected another");
    }
    return device;
  }

  private static GrCudaException refused(CudaResult result, String function, String problem) {
    return CudaErrors.of(GrCudaException.Kind.VALUE, result, function, function + ": " + problem);
  }
}
