package org.grcuda.core.dag;

import static org.grcuda.core.dag.DagRig.access;
import static org.grcuda.core.dag.DagRig.in;
import static org.grcuda.core.dag.DagRig.inout;
import static org.grcuda.core.dag.DagRig.out;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.ExecutionPolicy;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.schedule.export.DotExporter;
import org.grcuda.runtime.sync.Blocker;
import org.junit.jupiter.api.Test;

class DotExportTest {

  private static final String NODES_ON_ONE_STREAM =
      """
      digraph computations {
        node [shape=box];
        subgraph cluster_host {
          label="host";
          v4 [label="print #4\\nin z"];
        }
        subgraph cluster_device_0 {
          label="device 0";
          subgraph cluster_device_0_stream_0 {
            label="stream 0";
            v1 [label="square #1\\ninout x"];
            v3 [label="reduce #3\\nin x, in y, out z[0..4 bytes]"];
          }
      """;

  private static final String EDGES =
      """
        v1 -> v3 [label="x"];
        v2 -> v3 [label="y"];
        v3 -> v4 [label="z"];
        v3 -> v5 [label="x"];
      }
      """;

  /** The vector benchmark with a print and a fill after it; completes everything at the print. */
  private static String export(ExecutionPolicy execution) throws IOException {
    DagRig[] made = new DagRig[1];
    Blocker blocker =
        new Blocker() {
          @Override
          public <T> void block(Interruptible<T> wait, T subject) {
            made[0].driver.completeAll();
            Blocker.uninterruptible().block(wait, subject);
          }
        };
    try (DagRig rig =
        new DagRig(
            NullSettings.defaults(),
            options -> options.execution(execution).recording(true),
            DependencyPolicy.AUTO,
            blocker)) {
      made[0] = rig;
      rig.driver.hold();
      Allocation x = rig.allocate("x", 64);
      Allocation y = rig.allocate("y", 64);
      Allocation z = rig.allocate("z", 64);
      rig.launch("square", inout(x));
      rig.launch("square", inout(y));
      rig.launch("reduce", in(x), in(y), access(z, 0, 4, AccessMode.WRITE));
      rig.dag.call("print", addresses -> null, in(z));
      rig.dag.fill(x.whole(), 0, 4);
      rig.driver.completeAll();
      rig.dag.synchronize();
      return text(rig);
    }
  }

  private static String text(DagRig rig) throws IOException {
    StringBuilder text = new StringBuilder();
    new DotExporter().write(rig.runtime.schedule(Map.of()), text);
    return text.toString();
  }

  @Test
  void nodesByDeviceAndStreamAndEdgesWithTheirArrays() throws IOException {
    assertEquals(
        NODES_ON_ONE_STREAM
            + """
                subgraph cluster_device_0_stream_1 {
                  label="stream 1";
                  v2 [label="square #2\\ninout y"];
                  v5 [label="fill #5\\nout x"];
                }
              }
            """
            + EDGES,
        export(ExecutionPolicy.ASYNC));
  }

  @Test
  void synchronousExecutionHasTheSameDependencies() throws IOException {
    String text = export(ExecutionPolicy.SYNC);
    assertEquals(EDGES, text.substring(text.indexOf("  v1 -> ")));
  }

  @Test
  void whatTheHostOverwroteMakesNoEdge() throws IOException {
    try (DagRig rig =
        new DagRig(
            NullSettings.defaults(),
            options -> options.recording(true),
            DependencyPolicy.AUTO,
            DagRig.NEVER)) {
      rig.driver.hold();
      Allocation x = rig.allocate("quoted \"x\"", 64);
      rig.launch("a", out(x));
      rig.launch("b", in(x));
      rig.driver.completeAll();
      rig.dag.synchronize();
      rig.dag.hostWrite(x.whole());
      rig.launch("c", in(x));
      String text = text(rig);
      assertEquals(
          "  v1 -> v2 [label=\"quoted \\\"x\\\"\"];\n}\n", text.substring(text.indexOf("  v1 ->")));
    }
  }

  @Test
  void arraysOfOneNameAreToldApart() throws IOException {
    try (DagRig rig =
        new DagRig(
            NullSettings.defaults(),
            options -> options.recording(true),
            DependencyPolicy.AUTO,
            Blocker.uninterruptible())) {
      Allocation first = rig.allocate("int[4]", 16);
      Allocation second = rig.allocate("int[4]", 16);
      rig.launch("a", out(first), out(second));
      rig.launch("b", in(second));
      String text = text(rig);
      assertTrue(text.contains("a #1\\nout int[4], out int[4] #2"), text);
      assertTrue(text.contains("v1 -> v2 [label=\"int[4] #2\"]"), text);
    }
  }

  @Test
  void nothingIsRecordedUnlessAsked() {
    try (DagRig rig = DagRig.holding()) {
      assertThrows(IllegalStateException.class, () -> rig.runtime.schedule(Map.of()));
    }
  }
}
