package org.grcuda.tests.dag;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.driver.image.Sampler;
import org.grcuda.image.ImageLayout;
import org.grcuda.image.Surface;
import org.grcuda.image.Texture;
import org.grcuda.tests.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Launches are ordered by the arrays that textures and surfaces show, and see their contents. */
public final class TexturesTest {

  private static final String SOURCE =
      """
      extern "C" __global__ void read(cudaTextureObject_t from, int *to) {
        int i = threadIdx.x;
        to[i] = 3 * to[i] + tex1Dfetch<int>(from, 15 - i) + 1;
      }
      extern "C" __global__ void sample(cudaTextureObject_t from, int *to) {
        int i = threadIdx.x;
        to[i] = 7 * to[i] + tex1D<int>(from, i + 0.5f);
      }
      extern "C" __global__ void plane(cudaTextureObject_t from, int *to) {
        int i = threadIdx.x;
        to[i] = to[i] + 2 * tex2D<int>(from, i % 8 + 0.5f, i / 8 + 0.5f);
      }
      extern "C" __global__ void volume(cudaTextureObject_t from, int *to) {
        int i = threadIdx.x;
        to[i] = to[i] - tex3D<int>(from, i % 2 + 0.5f, i / 2 % 2 + 0.5f, i / 4 + 0.5f);
      }
      extern "C" __global__ void change(cudaSurfaceObject_t image) {
        int i = threadIdx.x;
        surf1Dwrite(5 * surf1Dread<int>(image, 4 * i) + 2, image, 4 * i);
      }
      """;

  private static final int N = 16;
  private static final int ARRAYS = 4;
  private static final int LAUNCHES = 40;

  @TempDir private Path folder;

  static Stream<Configuration> configurations() {
    return Stream.concat(
        Configuration.all(1, 2),
        Stream.of(
            Configuration.of("CpuDevices", "2", "MemoryManager", "replicated"),
            Configuration.of("CpuDevices", "2", "DeviceSelectionPolicy", "darts")));
  }

  @Test
  void arraysOfImagesOrderLaunches() throws IOException {
    Set<String> edges =
        LaunchEdges.of(
            folder,
            Configuration.of("CpuDevices", "2").typed(),
            cuda -> {
              Kernel.Configuration read = cuda.buildKernel(SOURCE, "read").grid(1).block(N);
              Kernel.Configuration change = cuda.buildKernel(SOURCE, "change").grid(1).block(N);
              IntArray x = cuda.intArray(N);
              Texture texture = x.texture(Sampler.PLAIN);
              Surface surface = x.surface(ImageLayout.PLAIN);
              change.launch(surface);
              read.launch(texture, cuda.intArray(N));
              read.launch(texture, cuda.intArray(N));
              change.launch(surface);
              read.launch(x.slice(0, N / 2).texture(Sampler.PLAIN), cuda.intArray(N));
            });
    assertEquals(Set.of("0->1", "0->2", "1->3", "2->3", "3->4"), edges);
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void randomProgramsComputeTheSame(Configuration configuration) {
    for (int seed = 0; seed < 3; seed++) {
      runRandomProgram(configuration, seed);
    }
  }

  /** Runs a program of random launches, and compares its arrays with what they should hold. */
  public static void runRandomProgram(Configuration configuration, long seed) {
    int[][] expected = new int[ARRAYS][N];
    SplittableRandom random = new SplittableRandom(seed);
    try (GrCuda cuda = configuration.typed().open()) {
      Kernel.Configuration change = cuda.buildKernel(SOURCE, "change").grid(1).block(N);
      IntArray[] arrays = new IntArray[ARRAYS];
      for (int a = 0; a < ARRAYS; a++) {
        arrays[a] = cuda.intArray(N);
        arrays[a].fill(a);
        Arrays.fill(expected[a], a);
      }
      for (int launch = 0; launch < LAUNCHES; launch++) {
        int from = random.nextInt(ARRAYS);
        int to = random.nextInt(ARRAYS);
        if (from != to) {
          Read read = Read.values()[random.nextInt(Read.values().length)];
          Kernel.Configuration kernel = cuda.buildKernel(SOURCE, read.kernel()).grid(1).block(N);
          kernel.launch(read.texture(arrays[from]), arrays[to]);
          read.apply(expected[from], expected[to]);
        } else if (random.nextInt(4) > 0) {
          change.launch(arrays[to].surface(ImageLayout.PLAIN));
          change(expected[to]);
        } else {
          int place = random.nextInt(N);
          arrays[to].set(place, launch);
          expected[to][place] = launch;
        }
      }
      for (int a = 0; a < ARRAYS; a++) {
        assertArrayEquals(expected[a], arrays[a].toArray(), "array " + a + ", seed " + seed);
      }
    }
  }

  /** The kernels that read a texture, and what each makes of element i of the other array. */
  private enum Read {
    READ {
      @Override
      int of(int[] from, int i, int before) {
        return 3 * before + from[N - 1 - i] + 1;
      }
    },
    SAMPLE {
      @Override
      int of(int[] from, int i, int before) {
        return 7 * before + from[i];
      }
    },
    PLANE(2, 8) {
      @Override
      int of(int[] from, int i, int before) {
        return before + 2 * from[i];
      }
    },
    VOLUME(4, 2, 2) {
      @Override
      int of(int[] from, int i, int before) {
        return before - from[i];
      }
    };

    private final Integer[] shape;

    Read(Integer... shape) {
      this.shape = shape;
    }

    abstract int of(int[] from, int i, int before);

    String kernel() {
      return name().toLowerCase(Locale.ROOT);
    }

    Texture texture(IntArray array) {
      ImageLayout layout =
          shape.length == 0 ? ImageLayout.PLAIN : ImageLayout.PLAIN.withShape(shape);
      return array.texture(layout, Sampler.PLAIN);
    }

    void apply(int[] from, int[] to) {
      for (int i = 0; i < N; i++) {
        to[i] = of(from, i, to[i]);
      }
    }
  }

  private static void change(int[] image) {
    for (int i = 0; i < N; i++) {
      image[i] = 5 * image[i] + 2;
    }
  }
}
