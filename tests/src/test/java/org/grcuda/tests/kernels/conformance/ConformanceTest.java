package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.grcuda.DeviceArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.TypedArray;
import org.grcuda.tests.Repository;
import org.grcuda.types.CompileOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests of the kernels of one file in {@code kernels/conformance}, compiled once. A test launches a
 * kernel and compares what it wrote with a reference in plain Java that shares no code with it. The
 * options of the context come from system properties such as {@code polyglot.grcuda.CpuThreads}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ConformanceTest {

  private static final Pattern ENTRY = Pattern.compile("\\.entry\\s+(\\w+)");

  private final String file;
  private final CompileOptions options;
  private final Set<String> launched = new TreeSet<>();
  private final StringBuilder output = new StringBuilder();
  private GrCuda cuda;
  private long started;
  private String source;

  /**
   * Tests of {@code kernels/conformance/file}.
   *
   * @param options of NVRTC
   */
  ConformanceTest(String file, String... options) {
    this.file = file;
    this.options = CompileOptions.of(options);
  }

  @BeforeAll
  void openContext() throws IOException {
    source = Repository.text("kernels/conformance/" + file);
    cuda = GrCuda.builder().output(output::append).open();
  }

  @BeforeEach
  void countTest() {
    started++;
  }

  /** Where all tests of the class ran, every kernel of the file was launched. */
  @AfterAll
  void closeContext() {
    String ptx = launched.isEmpty() ? "" : kernel(launched.iterator().next()).ptx();
    cuda.close();
    long tests =
        Arrays.stream(getClass().getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(Test.class))
            .count();
    if (started == tests) {
      Set<String> kernels = new TreeSet<>();
      ENTRY.matcher(ptx).results().forEach(match -> kernels.add(match.group(1)));
      kernels.removeAll(launched);
      assertEquals(Set.of(), kernels, "kernels of " + file + " that no test launches");
    }
  }

  /** The context, for tests that need more than a launch. */
  GrCuda cuda() {
    return cuda;
  }

  /** What kernels have printed since the last call, once everything has completed. */
  String printed() {
    cuda.synchronize();
    String text = output.toString();
    output.setLength(0);
    return text;
  }

  /** A kernel of the file. */
  Kernel kernel(String name) {
    return cuda.buildKernel(source, name, options);
  }

  /** A launch of {@code name} with one block of one thread, until that is changed. */
  Call call(String name) {
    return new Call(name);
  }

  /** Launches of one kernel. */
  final class Call {

    private final String name;
    private int[] grid = {1, 1, 1};
    private int[] block = {1, 1, 1};
    private int shared;

    private Call(String name) {
      this.name = name;
    }

    /** With so many blocks. */
    Call grid(int x) {
      return grid(x, 1, 1);
    }

    /** With so many blocks. */
    Call grid(int x, int y) {
      return grid(x, y, 1);
    }

    /** With so many blocks. */
    Call grid(int x, int y, int z) {
      grid = new int[] {x, y, z};
      return this;
    }

    /** With so many threads in a block. */
    Call block(int x) {
      return block(x, 1, 1);
    }

    /** With so many threads in a block. */
    Call block(int x, int y) {
      return block(x, y, 1);
    }

    /** With so many threads in a block. */
    Call block(int x, int y, int z) {
      block = new int[] {x, y, z};
      return this;
    }

    /** With blocks of {@code block} threads that cover {@code threads}. */
    Call cover(int threads, int block) {
      return grid((threads + block - 1) / block).block(block);
    }

    /** With so many bytes of dynamic shared memory. */
    Call shared(int bytes) {
      shared = bytes;
      return this;
    }

    /**
     * Launches the kernel and waits for it. Java arrays are copied to the device before, and from
     * it afterwards.
     */
    void run(Object... arguments) {
      launched.add(name);
      Object[] passed = arguments.clone();
      List<Runnable> after = new ArrayList<>();
      for (int i = 0; i < passed.length; i++) {
        passed[i] = onDevice(passed[i], after);
      }
      kernel(name)
          .grid(grid[0], grid[1], grid[2])
          .block(block[0], block[1], block[2])
          .sharedBytes(shared)
          .launch(passed);
      cuda.synchronize();
      after.forEach(Runnable::run);
    }

    private Object onDevice(Object argument, List<Runnable> after) {
      return switch (argument) {
        case boolean[] a -> copied(cuda.array(a), a, after);
        case byte[] a -> copied(cuda.array(a), a, after);
        case short[] a -> copied(cuda.array(a), a, after);
        case int[] a -> copied(cuda.array(a), a, after);
        case long[] a -> copied(cuda.array(a), a, after);
        case float[] a -> copied(cuda.array(a), a, after);
        case double[] a -> copied(cuda.array(a), a, after);
        default -> argument;
      };
    }

    private static <A> DeviceArray copied(TypedArray<?, A> array, A host, List<Runnable> after) {
      after.add(
          () -> {
            array.copyTo(host);
            array.close();
          });
      return array;
    }
  }
}
