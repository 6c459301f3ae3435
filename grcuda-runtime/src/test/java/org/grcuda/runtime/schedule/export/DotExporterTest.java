package org.grcuda.runtime.schedule.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.grcuda.runtime.schedule.Schedule;
import org.junit.jupiter.api.Test;

class DotExporterTest {

  private static String export(Schedule schedule) throws IOException {
    StringBuilder text = new StringBuilder();
    new DotExporter().write(schedule, text);
    return text.toString();
  }

  @Test
  void nodesByDeviceAndStreamAndEdgesWithTheirArraysAndTransfers() throws IOException {
    assertEquals(
        """
        digraph computations {
          node [shape=box];
          subgraph cluster_device_0 {
            label="device 0";
            subgraph cluster_device_0_stream_0 {
              label="stream 0";
              v1 [label="source #1\\nout x"];
            }
            subgraph cluster_device_0_stream_1 {
              label="stream 1";
              v2 [label="left #2\\nin x, out y"];
            }
            subgraph cluster_device_0_stream_2 {
              label="stream 2";
              v6 [label="sink #6\\nin y, in z, out x"];
            }
            subgraph cluster_device_0_stream_3 {
              label="stream 3";
              v5 [label="move z #5\\ndevice 1 to device 0, 4,194,304 bytes", shape=ellipse];
            }
          }
          subgraph cluster_device_1 {
            label="device 1";
            subgraph cluster_device_1_stream_0 {
              label="stream 0";
              v4 [label="right #4\\nin x, out z"];
            }
            subgraph cluster_device_1_stream_3 {
              label="stream 3";
              v3 [label="move x #3\\ndevice 0 to device 1, 4,194,304 bytes", shape=ellipse];
            }
          }
          v1 -> v2 [label="x"];
          v1 -> v3 [label="x", style=dashed];
          v3 -> v4 [label="x", style=dashed];
          v4 -> v5 [label="z", style=dashed];
          v2 -> v6 [label="y"];
          v5 -> v6 [label="z", style=dashed];
        }
        """,
        export(Machine.diamond(true)));
  }

  @Test
  void namesAreQuotedAndFailuresAreRed() throws IOException {
    String text = export(Machine.named("a\"b\\c"));
    assertTrue(text.contains("v1 [label=\"a\\\"b\\\\c #1\\nin a\\\"b\\\\c\", color=red];"), text);
  }

  @Test
  void anEmptyScheduleIsAnEmptyGraph() throws IOException {
    assertEquals("digraph computations {\n  node [shape=box];\n}\n", export(Machine.empty()));
  }
}
