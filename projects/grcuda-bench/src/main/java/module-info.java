/** Benchmarks that print both sides of a comparison from one run. */
module org.grcuda.bench {
  requires org.graalvm.polyglot;
  requires org.graalvm.truffle;
  requires org.grcuda.core;

  exports org.grcuda.bench;
}
