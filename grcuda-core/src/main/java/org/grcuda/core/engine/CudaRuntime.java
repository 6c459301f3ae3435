package org.grcuda.core.engine;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The functions of the CUDA runtime API for one session, over the scheduler: the work that they put
 * on devices is a computation like any other.
 */
public final class CudaRuntime implements AutoCloseable {

  private final Computations session;
  private final Devices devices;
  private final CudaMemory memory;
  private final Set<UserStream> streams = ConcurrentHashMap.newKeySet();
  private final Set<UserEvent> events = ConcurrentHashMap.newKeySet();
  private final AtomicLong lastHandle = new AtomicLong();

  CudaRuntime(Computations session) {
    this.session = session;
    this.devices = new Devices(session);
    this.memory = new CudaMemory(session);
  }

  /** The devices. */
  public Devices devices() {
    return devices;
  }

  /** Memory by address. */
  public CudaMemory memory() {
    return memory;
  }

  /** A new stream of the current device (cudaStreamCreate). */
  public UserStream createStream() {
    return createStream(devices.current());
  }

  /** A new stream of {@code device}. */
  public UserStream createStream(int device) {
    UserStream created =
        UserStream.create(session, device, lastHandle.incrementAndGet(), streams::remove);
    streams.add(created);
    return created;
  }

  /** A new event, never recorded (cudaEventCreate). */
  public UserEvent createEvent() {
    session.checkOpen();
    var created = new UserEvent(session, lastHandle.incrementAndGet(), events::remove);
    events.add(created);
    return created;
  }

  /**
   * Waits for the session's work, frees its arrays and the memory of cudaMalloc, destroys its
   * streams and events, and forgets which peers may access each other (cudaDeviceReset). Kernels
   * stay, and so does every other session.
   *
   * @throws org.grcuda.types.GrCudaException the first failure that was not reported yet
   */
  public void reset() {
    session.checkOpen();
    session.drain();
    events.forEach(UserEvent::close);
    streams.forEach(UserStream::close);
    session.freeAll();
    devices.forgetPeers();
    session.synchronize();
  }

  /**
   * Releases the streams and events that the program did not destroy. Called after the runtime is
   * closed, before the driver is.
   */
  @Override
  public void close() {
    events.forEach(UserEvent::close);
  }
}
