package org.grcuda.attacks.soak;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;

/** What a process may use more and more of. */
enum Metric {
  HEAP("heap, KB", 32 << 10, () -> heap().getUsed() >> 10),
  /** With what the JVM keeps for its heap, which it enlarges as it sees fit. */
  RESIDENT("resident, KB", 512 << 10, Metric::residentKilobytes),
  NATIVE("no heap, KB", 96 << 10, () -> residentKilobytes() - (heap().getCommitted() >> 10)),
  THREADS("threads", 12, () -> ManagementFactory.getThreadMXBean().getThreadCount()),
  FILES("files", 20, Metric::descriptors),
  CLASSES("classes", 500, () -> ManagementFactory.getClassLoadingMXBean().getLoadedClassCount()),
  CODE("kernel code, KB", 4 << 10, Metric::kernelCodeKilobytes),
  MAPPINGS("mappings", 200, () -> lines("/proc/self/maps").size());

  /** Of a value, beside {@link #margin}: what may still be warming up. */
  static final double SHARE = 0.15;

  private final String title;
  private final long margin;
  private final LongSupplier value;

  Metric(String title, long margin, LongSupplier value) {
    this.title = title;
    this.margin = margin;
    this.value = value;
  }

  /** With its unit. */
  String title() {
    return title;
  }

  /** Now. */
  long read() {
    return value.getAsLong();
  }

  /** Whether {@code later} is no more than {@code before}, give or take what is usual. */
  boolean isFlat(double before, double later) {
    return later <= before * (1 + SHARE) + margin;
  }

  private static MemoryUsage heap() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
  }

  private static long descriptors() {
    return ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
        .getOpenFileDescriptorCount();
  }

  private static long residentKilobytes() {
    return lines("/proc/self/status").stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .sum();
  }

  /** Executable memory that belongs to no file and not to the JVM's own compilers. */
  private static long kernelCodeKilobytes() {
    long bytes = lines("/proc/self/maps").stream().mapToLong(Metric::anonymousCode).sum();
    long own =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.NON_HEAP)
            .filter(pool -> pool.getName().startsWith("Code"))
            .mapToLong(Metric::committed)
            .sum();
    return (bytes - own) >> 10;
  }

  private static long committed(MemoryPoolMXBean pool) {
    return pool.getUsage().getCommitted();
  }

  private static long anonymousCode(String mapping) {
    String[] fields = mapping.split("\\s+");
    if (fields[1].charAt(2) != 'x' || !fields[4].equals("0")) {
      return 0;
    }
    String[] range = fields[0].split("-");
    return Long.parseUnsignedLong(range[1], 16) - Long.parseUnsignedLong(range[0], 16);
  }

  private static List<String> lines(String file) {
    try {
      return Files.readAllLines(Path.of(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
