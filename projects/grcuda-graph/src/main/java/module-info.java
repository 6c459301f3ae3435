/** Graphs, and algorithms on them over all devices. */
module org.grcuda.graph {
  requires transitive org.grcuda.core;
  requires ch.randelshofer.fastdoubleparser;

  exports org.grcuda.graph;
  exports org.grcuda.graph.file;
}
