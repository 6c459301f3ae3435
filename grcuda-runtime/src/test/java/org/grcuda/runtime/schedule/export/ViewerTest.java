package org.grcuda.runtime.schedule.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.grcuda.runtime.schedule.Schedule;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page in a real browser. Skipped where there is none, unless the environment variable
 * GRCUDA_REQUIRE_BROWSER is 1.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ViewerTest {

  private static final int MANY = 10_000;

  private Path folder;

  private Browser browser;

  @BeforeAll
  void start(@TempDir Path given) throws IOException, InterruptedException {
    folder = given;
    Path chromium = Browser.find();
    boolean required = "1".equals(System.getenv("GRCUDA_REQUIRE_BROWSER"));
    assumeTrue(chromium != null || required, "no Chromium on this machine");
    assertTrue(chromium != null, "GRCUDA_REQUIRE_BROWSER=1, and no Chromium on this machine");
    browser = Browser.start(chromium, folder);
  }

  @AfterAll
  void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  @AfterEach
  void nothingWentWrongInThePage() {
    assertEquals(List.of(), browser.problems());
  }

  private Path open(Schedule schedule) throws IOException, InterruptedException {
    Path page = folder.resolve("page.html");
    try (Writer writer = Files.newBufferedWriter(page)) {
      new HtmlExporter().write(schedule, writer);
    }
    browser.open(page);
    return page;
  }

  /** A point on the window, of a computation in one of the two drawings. */
  private double[] point(String canvas, int computation) {
    String inside =
        canvas.equals("timeline")
            ? "[viewer.timeline.x((m.start[i] + m.end[i]) / 2),"
                + " viewer.timeline.places[m.timelineRowOf[i]].y + 6]"
            : "[viewer.graph.x(i) + 4 * viewer.graph.scale,"
                + " viewer.graph.y(m.layerOf[i]) + 4 * viewer.graph.scale]";
    String box = "document.getElementById('" + canvas + "').getBoundingClientRect()";
    String script =
        "(() => { const m = viewer.model, i = %d, b = %s, p = %s; return [b.left + p[0], b.top +"
            + " p[1]]; })()";
    var found = browser.evaluate(script.formatted(computation, box, inside)).getAsJsonArray();
    return new double[] {found.get(0).getAsDouble(), found.get(1).getAsDouble()};
  }

  private String content(String id) {
    return browser.text("document.getElementById('" + id + "').textContent");
  }

  @Test
  void opensByItself() throws Exception {
    Path page = open(Machine.image(4, 2, true));
    assertEquals(List.of(page.toUri().toString()), noData(browser.requests()));
    assertEquals("image.py", content("title"));
    assertEquals("48 computations, 72 dependencies", content("graph-note"));
    assertEquals(48, browser.number("viewer.timeline.drawn.computations"));
    assertEquals(48, browser.number("viewer.graph.drawn.boxes"));
    assertEquals(72, browser.number("viewer.graph.drawn.edges"));
    assertTrue(browser.isTrue("document.getElementById('notice').hidden"));
    assertTrue(content("details").contains("gaussian_blur12"), content("details"));
  }

  /** The icon is data in the page itself. */
  private static List<String> noData(List<String> requests) {
    return requests.stream().filter(request -> !request.startsWith("data:")).toList();
  }

  @Test
  void somethingIsPainted() throws Exception {
    open(Machine.image(4, 2, true));
    for (String canvas : new String[] {"timeline", "graph", "minimap"}) {
      double colours =
          browser.number(
              "(() => { const c = document.getElementById('%s'); const d = c.getContext('2d')"
                      .formatted(canvas)
                  + ".getImageData(0, 0, c.width, c.height).data; const s = new Set();"
                  + " for (let i = 0; i < d.length; i += 4)"
                  + " s.add(d[i] * 65536 + d[i + 1] * 256 + d[i + 2]); return s.size; })()");
      assertTrue(colours > 4, canvas + " has " + colours + " colours");
    }
  }

  @Test
  void itSaysWhatDidNotFitAndWhyADeviceTookWhat() throws Exception {
    open(Machine.pulled());
    assertTrue(content("details").contains("reload"), content("details"));
    assertEquals(1, browser.number("viewer.model.longestPlan"));
    String facts = "viewer.model.facts(%d).map((fact) => fact.join(': ')).join('; ')";
    String kernel = browser.text(facts.formatted(0));
    assertTrue(kernel.contains("Taken as: what is loaded sets it free (tile)"), kernel);
    String reload = browser.text(facts.formatted(1));
    assertTrue(reload.contains("1.05 MB again after an eviction"), reload);
    String strip = "viewer.timeline.headers[0] + 22 - 3 - 12";
    String mark =
        "(() => { const t = viewer.timeline, c = document.getElementById('timeline'), r ="
            + " c.width / t.surface.width; const d = c.getContext('2d').getImageData("
            + "Math.round(t.x(10000)) * r, (%s) * r, 1, 1).data; return d[0] - d[1]; })()";
    assertTrue(browser.number(mark.formatted(strip)) > 60, "the mark of the eviction is red");
  }

  @Test
  void theWheelZoomsAtThePointer() throws Exception {
    open(Machine.image(4, 2, true));
    double[] at = point("timeline", 5);
    String time =
        "viewer.timeline.time(%s - document.getElementById('timeline')".formatted(at[0])
            + ".getBoundingClientRect().left)";
    double span = browser.number("viewer.timeline.to - viewer.timeline.from");
    double before = browser.number(time);
    browser.wheel(at[0], at[1], -400);
    double zoomed = browser.number("viewer.timeline.to - viewer.timeline.from");
    assertTrue(zoomed < 0.7 * span, span + " became " + zoomed);
    assertEquals(before, browser.number(time), span / 1000);
    double from = browser.number("viewer.timeline.from");
    browser.drag(at[0], at[1], 60, 0);
    assertTrue(browser.number("viewer.timeline.from") < from);
    browser.key("f");
    assertEquals(span, browser.number("viewer.timeline.to - viewer.timeline.from"), span / 1000);
    double scale = browser.number("viewer.graph.scale");
    double[] box = point("graph", 5);
    browser.wheel(box[0], box[1], -400);
    assertTrue(browser.number("viewer.graph.scale") > scale * 1.3);
  }

  @Test
  void hoveringShowsWhatItIs() throws Exception {
    open(Machine.image(4, 2, true));
    for (String canvas : new String[] {"timeline", "graph"}) {
      double[] at = point(canvas, 8);
      browser.move(at[0], at[1]);
      browser.frame();
      assertFalse(browser.isTrue("document.getElementById('tip').hidden"), canvas);
      String tip = content("tip");
      for (String part :
          new String[] {
            "extend #9", "64 × 256", "60 µs", "inout mask_large_0", "Waited", "maximum #7"
          }) {
        assertTrue(tip.contains(part), canvas + ": " + tip);
      }
      browser.move(1, 1);
      browser.frame();
      assertTrue(browser.isTrue("document.getElementById('tip').hidden"), canvas);
    }
  }

  @Test
  void selectingInOneDrawingEmphasisesInBoth() throws Exception {
    open(Machine.image(4, 2, true));
    for (String canvas : new String[] {"timeline", "graph"}) {
      double[] at = point(canvas, 5);
      browser.click(at[0], at[1]);
      assertEquals(5, browser.number("viewer.focus.selected"), canvas);
      assertTrue(content("details").startsWith("sobel #6"), content("details"));
      assertTrue(content("details").contains("gaussian_blur #3"), content("details"));
      assertEquals(2, browser.number("viewer.focus.related.ancestors"));
      assertEquals(5, browser.number("viewer.focus.related.descendants"));
      String bright = "viewer.%s.layers().bright.rows.flat().length".formatted(canvas);
      assertEquals(8, browser.number(bright), canvas);
      assertTrue(content("announcement").startsWith("sobel 6. Kind: launch"));
      browser.key("Escape");
      assertEquals(-1, browser.number("viewer.focus.selected"), canvas);
    }
  }

  @Test
  void keysWalkAlongStreamsAndDependencies() throws Exception {
    open(Machine.image(4, 2, true));
    double[] at = point("timeline", 1);
    browser.click(at[0], at[1]);
    browser.key("d");
    assertEquals("sobel", browser.text("viewer.model.name(viewer.focus.selected)"));
    browser.key("u");
    assertEquals(1, browser.number("viewer.focus.selected"));
    browser.key("n");
    assertTrue(
        browser.isTrue(
            "viewer.model.timelineRowOf[viewer.focus.selected] === viewer.model.timelineRowOf[1]"));
    assertNotEquals(1, browser.number("viewer.focus.selected"));
    browser.key("Enter");
    assertTrue(browser.number("viewer.graph.scale") >= 0.8);
  }

  @Test
  void searchFindsNamesAndArguments() throws Exception {
    open(Machine.image(4, 2, true));
    browser.key("/");
    assertEquals("search", browser.text("document.activeElement.id"));
    for (char letter : "mask_large_2".toCharArray()) {
      browser.key(String.valueOf(letter));
    }
    assertEquals("5", content("matches"));
    browser.key("Enter");
    assertTrue(browser.isTrue("viewer.focus.matching[viewer.focus.selected] === 1"));
  }

  @Test
  void kindsAreHiddenAndTheCriticalPathEmphasised() throws Exception {
    open(Machine.image(4, 2, true));
    browser.evaluate("document.querySelector('[data-kind=transfer]').click()");
    browser.frame();
    assertEquals(44, browser.number("viewer.timeline.drawn.computations"));
    browser.evaluate("document.querySelector('[data-kind=transfer]').click()");
    browser.key("c");
    assertEquals("true", browser.text("document.getElementById('critical').ariaPressed"));
    assertEquals(7, browser.number("viewer.timeline.layers().bright.rows.flat().length"));
  }

  @Test
  void lightAndDark() throws Exception {
    open(Machine.image(1, 1, true));
    String theme = "document.documentElement.dataset.theme";
    String before = browser.text(theme);
    String paper = "getComputedStyle(document.querySelector('.timeline')).backgroundColor";
    String ground = browser.text(paper);
    browser.key("t");
    assertNotEquals(before, browser.text(theme));
    assertNotEquals(ground, browser.text(paper));
  }

  /** What is drawn is bounded by the pixels; that it is all there is counted. */
  @Test
  void tenThousandComputationsAreDrawnAsRuns() throws Exception {
    open(Machine.random(MANY, 8));
    double count = browser.number("viewer.model.count");
    assertTrue(count >= MANY);
    assertEquals(count, browser.number("viewer.timeline.drawn.computations"));
    assertEquals(count, browser.number("viewer.graph.drawn.computations"));
    assertBounded();
    browser.key("n");
    browser.key("c");
    assertBounded();
    for (int turn = 0; turn < 12; turn++) {
      double[] near = point("timeline", MANY / 2);
      browser.wheel(near[0], near[1], -400);
    }
    assertBounded();
    double few = browser.number("viewer.timeline.drawn.computations");
    assertTrue(few > 0 && few < MANY / 50.0, few + " drawn when zoomed");
    double[] at = point("timeline", MANY / 2);
    browser.click(at[0], at[1]);
    assertEquals(MANY / 2, browser.number("viewer.focus.selected"));
  }

  /** Two transfers are less than a pixel, and the launch after them has a bar of its own. */
  @Test
  void whatIsLongIsNoPartOfARun() throws Exception {
    open(Machine.shortBeforeLong());
    assertEquals(2, browser.number("viewer.timeline.drawn.items"));
    assertEquals(3, browser.number("viewer.timeline.drawn.computations"));
    double[] at = point("timeline", 2);
    String pixel =
        "Array.from(document.getElementById('timeline').getContext('2d').getImageData(%s"
            + " - document.getElementById('timeline').getBoundingClientRect().left, %s"
            + " - document.getElementById('timeline').getBoundingClientRect().top, 1, 1).data)"
            + ".slice(0, 3).map(part => part.toString(16).padStart(2, '0')).join('')";
    assertEquals(
        browser.text("viewer.theme.fill(2)"), "#" + browser.text(pixel.formatted(at[0], at[1])));
  }

  /** A chain is the longest DAG, and everything one row: the longest row. */
  @Test
  void longChainsToo() throws Exception {
    open(Machine.chain(MANY));
    assertEquals(MANY, browser.number("viewer.timeline.drawn.computations"));
    assertEquals(MANY, browser.number("viewer.graph.drawn.computations"));
    assertBounded();
  }

  private void assertBounded() {
    double pixels = browser.number("viewer.timeline.plotWidth * viewer.timeline.places.length");
    double items = browser.number("viewer.timeline.drawn.items");
    assertTrue(items <= 2 * pixels, items + " bars on " + pixels + " pixels");
    double edges = browser.number("viewer.graph.drawn.edges");
    assertTrue(edges <= browser.number("2 * Graph.MOST_EDGES"), edges + " edges");
  }

  @Test
  void hostileNamesAreText() throws Exception {
    String name = "</script><script>hacked=1</script><img src=x onerror=hacked=1>\"'`${1}\u2028";
    open(Machine.named(name));
    assertEquals(name, content("title"));
    assertEquals("undefined", browser.text("typeof hacked"));
    assertEquals(0, browser.number("document.images.length"));
    double[] at = point("timeline", 0);
    browser.click(at[0], at[1]);
    assertTrue(content("details").contains(name), content("details"));
    assertEquals("undefined", browser.text("typeof hacked"));
  }

  @Test
  void withoutTimesTheOrderIsShownAndSaid() throws Exception {
    open(Machine.image(2, 1, false));
    assertFalse(browser.isTrue("document.getElementById('notice').hidden"));
    assertTrue(content("notice").contains("order of submission"), content("notice"));
    assertEquals(24, browser.number("viewer.timeline.drawn.computations"));
    assertFalse(content("details").contains("Total"));
  }

  @Test
  void nothingIsAPageToo() throws Exception {
    open(Machine.empty());
    assertEquals("0 computations, 0 dependencies", content("graph-note"));
    browser.key("n");
    browser.key("f");
    assertEquals(-1, browser.number("viewer.focus.selected"));
  }
}
