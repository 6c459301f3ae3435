package org.grcuda.bench.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Pictures of the order of tasks. */
final class OrderMapTest {

  @Test
  void aSquareStandsWhereATaskIs() {
    int[][] step = {{0, -1}, {1000, 999}};
    String svg = new OrderMap("Order", List.<int[][]>of(step)).svg();
    assertTrue(svg.startsWith("<svg ") && svg.endsWith("</svg>\n"), svg);
    assertTrue(svg.contains("x=\"24\" y=\"48\" width=\"6\" height=\"6\" fill=\"hsl(0,"), svg);
    assertTrue(svg.contains("x=\"24\" y=\"54\" width=\"6\" height=\"6\" fill=\"hsl(120,"), svg);
    assertTrue(svg.contains("x=\"30\" y=\"54\" width=\"6\" height=\"6\" fill=\"hsl(0,"), svg);
    assertEquals(3, svg.split("hsl", -1).length - 1);
  }
}
