package org.grcuda.graph.guest;

import java.util.List;
import org.grcuda.spi.Call;
import org.grcuda.spi.ObjectType;
import org.grcuda.worklist.Worklist;

/** Worklists as programs hold them. */
final class WorklistType {

  static final ObjectType<Worklist> TYPE =
      new ObjectType<>("Worklist", Worklist.class)
          .property("statistics", list -> Results.record(list.statistics()))
          .method("push", List.of("vertex", "value"), WorklistType::push)
          .method("pushAll", List.of("value"), WorklistType::pushAll)
          .method("run", List.of(), WorklistType::run)
          .method("reset", List.of(), WorklistType::reset)
          .method("gather", List.of("name"), (list, call) -> list.gather(call.text("name")));

  private WorklistType() {}

  private static Object push(Worklist list, Call call) {
    list.push((int) call.integer("vertex", 0, Integer.MAX_VALUE), call.number("value"));
    return null;
  }

  private static Object pushAll(Worklist list, Call call) {
    list.pushAll(call.number("value"));
    return null;
  }

  private static Object run(Worklist list, Call call) {
    list.run();
    return null;
  }

  private static Object reset(Worklist list, Call call) {
    list.reset();
    return null;
  }
}
