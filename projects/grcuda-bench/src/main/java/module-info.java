/** Benchmarks that print both sides of a comparison from one run. */
module org.grcuda.bench {
  requires com.google.gson;
  requires com.sun.jna;
  requires java.management;
  requires jdk.management;
  requires transitive org.graalvm.polyglot;
  requires org.graalvm.truffle;
  requires transitive org.grcuda.core;
  requires org.grcuda.runtime;

  exports org.grcuda.bench;
  exports org.grcuda.bench.cpu;
  exports org.grcuda.bench.crossing;
  exports org.grcuda.bench.reproduce;
  exports org.grcuda.bench.scheduling;
  exports org.grcuda.bench.suite;
  exports org.grcuda.bench.suite.matrix;
  exports org.grcuda.bench.waiting;

  opens org.grcuda.bench.crossing to
      com.sun.jna;
  opens org.grcuda.bench.suite to
      com.google.gson;
  opens org.grcuda.bench.suite.matrix to
      com.google.gson;

  uses org.grcuda.driver.DriverProvider;
}
