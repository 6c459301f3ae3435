package org.grcuda.runtime.schedule.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.grcuda.runtime.schedule.Schedule;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class SvgExporterTest {

  private static String export(Schedule schedule) throws IOException {
    StringBuilder text = new StringBuilder();
    new SvgExporter().write(schedule, text);
    return text.toString();
  }

  private static Document parse(String text)
      throws ParserConfigurationException, IOException, SAXException {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)));
  }

  @Test
  void aDiamondIsTheApprovedPicture() throws IOException {
    try (InputStream in = SvgExporterTest.class.getResourceAsStream("diamond.svg")) {
      assertEquals(
          new String(in.readAllBytes(), StandardCharsets.UTF_8), export(Machine.diamond(true)));
    }
  }

  @Test
  void hostileNamesAreText() throws Exception {
    String name = "</svg><script>\"'&\u0001\ud800 \u00e9\ud83d\ude80\uffff";
    Document document = parse(export(Machine.named(name)));
    assertEquals(0, document.getElementsByTagName("script").getLength());
    assertEquals(
        "</svg><script>\"'&\ufffd\ufffd \u00e9\ud83d\ude80\ufffd",
        document.getElementsByTagName("title").item(0).getTextContent());
  }

  @Test
  void nothingAndNoTimesArePicturesToo() throws Exception {
    parse(export(Machine.empty()));
    Document document = parse(export(Machine.image(1, 1, false)));
    String text = document.getDocumentElement().getTextContent();
    assertTrue(text.contains("No times were recorded"), text);
    assertTrue(text.contains("order"), text);
  }

  /**
   * Bars closer than a pixel are one, so a picture of any schedule is of bounded size: a bar and a
   * mark a pixel of each stream.
   */
  @Test
  void manyComputationsAreDrawnAsRuns() throws Exception {
    Schedule schedule = Machine.chain(20_000);
    Document document = parse(export(schedule));
    assertTrue(document.getElementsByTagName("rect").getLength() < 3 * 2_200);
  }
}
