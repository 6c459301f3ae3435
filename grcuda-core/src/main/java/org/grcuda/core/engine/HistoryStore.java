package org.grcuda.core.engine;

import java.io.IOException;
import java.io.StringReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.grcuda.core.host.HostFiles;
import org.grcuda.core.option.Options;
import org.grcuda.driver.Driver;
import org.grcuda.runtime.history.HistoryFile;
import org.grcuda.runtime.history.HistoryFile.Entry;
import org.grcuda.runtime.history.HistoryFormatException;
import org.grcuda.runtime.history.KernelHistory;
import org.grcuda.types.GrCudaException;

/**
 * How long kernels take, in this run and, if the option HistoryFile names a file, in earlier runs.
 * When the context is closed, the durations of this run are added to that file. Several processes
 * may do that at once. A lock file beside it, which exists while one reads and writes, keeps them
 * apart; the new contents replace the old ones in one step.
 */
final class HistoryStore {

  private static final String NAME = "HistoryFile";
  private static final int ATTEMPTS = 200;
  private static final long PAUSE_NANOS = 10_000_000;

  /** A process that has held the lock file for longer has died. */
  private static final long ABANDONED_MILLIS = 10_000;

  private final HostFiles files;
  private final String path;
  private final Driver driver;
  private final KernelHistory history;

  /**
   * Loads the durations of the file that apply to the devices of this run. A file that does not
   * exist counts as empty.
   *
   * @throws GrCudaException if it cannot be read, or holds something else
   */
  HistoryStore(Options options, HostFiles files, Driver driver) {
    this.files = files;
    this.path = options.get(NAME);
    this.driver = driver;
    this.history =
        new KernelHistory(
            IntStream.range(0, driver.deviceCount()).mapToObj(this::machine).toList());
    if (path.isEmpty()) {
      return;
    }
    for (Entry entry : read().entries()) {
      int device = entry.row().device();
      if (device < driver.deviceCount() && machine(device).equals(entry.machine())) {
        history.addEarlier(entry.row());
      }
    }
  }

  /** Whether {@code options} name a file, for which durations must be measured. */
  static boolean isNamed(Options options) {
    return !options.get(NAME).isEmpty();
  }

  /** The durations. */
  KernelHistory history() {
    return history;
  }

  private HistoryFile read() {
    try {
      String text = new String(files.read(path), StandardCharsets.UTF_8);
      return HistoryFile.read(new StringReader(text));
    } catch (NoSuchFileException e) {
      return new HistoryFile(List.of());
    } catch (HistoryFormatException e) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "option grcuda."
              + NAME
              + ": "
              + path
              + " is not a history of kernels: "
              + e.getMessage()
              + "; remove it, and a new one is made",
          e);
    } catch (IOException e) {
      throw GrCudaException.of("read", path, e);
    }
  }

  /** Adds the durations of this run to the file, if there is one. Errors become warnings. */
  void save(Consumer<String> warnings) {
    if (path.isEmpty()) {
      return;
    }
    List<Entry> added = new ArrayList<>();
    for (KernelHistory.Row row : history.addedRows()) {
      added.add(new Entry(machine(row.device()), row));
    }
    if (added.isEmpty()) {
      return;
    }
    try {
      lock();
      try {
        replace(read().followedBy(new HistoryFile(added)));
      } finally {
        files.delete(lockPath());
      }
    } catch (IOException e) {
      warnings.accept(NAME + ": " + GrCudaException.of("write", path, e).getMessage());
    } catch (GrCudaException e) {
      warnings.accept(NAME + ": the durations of this run are lost: " + e.getMessage());
    }
  }

  private void replace(HistoryFile contents) throws IOException {
    // Only the process that holds the lock writes the file.
    String next = path + ".new";
    try (Writer writer = files.openToWrite(next)) {
      writer.write(contents.toJson());
    }
    files.replace(next, path);
  }

  private void lock() throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (files.createNew(lockPath())) {
        return;
      }
      if (files.ageMillis(lockPath()) > ABANDONED_MILLIS) {
        files.delete(lockPath());
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw new IOException("another process holds " + lockPath());
  }

  private String lockPath() {
    return path + ".lock";
  }

  /** The machine for which durations apply; device -1 is the host. */
  private String machine(int device) {
    return driver.name() + ": " + (device < 0 ? "host" : driver.device(device).name());
  }
}
