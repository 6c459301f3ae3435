/** What a program requires: the Java API, the language and every backend. */
module org.grcuda {
  requires transitive org.grcuda.core;
  requires org.grcuda.cpu;
  requires org.grcuda.cuda;
  requires org.grcuda.sim;
}
