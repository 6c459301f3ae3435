package org.grcuda.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.grcuda.GrCuda;
import org.grcuda.runtime.policy.BandwidthFile;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.policy.BandwidthProfile;
import org.grcuda.types.GrCudaException;

/**
 * {@code grcuda bandwidth [-o FILE]}: measures the links of the machine, prints them, and writes
 * the file that contexts find.
 */
final class BandwidthCommand implements Command {

  private static final String OUTPUT = "-o";

  @Override
  public String name() {
    return "bandwidth";
  }

  @Override
  public String synopsis() {
    return "[--grcuda.OPTION=VALUE ...] [-o FILE]";
  }

  @Override
  public String summary() {
    return "Measures the bandwidths between the host and the devices, prints them in GB/s, and"
        + " keeps them where contexts look for them, or in FILE for the option"
        + " BandwidthMatrix.";
  }

  @Override
  public Set<String> options() {
    return Set.of(OUTPUT);
  }

  @Override
  public int run(Arguments arguments) {
    if (!arguments.operands().isEmpty()) {
      throw CommandFailure.usage(
          "bandwidth: unexpected argument '" + arguments.operands().getFirst() + "'");
    }
    String output = arguments.commandOptions().get(OUTPUT);
    Path named = output == null ? null : path(output);
    try (GrCuda cuda = open(arguments.languageOptions())) {
      BandwidthProfile profile = measure(cuda);
      print(profile, System.out);
      Path file = named != null ? named : cuda.bandwidthFile();
      write(BandwidthFile.format(profile.matrix()), file);
      System.err.println("grcuda: written to " + file);
      return 0;
    } catch (GrCudaException e) {
      throw CommandFailure.failed("bandwidth: " + e.getMessage(), e);
    }
  }

  private static BandwidthProfile measure(GrCuda cuda) {
    try (ProgressLine progress = new ProgressLine("measuring bandwidths", System.err)) {
      return cuda.profileBandwidth(progress::at);
    }
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw CommandFailure.usage("bandwidth: %s FILE: %s".formatted(OUTPUT, e.getMessage()));
    }
  }

  /** A new measurement needs no file of old figures. */
  private static GrCuda open(Map<String, String> options) {
    try {
      return LanguageOptions.typed("bandwidth", options)
          .option("DeviceSelectionPolicy", "single-gpu")
          .open();
    } catch (GrCudaException e) {
      throw e.kind() == GrCudaException.Kind.VALUE ? CommandFailure.usage(e.getMessage()) : e;
    }
  }

  private static void print(BandwidthProfile profile, PrintStream out) {
    BandwidthMatrix matrix = profile.matrix();
    out.printf("%-8s", "GB/s to");
    for (int to = BandwidthMatrix.HOST; to < matrix.devices(); to++) {
      out.printf("%9s", place(to));
    }
    out.println();
    for (int from = BandwidthMatrix.HOST; from < matrix.devices(); from++) {
      out.printf("%8s", place(from));
      for (int to = BandwidthMatrix.HOST; to < matrix.devices(); to++) {
        double bandwidth = matrix.between(from, to);
        out.printf("%9s", Double.isInfinite(bandwidth) ? "-" : "%.1f".formatted(bandwidth));
      }
      out.println();
    }
    for (BandwidthProfile.SharedLink shared : profile.shared()) {
      out.printf(
          "devices %s share a link to the host: %.1f GB/s together, %.1f one by one%n",
          listed(shared.devices()), shared.together(), shared.alone());
    }
  }

  private static String place(int place) {
    return place == BandwidthMatrix.HOST ? "host" : "" + place;
  }

  private static String listed(List<Integer> devices) {
    return devices.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static void write(String text, Path file) {
    Path absolute = file.toAbsolutePath();
    try {
      if (absolute.getParent() != null) {
        Files.createDirectories(absolute.getParent());
      }
      OutputFile.write(absolute, writer -> writer.write(text));
    } catch (IOException e) {
      throw CommandFailure.failed(
          "bandwidth: cannot write %s: %s".formatted(file, OutputFile.reason(e)), e);
    }
  }
}
