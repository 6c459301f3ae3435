/** Graphs, and algorithms on them over all devices. */
module org.grcuda.graph {
  requires transitive org.grcuda.core;
  requires ch.randelshofer.fastdoubleparser;

  exports org.grcuda.graph;
  exports org.grcuda.graph.algorithm;
  exports org.grcuda.graph.file;
  exports org.grcuda.graph.generate;
  exports org.grcuda.graph.partition;
  exports org.grcuda.graph.reference;
  exports org.grcuda.worklist;

  provides org.grcuda.spi.NamespaceProvider with
      org.grcuda.graph.guest.GraphNamespace;
}
