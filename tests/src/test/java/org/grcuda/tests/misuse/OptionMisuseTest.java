package org.grcuda.tests.misuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.grcuda.GrCuda;
import org.grcuda.core.option.Options;
import org.grcuda.driver.option.Option;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.tests.Hosts;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Options that do not exist, values that they do not have, and those that are yet to come. */
final class OptionMisuseTest {

  static Stream<Arguments> values() {
    return Stream.concat(valuesOfPolicies(), valuesOfSizes());
  }

  private static Stream<Arguments> valuesOfPolicies() {
    return Stream.of(
        Arguments.of(
            "ExecutionPolicy",
            "assync",
            "option grcuda.ExecutionPolicy: unknown value 'assync'; did you mean 'async'?"
                + " Legal values: async, sync"),
        Arguments.of(
            "ExecutionPolicy",
            "never",
            "option grcuda.ExecutionPolicy: unknown value 'never'; legal values: async, sync"),
        Arguments.of(
            "DeviceSelectionPolicy",
            "min-transfer-sise",
            "option grcuda.DeviceSelectionPolicy: unknown value 'min-transfer-sise'; did you mean"
                + " 'min-transfer-size'? Legal values: "
                + Stream.of(DeviceSelection.values())
                    .map(DeviceSelection::optionName)
                    .collect(Collectors.joining(", "))
                + ", the name of a policy of yours"),
        Arguments.of(
            "EvictionPolicy",
            "fifo",
            "option grcuda.EvictionPolicy: unknown value 'fifo'; legal values: auto, lru, luf"),
        Arguments.of(
            "DevicePoolShare",
            "0",
            "option grcuda.DevicePoolShare: unknown value '0'; legal values: a number above 0, up"
                + " to 1"),
        Arguments.of(
            "MemAdvisePolicy",
            "read-mostely",
            "option grcuda.MemAdvisePolicy: unknown value 'read-mostely'; did you mean"
                + " 'read-mostly'? Legal values: auto, none, read-mostly, preferred-location,"
                + " preferred"),
        Arguments.of(
            "SyncThreshold",
            "20",
            "option grcuda.SyncThreshold: unknown value '20'; legal values: auto, a time, such as"
                + " 500ns, 20us or 1ms"),
        Arguments.of(
            "ForceStreamAttach",
            "yes",
            "option grcuda.ForceStreamAttach: unknown value 'yes'; legal values: true, false"));
  }

  private static Stream<Arguments> valuesOfSizes() {
    return Stream.of(
        Arguments.of(
            "DataThreshold",
            "10%",
            "option grcuda.DataThreshold: unknown value '10%'; legal values: a number from 0 to"
                + " 1"),
        Arguments.of(
            "BandwidthMatrix",
            "",
            "option grcuda.BandwidthMatrix: unknown value ''; legal values: v100-8, a100-8, a"
                + " path"),
        Arguments.of(
            "CpuDevices",
            "0",
            "option grcuda.CpuDevices: unknown value '0'; legal values: a whole number from 1 to"
                + " 63"),
        Arguments.of(
            "CpuDevices",
            "64",
            "option grcuda.CpuDevices: unknown value '64'; legal values: a whole number from 1 to"
                + " 63"),
        Arguments.of(
            "NumberOfGPUs",
            "99",
            "option grcuda.NumberOfGPUs: unknown value '99'; legal values: all, a whole number"
                + " from 1 to 63"),
        Arguments.of(
            "CpuThreads",
            "100000",
            "option grcuda.CpuThreads: unknown value '100000'; legal values: a whole number from 1"
                + " to 1024"),
        Arguments.of(
            "CpuDevices",
            "two",
            "option grcuda.CpuDevices: unknown value 'two'; legal values: a whole number from 1 to"
                + " 63"),
        Arguments.of(
            "CpuDeviceMemory",
            "4X",
            "option grcuda.CpuDeviceMemory: unknown value '4X'; legal values: a number of bytes,"
                + " such as 1048576, 512M or 4G"),
        Arguments.of(
            "InputPrefetch",
            "yes",
            "option grcuda.InputPrefetch: unknown value 'yes'; legal values: true, false"),
        Arguments.of(
            "ExportDAG", "", "option grcuda.ExportDAG: unknown value ''; legal values: a path"));
  }

  /** Values that are found out when the context does its first work. */
  static Stream<Arguments> lateValues() {
    return Stream.of(
        Arguments.of(
            "Backend",
            "cpv",
            "option grcuda.Backend: unknown value 'cpv'; did you mean 'cpu'? Legal values: auto,"
                + " cuda, cpu, null, twin, sim"),
        Arguments.of(
            "BandwidthMatrix", "/dev/zero", "cannot read /dev/zero: this is not a regular file"),
        Arguments.of(
            "ExportDAG",
            "dag.pdf",
            "export of the DAG to dag.pdf: expected a name that ends in .dot, .json, .html, .svg,"
                + " or has no extension, which means .dot"));
  }

  @ParameterizedTest
  @MethodSource({"values", "lateValues"})
  void typed(String name, String value, String message) {
    GrCuda.Builder builder = GrCuda.builder().option(name, value);
    assertEquals(message, assertThrows(GrCudaException.class, builder::open).getMessage());
  }

  @ParameterizedTest
  @MethodSource("values")
  void polyglot(String name, String value, String message) {
    var error = assertThrows(IllegalArgumentException.class, () -> Hosts.open(Map.of(name, value)));
    assertEquals(message, error.getMessage());
  }

  @ParameterizedTest
  @MethodSource("lateValues")
  void polyglotAtFirstUse(String name, String value, String message) {
    try (Context context = Hosts.open(Map.of(name, value))) {
      var error =
          assertThrows(PolyglotException.class, () -> context.eval("grcuda", "getdevices()"));
      assertEquals(message, error.getMessage());
      assertTrue(error.isGuestException());
    }
  }

  @Test
  void moreDevicesThanThereAre() {
    GrCuda.Builder builder = GrCuda.builder().option("CpuDevices", "2").option("NumberOfGPUs", "3");
    assertEquals(
        "option grcuda.NumberOfGPUs: 3 devices asked for, 2 there; grcuda.CpuDevices gives the CPU"
            + " backend more",
        assertThrows(GrCudaException.class, builder::open).getMessage());
  }

  @Test
  void unknownName() {
    GrCuda.Builder builder = GrCuda.builder().option("ExecutionPolicies", "sync");
    assertEquals(
        "unknown option grcuda.ExecutionPolicies; did you mean 'ExecutionPolicy'? Legal options: "
            + Options.all().stream().map(Option::name).collect(Collectors.joining(", ")),
        assertThrows(GrCudaException.class, builder::open).getMessage());
  }

  /** The polyglot API refuses names by itself, and knows ours for its suggestion. */
  @Test
  void unknownNamePolyglot() {
    var error =
        assertThrows(
            IllegalArgumentException.class, () -> Hosts.open(Map.of("ExecutionPolicies", "sync")));
    assertTrue(
        error.getMessage().startsWith("Could not find option with name grcuda.ExecutionPolicies."),
        error.getMessage());
    assertTrue(error.getMessage().contains("grcuda.ExecutionPolicy="), error.getMessage());
  }
}
