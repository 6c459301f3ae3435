package org.grcuda.bench.waiting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Control groups of Linux, beside each other, each with its own weight and quota of processor time
 * (cgroups(7), controller {@code cpu}, version 1 or 2). Closing moves this process back to where it
 * was, and removes the groups; the other processes in them must have ended.
 */
final class ControlGroups implements AutoCloseable {

  /** Of each period a group may run for its quota: {@code cpu.cfs_period_us}, {@code cpu.max}. */
  static final int PERIOD_MICROS = 100_000;

  private static final Path PROC = Path.of("/proc/self");
  private static final String PROCESSES = "cgroup.procs";

  /** How long a group may take until it is seen to be empty. */
  private static final int REMOVALS = 200;

  private static final int REMOVAL_MILLIS = 10;

  private final Path parent;
  private final Path home;
  private final boolean unified;
  private final List<Group> groups = new ArrayList<>();

  /** Removes the groups if this process is told to end. */
  private final Thread atExit = new Thread(this::removeAtExit);

  private ControlGroups(Path parent, Path home, boolean unified) {
    this.parent = parent;
    this.home = home;
    this.unified = unified;
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /**
   * The hierarchy in which this process is.
   *
   * @throws UnavailableException if there is no controller of processor time, or this user may not
   *     make groups
   */
  static ControlGroups open() throws UnavailableException {
    try {
      Optional<ControlGroups> found = first();
      return found.isPresent() ? found.get() : second();
    } catch (IOException e) {
      throw new UnavailableException("control groups cannot be used: " + e.getMessage());
    }
  }

  /** The hierarchy of version 1 that has the controller. */
  private static Optional<ControlGroups> first() throws IOException {
    Optional<Path> mount = mount("cgroup");
    if (mount.isEmpty()) {
      return Optional.empty();
    }
    for (String line : Files.readAllLines(PROC.resolve("cgroup"))) {
      String[] fields = line.split(":", 3);
      if (Arrays.asList(fields[1].split(",")).contains("cpu")) {
        Path own = below(mount.get(), fields[2]);
        return Optional.of(new ControlGroups(own, own, false));
      }
    }
    return Optional.empty();
  }

  /** The hierarchy of version 2. Groups with processes have no groups below, but for the root. */
  private static ControlGroups second() throws IOException, UnavailableException {
    Path mount =
        mount("cgroup2").orElseThrow(() -> new UnavailableException("no control groups here"));
    String own =
        Files.readAllLines(PROC.resolve("cgroup")).stream()
            .filter(line -> line.startsWith("0::"))
            .map(line -> line.substring(3))
            .findFirst()
            .orElse("/");
    Path home = below(mount, own);
    Path parent = home.equals(mount) ? mount : home.getParent();
    if (!contains(parent.resolve("cgroup.subtree_control"), "cpu")) {
      if (!contains(parent.resolve("cgroup.controllers"), "cpu")) {
        throw new UnavailableException("the control group %s has no cpu controller".formatted(own));
      }
      write(parent.resolve("cgroup.subtree_control"), "+cpu");
    }
    return new ControlGroups(parent, home, true);
  }

  private static boolean contains(Path file, String word) throws IOException {
    return Files.exists(file)
        && Arrays.asList(Files.readString(file).strip().split(" ")).contains(word);
  }

  /** Where a file system of {@code type} is mounted; of version 1, the one of the controller. */
  private static Optional<Path> mount(String type) throws IOException {
    for (String line : Files.readAllLines(PROC.resolve("mounts"))) {
      String[] fields = line.split(" ");
      boolean fits = type.equals("cgroup2") || Arrays.asList(fields[3].split(",")).contains("cpu");
      if (fields[2].equals(type) && fits) {
        return Optional.of(Path.of(fields[1]));
      }
    }
    return Optional.empty();
  }

  private static Path below(Path mount, String group) {
    return mount.resolve(group.substring(1)).normalize();
  }

  /**
   * Makes a group without a quota.
   *
   * @throws UnavailableException if this user may not
   */
  Group make(String name) throws UnavailableException {
    Path folder =
        parent.resolve("grcuda-bench-%d-%s".formatted(ProcessHandle.current().pid(), name));
    try {
      Files.createDirectory(folder);
    } catch (IOException e) {
      throw new UnavailableException("no control group can be made: " + e.getMessage());
    }
    Group group = new Group(folder);
    groups.add(group);
    return group;
  }

  @Override
  public void close() throws IOException {
    Runtime.getRuntime().removeShutdownHook(atExit);
    remove();
  }

  private void removeAtExit() {
    try {
      remove();
    } catch (IOException e) {
      System.err.println("control groups are left: " + e.getMessage());
    }
  }

  private void remove() throws IOException {
    write(home.resolve(PROCESSES), "" + ProcessHandle.current().pid());
    for (Group group : groups) {
      group.remove();
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text);
  }

  /** One group. */
  final class Group {

    private final Path folder;

    private Group(Path folder) {
      this.folder = folder;
    }

    /**
     * Takes a process in, with all its threads.
     *
     * @throws UnavailableException if the system refuses
     */
    void add(long process) throws UnavailableException {
      set(PROCESSES, "" + process);
    }

    /**
     * Gets {@code times} the processor time of a group of weight 1 where both want it.
     *
     * @throws UnavailableException if the system refuses
     */
    void weigh(int times) throws UnavailableException {
      set(unified ? "cpu.weight" : "cpu.shares", "" + (unified ? 100 : 1024) * times);
    }

    /**
     * Limits the processor time of all threads together.
     *
     * @param cores of each period; 0 for no limit
     * @throws UnavailableException if the system refuses
     */
    void limit(double cores) throws UnavailableException {
      long micros = Math.round(cores * PERIOD_MICROS);
      if (unified) {
        set("cpu.max", (cores == 0 ? "max" : "" + micros) + " " + PERIOD_MICROS);
      } else {
        set("cpu.cfs_period_us", "" + PERIOD_MICROS);
        set("cpu.cfs_quota_us", "" + (cores == 0 ? -1 : micros));
      }
    }

    private void set(String file, String value) throws UnavailableException {
      try {
        write(folder.resolve(file), value);
      } catch (IOException e) {
        throw new UnavailableException(
            "%s of a control group does not take %s: %s".formatted(file, value, e.getMessage()));
      }
    }

    private void remove() throws IOException {
      for (int i = 0; ; i++) {
        try {
          Files.delete(folder);
          return;
        } catch (IOException stillInUse) {
          if (i == REMOVALS) {
            throw stillInUse;
          }
          pause();
        }
      }
    }

    private static void pause() {
      try {
        Thread.sleep(REMOVAL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Processor time cannot be divided here; the message says why. */
  static final class UnavailableException extends Exception {

    private static final long serialVersionUID = 1L;

    UnavailableException(String reason) {
      super(reason);
    }
  }
}
