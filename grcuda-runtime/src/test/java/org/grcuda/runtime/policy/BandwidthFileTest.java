package org.grcuda.runtime.policy;

import static org.grcuda.runtime.policy.BandwidthMatrix.HOST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of bandwidths: what is read, what is written, what is refused. */
class BandwidthFileTest {

  private static BandwidthMatrix parse(String text) {
    return BandwidthFile.parse(text, "v.csv");
  }

  @Test
  void filesAsGrCudaWritesThemAreRead() {
    // Host links in one direction only, fifteen digits, rows in the order of measuring.
    BandwidthMatrix matrix =
        parse(
            """
            From,To,Bandwidth
            -1,0,11.2082293278281
            0,0,386.298477432757
            0,1,24.2378090397795
            -1,1,11.8987242032587
            1,0,24.2397635291757
            1,1,355.914443648453
            """);
    assertEquals(2, matrix.devices());
    assertEquals(11.2082293278281, matrix.between(HOST, 0));
    assertEquals(11.2082293278281, matrix.between(0, HOST));
    assertEquals(24.2378090397795, matrix.between(0, 1));
    assertEquals(24.2397635291757, matrix.between(1, 0));
    assertEquals(355.914443648453, matrix.between(1, 1));
    assertEquals(Double.POSITIVE_INFINITY, matrix.between(HOST, HOST));
    assertEquals("v.csv", matrix.origin());
  }

  @Test
  void spreadsheetsMayHaveWrittenThem() {
    BandwidthMatrix matrix = parse("\uFEFFfrom, to, bandwidth\r\n -1 , 0 , 1e1 \r\n\r\n");
    assertEquals(10, matrix.between(HOST, 0));
    assertEquals(1, matrix.devices());
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    BandwidthMatrix published = BandwidthFile.published("v100-8");
    assertEquals(published, parse(BandwidthFile.format(published)));
    assertEquals(
        """
        From,To,Bandwidth
        -1,0,12
        0,-1,12
        """,
        BandwidthFile.format(BandwidthMatrix.assumed(1)));
  }

  @Test
  void publishedMachines() {
    BandwidthMatrix v100 = BandwidthFile.published("v100-8");
    assertEquals(8, v100.devices());
    assertEquals(48.4, v100.between(0, 3));
    assertEquals(8.5, v100.between(0, 7));
    assertEquals(12, v100.between(7, HOST));
    BandwidthMatrix a100 = BandwidthFile.published("a100-8");
    assertEquals(250, a100.between(6, 1));
    assertThrows(IllegalArgumentException.class, () -> BandwidthFile.published("h100-8"));
  }

  @Test
  void aMatrixOfFewerDevices() {
    BandwidthMatrix part = BandwidthFile.published("v100-8").first(2);
    assertEquals(2, part.devices());
    assertEquals(24.2, part.between(1, 0));
    assertEquals(12, part.between(1, HOST));
    assertThrows(IndexOutOfBoundsException.class, () -> part.between(0, 2));
    assertThrows(IllegalArgumentException.class, () -> part.first(3));
  }

  static Stream<Arguments> broken() {
    return Stream.of(
        Arguments.of(
            "", "v.csv, line 1, column 1: expected the header From,To,Bandwidth, given nothing"),
        Arguments.of(
            "-1,0,12\n",
            "v.csv, line 1, column 1: expected the header From,To,Bandwidth, given '-1,0,12'"),
        Arguments.of(
            "From,To,Bandwidth\n", "v.csv: no device in it; expected lines such as -1,0,12"),
        Arguments.of(
            "From,To,Bandwidth\n-1,0\n",
            "v.csv, line 2, column 1: expected From,To,Bandwidth, given '-1,0'"),
        Arguments.of(
            "From,To,Bandwidth\n-1,0,12\n-1,63,12\n",
            "v.csv, line 3, column 4: expected a device, 0 to 62, or -1 for the host, given '63'"),
        Arguments.of(
            "From,To,Bandwidth\nhost,0,12\n",
            "v.csv, line 2, column 1: expected a device, 0 to 62, or -1 for the host, given"
                + " 'host'"),
        Arguments.of(
            "From,To,Bandwidth\n-1,0,0\n",
            "v.csv, line 2, column 6: expected a bandwidth in GB/s, above 0, given '0'"),
        Arguments.of(
            "From,To,Bandwidth\n-1,0,fast\n",
            "v.csv, line 2, column 6: expected a bandwidth in GB/s, above 0, given 'fast'"),
        Arguments.of(
            "From,To,Bandwidth\n-1,0,-3\n",
            "v.csv, line 2, column 6: expected a bandwidth in GB/s, above 0, given '-3'"),
        Arguments.of(
            "From,To,Bandwidth\n-1,0,NaN\n",
            "v.csv, line 2, column 6: expected a bandwidth in GB/s, above 0, given 'NaN'"),
        Arguments.of(
            "From,To,Bandwidth\n-1,0,\n",
            "v.csv, line 2, column 6: expected a bandwidth in GB/s, above 0, given nothing"),
        Arguments.of(
            "From,To,Bandwidth\n-1,0,12\n-1,0,13\n",
            "v.csv, line 3, column 1: the link from -1 to 0 is given twice"),
        Arguments.of("From,To,Bandwidth\n-1,0,12\n-1,1,12\n", "v.csv: no bandwidth from 0 to 1"));
  }

  @ParameterizedTest
  @MethodSource("broken")
  void brokenFilesAreRefused(String text, String message) {
    assertEquals(
        message, assertThrows(BandwidthFormatException.class, () -> parse(text)).getMessage());
  }

  @Test
  void noBandwidthIsZero() {
    BandwidthMatrix.Builder builder = BandwidthMatrix.builder(2, "a test");
    assertThrows(IllegalArgumentException.class, () -> builder.set(0, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> builder.set(0, 1, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> builder.set(0, 1, Double.POSITIVE_INFINITY));
    assertThrows(IndexOutOfBoundsException.class, () -> builder.set(0, 2, 1));
    assertThrows(IllegalStateException.class, builder::build);
  }
}
