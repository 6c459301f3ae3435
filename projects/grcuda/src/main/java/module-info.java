/**
 * What a program requires: the Java API, the language with every backend, and contexts in which
 * Python and JavaScript import {@code grcuda}.
 */
@SuppressWarnings("module") // The command is built after this module.
module org.grcuda {
  requires transitive org.graalvm.polyglot;
  requires transitive org.grcuda.core;
  requires org.grcuda.cpu;
  requires org.grcuda.cuda;
  requires transitive org.grcuda.graph;
  requires org.grcuda.mpi;
  requires org.grcuda.sim;
  requires transitive org.grcuda.world;

  exports org.grcuda.polyglot;
  exports org.grcuda.polyglot.files to
      org.grcuda.cli;
}
