package org.grcuda.cpu;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The machine that the devices are made of.
 *
 * @param processor name of the processor
 * @param cores processors that this process may use
 * @param memory bytes of memory that this process may use
 */
public record Machine(String processor, int cores, long memory) {

  /** System property: how many processes of this program share the machine. */
  private static final String RANKS = "grcuda.ranksOfMachine";

  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
  private static final Path MEMORY_INFO = Path.of("/proc/meminfo");
  private static final Path GROUP_LIMIT = Path.of("/sys/fs/cgroup/memory.max");

  /**
   * This machine. On Linux the values come from /proc, which costs a tenth of the time of a
   * management bean. Where several processes of a program share the machine, each has its part of
   * the memory; the launcher has told the JVM its part of the processors.
   */
  public static Machine current() {
    return new Machine(
        processorName(),
        Runtime.getRuntime().availableProcessors(),
        memoryBytes() / Math.max(1, Integer.getInteger(RANKS, 1)));
  }

  private static String processorName() {
    String model = firstValue(CPU_INFO, "model name");
    return model == null ? System.getProperty("os.arch") : model;
  }

  private static long memoryBytes() {
    String kibibytes = firstValue(MEMORY_INFO, "MemTotal");
    if (kibibytes == null) {
      return ((com.sun.management.OperatingSystemMXBean)
              ManagementFactory.getOperatingSystemMXBean())
          .getTotalMemorySize();
    }
    long physical = Long.parseLong(kibibytes.split(" ", 2)[0]) << 10;
    return Math.min(physical, groupLimit());
  }

  private static long groupLimit() {
    if (!Files.isReadable(GROUP_LIMIT)) {
      return Long.MAX_VALUE;
    }
    try (BufferedReader file = open(GROUP_LIMIT)) {
      String limit = file.readLine().strip();
      return limit.equals("max") ? Long.MAX_VALUE : Long.parseLong(limit);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * This does not use a channel, as cancelling a context while it opens would close the channel.
   */
  private static BufferedReader open(Path file) throws IOException {
    return new BufferedReader(new FileReader(file.toFile(), StandardCharsets.UTF_8));
  }

  /** The value of the first {@code key: value} line, null if there is none. */
  private static String firstValue(Path file, String key) {
    if (!Files.isReadable(file)) {
      return null;
    }
    try (BufferedReader reader = open(file)) {
      return reader
          .lines()
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
