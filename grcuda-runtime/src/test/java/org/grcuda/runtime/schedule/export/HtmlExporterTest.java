package org.grcuda.runtime.schedule.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.grcuda.runtime.schedule.Schedule;
import org.junit.jupiter.api.Test;

class HtmlExporterTest {

  private static final String HOSTILE =
      "</script><script>throw 1</script>\"'\\<!-- & \u2028\n\ud800 \u00e9\u6f22\ud83d\ude80 -->";

  private static String export(Schedule schedule) throws IOException {
    StringBuilder text = new StringBuilder();
    new HtmlExporter().write(schedule, text);
    return text.toString();
  }

  private static JsonObject data(String page) {
    Matcher matcher =
        Pattern.compile(
                "<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL)
            .matcher(page);
    assertTrue(matcher.find());
    return JsonParser.parseString(matcher.group(1)).getAsJsonObject();
  }

  @Test
  void holdsTheScheduleAndWhatIsDerived() throws IOException {
    JsonObject data = data(export(Machine.diamond(true)));
    assertEquals(6, data.getAsJsonObject("schedule").getAsJsonArray("computations").size());
    JsonObject view = data.getAsJsonObject("view");
    assertEquals(12, view.getAsJsonArray("times").size());
    assertEquals(5, view.getAsJsonArray("critical").size());
    assertEquals("diamond.py", view.get("title").getAsString());
    assertTrue(view.get("notice").isJsonNull());
  }

  @Test
  void namesOfPartsAreFilledIn() throws IOException {
    String page = export(Machine.diamond(true));
    assertFalse(page.contains("{{"));
    assertTrue(page.contains("<title>diamond.py</title>"));
  }

  @Test
  void nothingIsLoadedFromElsewhere() throws IOException {
    String page = export(Machine.image(1, 1, true));
    for (String word : new String[] {"http:", "https:", " src=", "@import", "url(", "fetch("}) {
      assertFalse(page.contains(word), word);
    }
    assertTrue(page.contains("content=\"default-src 'none';"));
  }

  /** What a name holds stays text: no element more than without it, and encodable. */
  @Test
  void hostileNamesStayNames() throws IOException {
    String page = export(Machine.named(HOSTILE));
    assertEquals(
        export(Machine.named("plain")).split("<script", -1).length,
        page.split("<script", -1).length);
    assertTrue(StandardCharsets.UTF_8.newEncoder().canEncode(page));
    JsonObject it =
        data(page)
            .getAsJsonObject("schedule")
            .getAsJsonArray("computations")
            .get(0)
            .getAsJsonObject();
    assertEquals(HOSTILE, it.get("name").getAsString());
  }

  @Test
  void missingTimesAreSaid() throws IOException {
    JsonObject view = data(export(Machine.diamond(false))).getAsJsonObject("view");
    String notice = view.get("notice").getAsString();
    assertTrue(notice.contains("EnableComputationTimers"), notice);
    assertEquals("0.0", view.getAsJsonArray("times").get(0).getAsBigDecimal().setScale(1) + "");
  }
}
