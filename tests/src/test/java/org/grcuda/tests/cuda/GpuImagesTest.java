package org.grcuda.tests.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.driver.image.Sampler;
import org.grcuda.image.ImageLayout;
import org.grcuda.image.ImageLayout.Kind;
import org.grcuda.image.Texture;
import org.grcuda.tests.Configuration;
import org.grcuda.tests.Hosts;
import org.grcuda.tests.Repository;
import org.grcuda.tests.cuda.DriverDouble.Execution;
import org.grcuda.tests.dag.TexturesTest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Textures and surfaces on the CUDA backend, over the double, whose kernels the CPU executes. */
final class GpuImagesTest extends DriverDoubleTest {

  private static final String SUM =
      """
      extern "C" __global__ void line(cudaTextureObject_t t, float *out) {
        out[threadIdx.x] += tex1D<float>(t, threadIdx.x + 0.5f);
      }
      extern "C" __global__ void fetch(cudaTextureObject_t t, float *out) {
        out[threadIdx.x] += tex1Dfetch<float>(t, threadIdx.x);
      }
      extern "C" __global__ void plane(cudaTextureObject_t t, float *out) {
        out[threadIdx.x] += tex2D<float>(t, threadIdx.x + 0.5f, 0.5f);
      }
      extern "C" __global__ void volume(cudaTextureObject_t t, float *out) {
        out[threadIdx.x] += tex3D<float>(t, threadIdx.x + 0.5f, 0.5f, 0.5f);
      }
      extern "C" __global__ void gather(cudaTextureObject_t t, float *out) {
        out[threadIdx.x] += tex2Dgather<float4>(t, 1, 1, 0).w;
      }
      extern "C" __global__ void twice(cudaSurfaceObject_t s, float *x) {
        surf1Dwrite(2 * x[threadIdx.x], s, 4 * threadIdx.x);
      }
      extern "C" __global__ void add(float *x, float by) { x[threadIdx.x] += by; }
      """;

  @BeforeAll
  void execute() {
    gpus.executeAllKernels();
  }

  private static Map<String, String> options(int count, String memory, String policy) {
    return Map.of(
        "Backend",
        "cuda",
        "NumberOfGPUs",
        "" + count,
        "DeviceSelectionPolicy",
        policy,
        "GpuDeviceMemory",
        "1M",
        "MemoryManager",
        memory);
  }

  @ParameterizedTest
  @CsvSource({
    "python, py, managed",
    "js, js, managed",
    "python, py, replicated",
  })
  void goldenProgram(String language, String extension, String memory) throws IOException {
    var out = new ByteArrayOutputStream();
    try (Context context = Hosts.open(options(2, memory, "round-robin"), out)) {
      context.getPolyglotBindings().putMember("source", Repository.resource("/golden/textures.cu"));
      String code = Repository.resource("/golden/textures." + extension);
      context.eval(Source.newBuilder(language, code, "textures." + extension).build());
      if (language.equals("python")) {
        context.eval("python", "import sys; sys.stdout.flush()");
      }
    }
    assertEquals(Repository.resource("/golden/textures.out"), out.toString(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource({
    "1, managed, single-gpu, AT_ONCE",
    "2, managed, round-robin, SEEDED",
    "2, managed, minmax-transfer-time, PARALLEL",
    "2, replicated, round-robin, SEEDED",
    "2, replicated, minmax-transfer-time, PARALLEL",
    "4, replicated, darts, SEEDED",
  })
  void randomProgramsComputeTheSame(int count, String memory, String policy, Execution execution) {
    for (int seed = 0; seed < 4; seed++) {
      gpus.reset(count);
      gpus.record(false);
      gpus.execute(execution, seed);
      TexturesTest.runRandomProgram(new Configuration(options(count, memory, policy)), seed);
      gpus.assertClean();
    }
  }

  /** The copies of images around launches are needed: programs without one of them show it. */
  @ParameterizedTest
  @CsvSource({
    "cuMemcpy3DAsync_v2, managed, SEEDED",
    "cuMemcpy3DAsync_v2, replicated, PARALLEL",
    "cuStreamWaitEvent, managed, SEEDED"
  })
  void callsThatAreLeftOutShow(String function, String memory, Execution execution) {
    Configuration configuration = new Configuration(options(2, memory, "round-robin"));
    boolean shows = false;
    int ignored = 0;
    for (int seed = 0; seed < 20 && !shows; seed++) {
      gpus.reset(2);
      gpus.record(false);
      gpus.execute(execution, seed);
      gpus.ignore(function, 5);
      try {
        TexturesTest.runRandomProgram(configuration, seed);
        shows = !gpus.violations().isEmpty();
      } catch (AssertionError e) {
        shows = true;
      }
      ignored += gpus.ignored();
    }
    gpus.reset();
    assertTrue(ignored > 0, "the programs call it");
    assertTrue(shows, ignored + " calls were left out, and nothing shows");
  }

  private static GrCuda open(int count) {
    return new Configuration(options(count, "managed", "round-robin")).typed().open();
  }

  private List<String> calls(String function) {
    return gpus.calls().stream().filter(call -> call.startsWith(function)).toList();
  }

  /** What each launch had the driver copy to and from arrays. */
  private int copies() {
    int count = calls("cuMemcpy3DAsync_v2").size();
    gpus.forgetCalls();
    return count;
  }

  @Test
  void mirrorsAreCopiedOnlyAfterChanges() {
    try (GrCuda cuda = open(1)) {
      Kernel.Configuration line = cuda.buildKernel(SUM, "line").grid(1).block(8);
      Kernel.Configuration add = cuda.buildKernel(SUM, "add").grid(1).block(8);
      FloatArray x = cuda.floatArray(8);
      FloatArray other = cuda.floatArray(8);
      FloatArray out = cuda.floatArray(8);
      x.fill(1);
      other.fill(0);
      out.fill(0);
      Texture texture = x.texture(Sampler.PLAIN);
      gpus.forgetCalls();
      line.launch(texture, out);
      assertEquals(1, copies());
      line.launch(texture, out);
      line.launch(x.texture(Sampler.PLAIN), out);
      add.launch(other, 5f);
      line.launch(texture, out);
      assertEquals(0, copies());
      add.launch(x, 10f);
      line.launch(texture, out);
      assertEquals(1, copies());
      assertEquals(15, out.get(3));
      x.set(3, 100);
      line.launch(texture, out);
      assertEquals(1, copies());
      assertEquals(115, out.get(3));
    }
  }

  @Test
  void memoryItselfIsShownWhereTheHardwareCan() {
    try (GrCuda cuda = open(1)) {
      FloatArray out = cuda.floatArray(8);
      FloatArray line = cuda.floatArray(8);
      FloatArray rows = cuda.floatArray(2, 8);
      FloatArray narrow = cuda.floatArray(2, 5);
      for (FloatArray array : List.of(out, line, rows, narrow)) {
        array.fill(1);
      }
      gpus.forgetCalls();
      cuda.buildKernel(SUM, "fetch").grid(1).block(8).launch(line.texture(Sampler.PLAIN), out);
      assertEquals(List.of("resource 2"), resources());
      cuda.buildKernel(SUM, "line").grid(1).block(8).launch(line.texture(Sampler.PLAIN), out);
      assertEquals(List.of("resource 0"), resources());
      Kernel.Configuration plane = cuda.buildKernel(SUM, "plane").grid(1).block(8);
      plane.launch(rows.texture(Sampler.PLAIN), out);
      assertEquals(List.of("resource 3"), resources());
      plane.launch(narrow.texture(Sampler.PLAIN), out);
      plane.launch(rows.slice(1, 2).texture(Sampler.PLAIN), out);
      assertEquals(List.of("resource 0", "resource 0"), resources());
      cuda.buildKernel(SUM, "gather").grid(1).block(8).launch(rows.texture(Sampler.PLAIN), out);
      assertEquals(List.of("resource 0"), resources());
      assertEquals(7, out.get(0));
    }
  }

  /** How the textures made since the last question find their texels: a CUresourcetype each. */
  private List<String> resources() {
    List<String> found =
        calls("cuTexObjectCreate").stream()
            .map(call -> call.substring("cuTexObjectCreate ".length(), call.indexOf(',')))
            .toList();
    gpus.forgetCalls();
    return found;
  }

  @Test
  void objectsDieWithTheirMemory() {
    try (GrCuda cuda = open(1)) {
      Kernel.Configuration line = cuda.buildKernel(SUM, "line").grid(1).block(8);
      Kernel.Configuration fetch = cuda.buildKernel(SUM, "fetch").grid(1).block(8);
      FloatArray out = cuda.floatArray(8);
      out.fill(0);
      for (int round = 0; round < 3; round++) {
        FloatArray x = cuda.floatArray(8);
        x.fill(round);
        line.launch(x.texture(Sampler.PLAIN), out);
        fetch.launch(x.texture(Sampler.PLAIN), out);
        assertEquals(2, gpus.live("image"));
        assertEquals(1, gpus.live("array"));
        x.close();
        assertEquals(0, gpus.live("image"));
        assertEquals(0, gpus.live("array"));
      }
      assertEquals(6, out.get(0));
    }
  }

  @Test
  void numbersOfObjectsAreForMemoryItself() {
    try (GrCuda cuda = open(1)) {
      FloatArray line = cuda.floatArray(8);
      assertNotEquals(0, line.texture(Sampler.PLAIN).handle());
      refused(
          "a surface of kind 1d has no number that memory may hold",
          () -> line.surface(ImageLayout.PLAIN).handle());
      refused(
          "expected a texture of kind 1d, read by index, or of kind 2d with rows of a multiple of"
              + " 32",
          () -> cuda.floatArray(2, 3).texture(Sampler.PLAIN).handle());
    }
    try (GrCuda cuda = open(2)) {
      FloatArray line = cuda.floatArray(8);
      refused(
          "each of the 2 devices has an object of its own",
          () -> line.texture(Sampler.PLAIN).handle());
    }
  }

  @Test
  void whatTheGpuCannotShowIsRefused() {
    gpus.setAttribute(24, 4);
    gpus.setAttribute(47, 2);
    gpus.setAttribute(29, 3);
    gpus.setAttribute(55, 6);
    try (GrCuda cuda = open(1)) {
      refused(
          "'shape': given 5 x 1 x 1 texels, 1 layers of kind 3d, expected at most 4 texels along x"
              + " (maxTexture3DWidth) on device 0",
          () -> cuda.floatArray(1, 1, 5).texture(Sampler.PLAIN));
      refused(
          "expected at most 3 layers (maxTexture2DLayeredLayers)",
          () ->
              cuda.floatArray(4, 2, 2)
                  .texture(ImageLayout.PLAIN.withKind(Kind.LAYERED), Sampler.PLAIN));
      refused(
          "expected at most 6 texels along x (maxSurface1DWidth)",
          () -> cuda.floatArray(7).surface(ImageLayout.PLAIN));
      refused(
          "'levels': given 2, with coordinates in texels; expected normalized: true",
          () ->
              cuda.floatArray(5)
                  .texture(ImageLayout.PLAIN.withShape(2, 2).withLevels(2), Sampler.PLAIN));
      FloatArray x = cuda.floatArray(6);
      refused(
          "the launch reaches the memory of the surface by another argument, too",
          () ->
              cuda.buildKernel(SUM, "twice")
                  .grid(1)
                  .block(6)
                  .launch(x.surface(ImageLayout.PLAIN), x));
    }
  }

  @Test
  void mirrorsCountAsMemoryOfTheirDevice() {
    try (GrCuda cuda = open(1)) {
      Kernel.Configuration volume = cuda.buildKernel(SUM, "volume").grid(1).block(8);
      Kernel.Configuration gather = cuda.buildKernel(SUM, "gather").grid(1).block(8);
      FloatArray out = cuda.floatArray(8);
      FloatArray most = cuda.floatArray(200_000);
      FloatArray more = cuda.floatArray(200_000);
      for (FloatArray array : List.of(out, most, more)) {
        array.fill(1);
      }
      refused(
          "expected at most 32768 texels along x",
          () -> most.texture(Sampler.PLAIN.withNormalizedCoordinates()));
      ImageLayout rows = ImageLayout.PLAIN.withShape(400, 500);
      Texture second = more.texture(ImageLayout.PLAIN.withShape(1, 400, 500), Sampler.PLAIN);
      gpus.hold(true);
      gather.launch(most.texture(rows, Sampler.PLAIN), out);
      assertEquals(1, gpus.live("array"));
      refused(
          "800,000 bytes for the copy of an image of kind 3d", () -> volume.launch(second, out));
      gpus.hold(false);
      cuda.synchronize();
      for (int round = 0; round < 2; round++) {
        volume.launch(second, out);
        gather.launch(most.texture(rows, Sampler.PLAIN), out);
        assertEquals(1, gpus.live("array"), "one makes room for the other");
      }
      assertEquals(6, out.get(0));
    }
  }

  /** Each time the memory of the device has held something else in between. */
  @Test
  void evictedPartsOfAnArrayAreShownAsTheyAre() {
    try (GrCuda cuda = new Configuration(options(1, "replicated", "single-gpu")).typed().open()) {
      Kernel.Configuration volume = cuda.buildKernel(SUM, "volume").grid(1).block(8);
      Kernel.Configuration add = cuda.buildKernel(SUM, "add").grid(1).block(8);
      FloatArray out = cuda.floatArray(8);
      FloatArray x = cuda.floatArray(2, 20_000);
      FloatArray large = cuda.floatArray(230_000);
      float[] values = new float[40_000];
      Arrays.fill(values, 20_000, 40_000, 1);
      x.copyFrom(values);
      out.fill(0);
      ImageLayout layout = ImageLayout.PLAIN.withShape(1, 100, 200);
      for (int round = 0; round < 4; round++) {
        FloatArray part = x.slice(round % 2, round % 2 + 1);
        volume.launch(part.texture(layout, Sampler.PLAIN), out);
        add.launch(large, 1f);
      }
      assertEquals(2, out.get(0));
    }
  }

  private static void refused(String expected, Executable call) {
    RuntimeException refusal = assertThrows(RuntimeException.class, call);
    assertTrue(refusal.getMessage().contains(expected), refusal.getMessage());
  }
}
