package org.grcuda.tests.golden;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.grcuda.GrCuda;
import org.grcuda.HostView;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.task.Request;
import org.grcuda.task.Resource;

/** The golden program {@code ordering} in Java. */
final class OrderingPrograms {

  private OrderingPrograms() {}

  private static String line(Object... values) {
    return Arrays.stream(values).map(String::valueOf).collect(Collectors.joining(" "));
  }

  private static String elements(IntArray array) {
    return Arrays.stream(array.toArray())
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(" "));
  }

  private static void requests(Kernel add, IntArray x, IntArray y, PrintStream out) {
    Request request = x.request(HostView.READ | HostView.WRITE);
    Kernel.Configuration configured = add.grid(1).block(32);
    request.await();
    out.println(line(request.isReady(), request));
    x.set(0, 5);
    out.println(elements(x));
    request.release();
    configured.launch(x, 1, 6);
    out.println(elements(x));
    try (Request reader = x.request(HostView.READ)) {
      configured.using(List.of(x), List.of()).launch(y, 1, 6);
      out.println(elements(y));
      reader.await();
      out.println(elements(x));
    }
  }

  static void typed(GrCuda cuda, String source, PrintStream out) {
    Kernel add = cuda.buildKernel(source, "add", "pointer, sint32, sint32");
    IntArray x = cuda.intArray(6);
    IntArray y = cuda.intArray(6);
    x.fill(1);
    y.fill(2);
    Resource log = cuda.resource("log");
    Kernel logged = add.using(List.of(), List.of(log));
    logged.grid(1).block(32).launch(x, 1, 6);
    logged.using(List.of(y), List.of()).forall(6).launch(x, 10, 6);
    add.grid(1).block(32).using(List.of(log, x), List.of(y)).launch(y, 5, 6);
    add.grid(1).block(32).using(List.of(log), List.of()).launch(x, 100, 6);
    add.using(List.of(), List.of()).grid(1).block(32).launch(x, 1000, 6);
    out.println(elements(x));
    out.println(elements(y));
    out.println(line(log.name(), log, cuda.resource("resource").name()));
    out.println(line(logged.name(), logged.launchCount() == add.launchCount()));
    requests(add, x, y, out);
  }
}
