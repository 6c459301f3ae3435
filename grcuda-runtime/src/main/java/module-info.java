/** The inner layer: devices, streams, memory, completion. Knows no language. */
module org.grcuda.runtime {
  requires transitive org.grcuda.driver;

  exports org.grcuda.runtime;
}
