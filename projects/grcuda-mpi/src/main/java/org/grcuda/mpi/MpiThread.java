package org.grcuda.mpi;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.grcuda.transport.TransportException;

/**
 * The thread that starts and ends MPI: MPI wants one thread for both. Between them it does nothing,
 * and other threads call MPI.
 */
final class MpiThread {

  private final CompletableFuture<MpiCalls> started = new CompletableFuture<>();
  private final CompletableFuture<Void> ending = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  private MpiThread() {}

  /** Starts MPI, and returns when it is started. */
  static MpiThread start(Shim shim) {
    MpiThread mpi = new MpiThread();
    Thread.ofPlatform().daemon().name("grcuda-mpi").start(() -> mpi.run(shim));
    try {
      mpi.started.join();
      return mpi;
    } catch (CompletionException e) {
      throw new TransportException(e.getCause().getMessage(), e.getCause());
    }
  }

  private void run(Shim shim) {
    try {
      MpiCalls calls = MpiCalls.start(shim.loader(), shim.calls());
      started.complete(calls);
      ending.join();
      calls.close();
      ended.complete(null);
    } catch (RuntimeException | Error e) {
      started.completeExceptionally(e);
      ended.completeExceptionally(e);
    }
  }

  MpiCalls calls() {
    return started.join();
  }

  /** Ends MPI, and returns when it is ended. */
  void end() {
    ending.complete(null);
    ended.join();
  }
}
