package org.grcuda.core.builtin;

import org.grcuda.core.guest.HistoryRows;

/** Functions that tell how computations were scheduled, and how long they took. */
final class ScheduleFunctions {

  private ScheduleFunctions() {}

  static void install(FunctionTable table) {
    table.action(
        "exportdag", 1, 1, call -> call.session().exports().exportDag(call.string(0, "path")));
    table.action(
        "exporttrace", 1, 1, call -> call.session().exports().exportTrace(call.string(0, "path")));
    table.function("nanotime", 0, 0, call -> call.session().driver().hostNanos());
    table.function("history", 0, 0, call -> HistoryRows.of(call.session().history()));
  }
}
