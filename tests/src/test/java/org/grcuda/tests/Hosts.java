package org.grcuda.tests;

import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.grcuda.polyglot.GrCudaContext;

/** Polyglot contexts for tests. All share one engine, so that each source is parsed once. */
public final class Hosts {

  private static final Engine ENGINE =
      Engine.newBuilder().option("engine.WarnInterpreterOnly", "false").build();

  private Hosts() {}

  /** A context with every permission; {@code options} are named without the prefix. */
  public static Context open(Map<String, String> options, OutputStream out) {
    Context.Builder builder =
        Context.newBuilder().engine(ENGINE).allowAllAccess(true).out(out).err(out);
    options.forEach((name, value) -> builder.option("grcuda." + name, value));
    return builder.build();
  }

  /** A context whose output nobody reads. */
  public static Context open(Map<String, String> options) {
    return open(options, OutputStream.nullOutputStream());
  }

  /** A context where JavaScript's {@code working()} counts down: so far the program has come. */
  public static Context open(Map<String, String> options, CountDownLatch working) {
    Context context = open(options);
    ProxyExecutable countDown =
        arguments -> {
          working.countDown();
          return null;
        };
    context.getBindings("js").putMember("working", countDown);
    return context;
  }

  /** A context whose programs can import {@code grcuda}. */
  public static Context withPackage(OutputStream out) {
    return GrCudaContext.newBuilder("python", "js").engine(ENGINE).out(out).err(out).build();
  }
}
