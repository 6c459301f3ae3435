/** The {@code grcuda} command: runs scripts, evaluates expressions, lists devices. */
module org.grcuda.cli {
  requires com.google.gson;
  requires java.compiler;
  requires org.graalvm.polyglot;
  requires org.grcuda;
  requires org.grcuda.bench;
  requires org.grcuda.core;
  requires org.grcuda.runtime;
  requires org.jline.reader;
}
