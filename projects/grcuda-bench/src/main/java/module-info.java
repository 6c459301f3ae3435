/** Benchmarks that print both sides of a comparison from one run. */
module org.grcuda.bench {
  requires com.google.gson;
  requires com.sun.jna;
  requires info.picocli;
  requires java.management;
  requires jdk.management;
  requires transitive org.graalvm.polyglot;
  requires org.graalvm.truffle;
  requires transitive org.grcuda.core;
  requires transitive org.grcuda.graph;
  requires org.grcuda.nvrtc;
  requires org.grcuda.runtime;
  requires org.grcuda.sim;
  requires transitive org.grcuda.world;

  exports org.grcuda.bench;
  exports org.grcuda.bench.cpu;
  exports org.grcuda.bench.crossing;
  exports org.grcuda.bench.devicewide;
  exports org.grcuda.bench.graph;
  exports org.grcuda.bench.messages;
  exports org.grcuda.bench.plot;
  exports org.grcuda.bench.reproduce;
  exports org.grcuda.bench.reproduce.groute;
  exports org.grcuda.bench.reproduce.prema;
  exports org.grcuda.bench.scheduling;
  exports org.grcuda.bench.suite;
  exports org.grcuda.bench.suite.matrix;
  exports org.grcuda.bench.suite.host;
  exports org.grcuda.bench.waiting;

  opens org.grcuda.bench to
      info.picocli;
  opens org.grcuda.bench.arguments to
      info.picocli;
  opens org.grcuda.bench.cpu to
      com.google.gson,
      info.picocli;
  opens org.grcuda.bench.crossing to
      com.sun.jna,
      info.picocli;
  opens org.grcuda.bench.devicewide to
      info.picocli;
  opens org.grcuda.bench.graph to
      info.picocli;
  opens org.grcuda.bench.messages to
      com.google.gson,
      info.picocli;
  opens org.grcuda.bench.reproduce to
      info.picocli;
  opens org.grcuda.bench.reproduce.groute to
      info.picocli;
  opens org.grcuda.bench.reproduce.prema to
      com.google.gson,
      info.picocli;
  opens org.grcuda.bench.scheduling to
      info.picocli;
  opens org.grcuda.bench.suite to
      com.google.gson,
      info.picocli;
  opens org.grcuda.bench.suite.matrix to
      com.google.gson,
      info.picocli;
  opens org.grcuda.bench.waiting to
      info.picocli;

  uses org.grcuda.driver.DriverProvider;
  uses org.grcuda.transport.TransportProvider;
}
