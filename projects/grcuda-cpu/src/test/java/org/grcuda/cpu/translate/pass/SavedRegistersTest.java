package org.grcuda.cpu.translate.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Point;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxParser;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.Liveness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class SavedRegistersTest {

  private static SavedRegisters run(String body, int segments) {
    String text =
        """
        .version 8.3
        .target sm_80
        .address_size 64
        .visible .entry k() {
          .reg .b32 %r<4>;
          .reg .b64 %a;
          ld.global.u64 %a, [0];
          ld.global.u32 %r1, [%a];
          BODY
          st.global.u32 [%a], %r1;
          ret;
        }
        """;
    PtxFunction function = PtxParser.parse(text.replace("BODY", body)).entries().getFirst();
    ControlFlowGraph graph = ControlFlowGraph.of(function);
    Segmentation segmentation = Segmentation.run(function, segments);
    SuspensionPoints points = SuspensionPoints.run(function, graph, segmentation);
    return SavedRegisters.run(graph, Liveness.of(graph), points);
  }

  private static List<String> names(SavedRegisters saved, Point point) {
    return saved.saved(point).stream().map(Register::name).toList();
  }

  /** In one block: what is live changes from point to point. */
  @Test
  void eachPointSavesWhatIsLiveThere() {
    SavedRegisters saved =
        run(
            """
            bar.sync 0;
            ld.global.u32 %r2, [%a];
            bar.sync 0;
            add.u32 %r1, %r1, %r2;
            ld.global.u32 %r3, [%a];
            add.u32 %r1, %r1, %r3;
            bar.sync 0;
            """,
            1);
    assertEquals(
        List.of(List.of("%r1", "%a"), List.of("%r1", "%r2", "%a"), List.of("%r1", "%a")),
        saved.points().stream().map(p -> names(saved, p)).toList());
    assertEquals(List.of(1, 2, 3), saved.points().stream().map(Point::state).toList());
    assertEquals(3, saved.most());
  }

  /** Once it needed as many steps as there are pairs of labels. */
  @Test
  @Timeout(60)
  void aTableOfManyLabelsTakesBoundedTime() {
    int labels = 400_000;
    String names =
        IntStream.range(0, labels).mapToObj(i -> "L" + i).collect(Collectors.joining(","));
    String table = "T: .branchtargets " + names + "; brx.idx %r1, T; ";
    SavedRegisters saved = run(table + names.replace(',', ':') + ":", 200);
    assertTrue(saved.points().size() > labels * 9 / 10, () -> saved.points().size() + " points");
    for (Point point : List.of(saved.points().getFirst(), saved.points().getLast())) {
      assertEquals(List.of("%r1", "%a"), names(saved, point));
    }
  }
}
