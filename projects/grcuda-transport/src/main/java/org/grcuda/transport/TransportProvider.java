package org.grcuda.transport;

import java.util.Map;

/** A kind of transport between processes, found by {@link java.util.ServiceLoader}. */
public interface TransportProvider {

  /** Its name in messages: {@code "MPI"}. */
  String name();

  /**
   * Whether this process was started as one of several of this kind.
   *
   * @param environment the environment variables of the process
   */
  boolean isLaunched(Map<String, String> environment);

  /**
   * Connects this process. At most once in a process.
   *
   * @throws TransportException saying what is missing and what to do
   */
  Transport open(Map<String, String> environment);
}
