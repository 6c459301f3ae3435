/** The inner layer: devices, streams, memory, completion. Knows no language. */
module org.grcuda.runtime {
  requires transitive org.grcuda.driver;
  requires com.google.gson;

  exports org.grcuda.runtime;
  exports org.grcuda.runtime.completion;
  exports org.grcuda.runtime.computation;
  exports org.grcuda.runtime.history;
  exports org.grcuda.runtime.memory;
  exports org.grcuda.runtime.observation;
  exports org.grcuda.runtime.policy;
  exports org.grcuda.runtime.pull;
  exports org.grcuda.runtime.route;
  exports org.grcuda.runtime.schedule;
  exports org.grcuda.runtime.schedule.export;
  exports org.grcuda.runtime.stream;
  exports org.grcuda.runtime.sync;
}
