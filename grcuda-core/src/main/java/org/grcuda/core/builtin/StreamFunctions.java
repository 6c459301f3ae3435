package org.grcuda.core.builtin;

import org.grcuda.core.engine.UserEvent;
import org.grcuda.core.engine.UserStream;
import org.grcuda.core.interop.EventObject;
import org.grcuda.core.interop.ResourceObject;
import org.grcuda.core.interop.StreamObject;
import org.grcuda.core.interop.Streams;
import org.grcuda.core.interop.TaskObject;
import org.grcuda.core.task.Token;

/**
 * What orders work besides data: streams and events of the program (CUDA Runtime API: stream and
 * event management), and resources; and work that kernels and functions can do alike.
 */
final class StreamFunctions {

  private StreamFunctions() {}

  static void install(FunctionTable table) {
    table
        .function("Resource", 0, 1, StreamFunctions::resource)
        .function("Task", 1, 1, call -> TaskObject.of(call.context(), call.value(0)))
        .function(
            "cudaStreamCreate",
            0,
            0,
            call -> new StreamObject(call.session().cuda().createStream()))
        .action("cudaStreamDestroy", 1, 1, StreamFunctions::destroyStream)
        .action("cudaStreamSynchronize", 1, 1, StreamFunctions::synchronizeStream)
        .action("cudaStreamWaitEvent", 2, 3, StreamFunctions::waitForEvent)
        .function(
            "cudaEventCreate", 0, 0, call -> new EventObject(call.session().cuda().createEvent()))
        .action("cudaEventDestroy", 1, 1, StreamFunctions::destroyEvent)
        .action("cudaEventRecord", 1, 2, StreamFunctions::record)
        .action("cudaEventSynchronize", 1, 1, call -> event(call, 0).synchronize())
        .function("cudaEventQuery", 1, 1, call -> event(call, 0).isComplete())
        .function("cudaEventElapsedTime", 2, 2, StreamFunctions::elapsed);
  }

  private static Object resource(Arguments call) {
    String name = call.count() == 0 ? "resource" : call.string(0, "name");
    return new ResourceObject(Token.of(call.session(), name));
  }

  private static UserEvent event(Arguments call, int index) {
    return event(call, index, "event");
  }

  private static UserEvent event(Arguments call, int index, String name) {
    UserEvent event = call.event(index, name);
    event.requireOf(call.session());
    return event;
  }

  private static UserStream stream(Arguments call) {
    UserStream stream = call.stream(0, "stream");
    stream.requireOf(call.session());
    return stream;
  }

  private static void destroyStream(Arguments call) {
    stream(call).close();
  }

  private static void synchronizeStream(Arguments call) {
    if (Streams.isDefault(call.value(0))) {
      call.session().synchronize();
    } else {
      stream(call).synchronize();
    }
  }

  private static void waitForEvent(Arguments call) {
    var stream = stream(call);
    var event = event(call, 1);
    if (call.isGiven(2)) {
      throw call.invalid(2, "flags", "expected 0, given " + call.integer(2, "flags"));
    }
    stream.waitFor(event);
  }

  private static void destroyEvent(Arguments call) {
    event(call, 0).close();
  }

  private static void record(Arguments call) {
    var event = event(call, 0);
    if (call.isGiven(1)) {
      event.record(call.stream(1, "stream"));
    } else {
      event.record();
    }
  }

  private static Object elapsed(Arguments call) {
    var start = event(call, 0, "start");
    var end = event(call, 1, "end");
    return (double) end.elapsedMillis(start);
  }
}
