package org.grcuda.tests.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.grcuda.DeviceArray;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.ShortArray;
import org.grcuda.UByteArray;
import org.grcuda.driver.image.AddressMode;
import org.grcuda.driver.image.FilterMode;
import org.grcuda.driver.image.Sampler;
import org.grcuda.image.ImageLayout;
import org.grcuda.image.ImageLayout.Kind;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * The texture and surface functions of CUDA C++, as its compiler translates them. Element i of an
 * image is i, unless it says otherwise, so that a value tells its place.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class TextureFunctions {

  private static final String SOURCE =
      """
      #define READ(name, value) \\
        extern "C" __global__ void name(cudaTextureObject_t t, float *out, int n) { \\
          int i = threadIdx.x; if (i < n) { float f = i + 0.5f; out[i] = value; } \\
        }
      #define WRITE(name, code) \\
        extern "C" __global__ void name(cudaSurfaceObject_t s, float *out, int n) { \\
          int i = threadIdx.x; if (i < n) { code; } \\
        }
      __device__ float of(float2 v) { return v.x + 100 * v.y; }
      __device__ float of(short2 v) { return v.x + 100 * v.y; }
      __device__ float of(float4 v) { return v.x + 10 * v.y + 100 * v.z + 1000 * v.w; }
      __device__ float of(uchar4 v) { return v.x + 10 * v.y + 100 * v.z + 1000 * v.w; }
      READ(fetch1, tex1Dfetch<float>(t, i - 1))
      READ(fetchInt, tex1Dfetch<int>(t, i - 1))
      READ(line, tex1D<float>(t, f - 1))
      READ(plane, tex2D<float>(t, i % 3 + 0.5f, i / 3 + 0.5f))
      READ(plane2, of(tex2D<float2>(t, f, 0.5f)))
      READ(plane4, of(tex2D<float4>(t, f, 0.5f)))
      READ(bytes, tex2D<unsigned char>(t, f, 0.5f))
      READ(bytes4, of(tex2D<uchar4>(t, f, 0.5f)))
      READ(shorts2, of(tex2D<short2>(t, f, 0.5f)))
      READ(ints, tex2D<int>(t, i % 3 + 0.5f, i / 3 + 0.5f))
      READ(volume, tex3D<float>(t, i % 2 + 0.5f, i / 2 % 2 + 0.5f, i / 4 + 0.5f))
      READ(lines, tex1DLayered<float>(t, i % 3 + 0.5f, i / 3))
      READ(planes, tex2DLayered<float>(t, i % 2 + 0.5f, i / 2 % 2 + 0.5f, i / 4))
      READ(cube, texCubemap<float>(
          t, i == 0 ? 1 : i == 1 ? -1 : 0, i == 2 ? 1 : i == 3 ? -1 : 0, i == 4 ? 2 : i == 5 ? -2 : 0))
      READ(corners, texCubemap<float>(t, 1, i & 1 ? 0.9f : -0.9f, i & 2 ? 0.9f : -0.9f))
      READ(cubes, texCubemapLayered<float>(t, i % 2 ? 1 : -1, 0, 0, i / 2))
      READ(levels, tex2DLod<float>(t, 0.1f, 0.1f, 0.5f * i))
      READ(levels3, tex3DLod<float>(t, 0.1f, 0.1f, 0.9f, i))
      READ(gradients, tex2DGrad<float>(
          t, 0.1f, 0.1f, make_float2(i * 0.25f, 0), make_float2(0, 0.125f)))
      READ(gathered, of(tex2Dgather<float4>(t, 1, 1, i)))

      WRITE(surf1, surf1Dwrite(3 * surf1Dread<int>(s, 4 * i), s, 4 * i))
      WRITE(surf2, surf2Dwrite(surf2Dread<float>(s, 4 * (i % 3), i / 3) + 0.5f, s, 4 * (i % 3), i / 3))
      WRITE(surfFloat4, float4 v = surf2Dread<float4>(s, 16 * i, 0);
          surf2Dwrite(make_float4(v.w, v.z, v.y, v.x), s, 16 * i, 0))
      WRITE(surfInt2, int2 v = surf2Dread<int2>(s, 8 * i, 0);
          surf2Dwrite(make_int2(v.y, v.x), s, 8 * i, 0))
      WRITE(surfBytes, unsigned char v = surf2Dread<unsigned char>(s, i, 1);
          surf2Dwrite((unsigned char)(v + 250), s, i, 0))
      WRITE(surfBytes4, uchar4 v = surf2Dread<uchar4>(s, 4 * i, 0);
          surf2Dwrite(make_uchar4(v.w, v.z, v.y, v.x), s, 4 * i, 0))
      WRITE(surfShorts, surf2Dwrite((short)(-surf2Dread<short>(s, 2 * i, 0)), s, 2 * i, 0))
      WRITE(surf3, surf3Dwrite(
          -surf3Dread<int>(s, 4 * (i % 2), i / 2 % 2, i / 4), s, 4 * (i % 2), i / 2 % 2, i / 4))
      WRITE(surfLines, surf1DLayeredwrite(
          surf1DLayeredread<int>(s, 4 * (i % 3), 1 - i / 3), s, 4 * (i % 3), 1 - i / 3);
          if (i == 1) surf1DLayeredwrite(77, s, 8, 1))
      WRITE(surfPlanes, int v = surf2DLayeredread<int>(s, 4 * (i % 2), i / 2 % 2, i / 4);
          surf2DLayeredwrite(v * 2, s, 4 * (i % 2), i / 2 % 2, i / 4))
      WRITE(surfCube, out[i] = surfCubemapread<int>(s, 4, 1, i); surfCubemapwrite(-i, s, 0, 0, i))
      WRITE(surfCubes, out[i] = surfCubemapLayeredread<int>(s, 4, 1, 6 + i))
      WRITE(clamped, out[i] = surf2Dread<int>(s, 4 * i - 4, i - 1, cudaBoundaryModeClamp);
          if (i == 0) surf2Dwrite(55, s, 400, -3, cudaBoundaryModeClamp))
      WRITE(zeroed, out[i] = surf2Dread<int>(s, 4 * i - 4, i - 1, cudaBoundaryModeZero);
          surf2Dwrite(66, s, 400, 0, cudaBoundaryModeZero))
      WRITE(trapped, surf2Dwrite(1, s, 4 * i, i, cudaBoundaryModeTrap))
      """;

  private static final Sampler LINEAR = Sampler.PLAIN.withFilter(FilterMode.LINEAR);

  private GrCuda cuda;

  /**
   * A context of one device.
   *
   * @param folder for files
   */
  abstract GrCuda open(Path folder) throws Exception;

  @BeforeAll
  void begin(@TempDir Path folder) throws Exception {
    cuda = open(folder);
  }

  @AfterAll
  void close() {
    cuda.close();
  }

  GrCuda cuda() {
    return cuda;
  }

  private Kernel.Configuration kernel(String name) {
    return cuda.buildKernel(SOURCE, name).grid(1).block(32);
  }

  private static int size(long... extents) {
    return (int) LongStream.of(extents).reduce(1, (a, b) -> a * b);
  }

  private FloatArray numbers(long... extents) {
    FloatArray array = cuda.floatArray(extents);
    float[] values = new float[size(extents)];
    IntStream.range(0, values.length).forEach(i -> values[i] = i);
    array.copyFrom(values);
    return array;
  }

  IntArray integers(long... extents) {
    IntArray array = cuda.intArray(extents);
    array.copyFrom(IntStream.range(0, size(extents)).toArray());
    return array;
  }

  private void reads(
      String name, DeviceArray array, ImageLayout layout, Sampler sampler, float... expected) {
    FloatArray out = cuda.floatArray(expected.length);
    kernel(name).launch(array.texture(layout, sampler), out, expected.length);
    assertArrayEquals(expected, out.toArray(), name);
  }

  private void reads(String name, DeviceArray array, float... expected) {
    reads(name, array, ImageLayout.PLAIN, Sampler.PLAIN, expected);
  }

  float[] change(String name, DeviceArray array, ImageLayout layout, int n) {
    FloatArray out = cuda.floatArray(n);
    kernel(name).launch(array.surface(layout), out, n);
    return out.toArray();
  }

  private static ImageLayout channels(int count) {
    return ImageLayout.PLAIN.withChannels(count);
  }

  @Test
  void lines() {
    reads("fetch1", numbers(4), 0, 0, 1, 2, 3, 0);
    reads("fetchInt", integers(4), 0, 0, 1, 2, 3, 0);
    reads("line", numbers(4), 0, 0, 1, 2, 3, 3);
    reads(
        "line",
        numbers(4),
        ImageLayout.PLAIN,
        Sampler.PLAIN.withAddress(AddressMode.BORDER).withBorder(9, 0, 0, 0),
        9,
        0,
        1,
        2,
        3,
        9);
  }

  @Test
  void planes() {
    reads("plane", numbers(2, 3), 0, 1, 2, 3, 4, 5, 3);
    reads("ints", integers(2, 3), 0, 1, 2, 3, 4, 5);
    reads("plane2", numbers(1, 3, 2), channels(2), Sampler.PLAIN, 100, 302, 504);
    reads("plane4", numbers(1, 2, 4), channels(4), Sampler.PLAIN, 3210, 7654);
    UByteArray bytes = cuda.ubyteArray(1, 4);
    bytes.copyFrom(new byte[] {1, 2, (byte) 200, 4});
    reads("bytes", bytes, 1, 2, 200, 4);
    reads(
        "plane",
        bytes,
        ImageLayout.PLAIN,
        LINEAR.withNormalizedValues(),
        1 / 255f,
        2 / 255f,
        200 / 255f);
    UByteArray colours = cuda.ubyteArray(1, 2, 4);
    colours.copyFrom(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    reads("bytes4", colours, channels(4), Sampler.PLAIN, 4321, 8765);
    ShortArray shorts = cuda.shortArray(1, 2, 2);
    shorts.copyFrom(new short[] {-1, 2, 3, -4});
    reads("shorts2", shorts, channels(2), Sampler.PLAIN, 199, -397);
  }

  @Test
  void volumesAndLayers() {
    reads("volume", numbers(2, 2, 2), 0, 1, 2, 3, 4, 5, 6, 7);
    ImageLayout layered = ImageLayout.PLAIN.withKind(Kind.LAYERED);
    reads("lines", numbers(2, 3), layered, Sampler.PLAIN, 0, 1, 2, 3, 4, 5, 3);
    reads("planes", numbers(2, 2, 2), layered, Sampler.PLAIN, 0, 1, 2, 3, 4, 5, 6, 7, 4);
  }

  @Test
  void cubes() {
    ImageLayout cube = ImageLayout.PLAIN.withKind(Kind.CUBE);
    reads("cube", numbers(6, 3, 3), cube, Sampler.PLAIN, 4, 13, 22, 31, 40, 49);
    // Of +x the columns go along -z, and the rows along -y.
    reads("corners", numbers(6, 3, 3), cube, Sampler.PLAIN, 8, 2, 6, 0);
    reads("cubes", numbers(2, 6, 3, 3), cube, Sampler.PLAIN, 13, 4, 67, 58, 67);
  }

  @Test
  void levels() {
    ImageLayout layout = ImageLayout.PLAIN.withShape(4, 4).withLevels(3);
    Sampler point = Sampler.PLAIN.withNormalizedCoordinates();
    Sampler between =
        point.withMipmap(new Sampler.Mipmap(FilterMode.LINEAR, 0, 0, Float.MAX_VALUE));
    reads("levels", numbers(21), layout, point, 0, 16, 16, 20, 20, 20);
    reads("levels", numbers(21), layout, between, 0, 8, 16, 18, 20, 20);
    reads("gradients", numbers(21), layout, point, 0, 0, 16, 20);
    reads(
        "levels3", numbers(9), ImageLayout.PLAIN.withShape(2, 2, 2).withLevels(2), point, 4, 8, 8);
  }

  @Test
  void gathers() {
    // (0, 1), (1, 1), (1, 0), (0, 0) around (1, 1); one channel, so the others are 0, 0, 1.
    reads("gathered", numbers(2, 3), 43 + 100, 0, 0, 1111);
  }

  // ---- surfaces

  @Test
  void surfacesOfNumbers() {
    IntArray line = integers(4);
    change("surf1", line, ImageLayout.PLAIN, 4);
    assertArrayEquals(new int[] {0, 3, 6, 9}, line.toArray());
    FloatArray plane = numbers(2, 3);
    change("surf2", plane, ImageLayout.PLAIN, 6);
    assertArrayEquals(new float[] {0.5f, 1.5f, 2.5f, 3.5f, 4.5f, 5.5f}, plane.toArray());
    FloatArray fours = numbers(1, 2, 4);
    change("surfFloat4", fours, channels(4), 2);
    assertArrayEquals(new float[] {3, 2, 1, 0, 7, 6, 5, 4}, fours.toArray());
    IntArray twos = integers(1, 2, 2);
    change("surfInt2", twos, channels(2), 2);
    assertArrayEquals(new int[] {1, 0, 3, 2}, twos.toArray());
  }

  @Test
  void surfacesOfSmallIntegers() {
    UByteArray bytes = cuda.ubyteArray(2, 3);
    bytes.copyFrom(new byte[] {1, 2, 3, 4, 5, 6});
    change("surfBytes", bytes, ImageLayout.PLAIN, 3);
    assertArrayEquals(new byte[] {(byte) 254, (byte) 255, 0, 4, 5, 6}, bytes.toArray());
    UByteArray colours = cuda.ubyteArray(1, 2, 4);
    colours.copyFrom(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    change("surfBytes4", colours, channels(4), 2);
    assertArrayEquals(new byte[] {4, 3, 2, 1, 8, 7, 6, 5}, colours.toArray());
    ShortArray shorts = cuda.shortArray(1, 2);
    shorts.copyFrom(new short[] {-1, 300});
    change("surfShorts", shorts, ImageLayout.PLAIN, 2);
    assertArrayEquals(new short[] {1, -300}, shorts.toArray());
  }

  @Test
  void surfacesOfVolumesAndLayers() {
    IntArray volume = integers(2, 2, 2);
    change("surf3", volume, ImageLayout.PLAIN, 8);
    assertArrayEquals(new int[] {0, -1, -2, -3, -4, -5, -6, -7}, volume.toArray());
    ImageLayout layered = ImageLayout.PLAIN.withKind(Kind.LAYERED);
    IntArray lines = integers(2, 3);
    change("surfLines", lines, layered, 1);
    change("surfLines", lines, layered, 2);
    assertArrayEquals(new int[] {0, 1, 2, 3, 4, 77}, lines.toArray());
    IntArray planes = integers(2, 2, 2);
    change("surfPlanes", planes, layered, 8);
    assertArrayEquals(new int[] {0, 2, 4, 6, 8, 10, 12, 14}, planes.toArray());
  }

  @Test
  void surfacesOfCubes() {
    ImageLayout cube = ImageLayout.PLAIN.withKind(Kind.CUBE);
    IntArray faces = integers(6, 2, 2);
    assertArrayEquals(new float[] {3, 7, 11, 15, 19, 23}, change("surfCube", faces, cube, 6));
    assertArrayEquals(
        new int[] {0, 1, 2, 3, -1, 5}, IntStream.of(faces.toArray()).limit(6).toArray());
    float[] second = change("surfCubes", integers(2, 6, 2, 2), cube, 6);
    assertArrayEquals(new float[] {27, 31, 35, 39, 43, 47}, second);
  }

  @Test
  void boundaries() {
    IntArray plane = integers(2, 2);
    assertArrayEquals(
        new float[] {0, 0, 3, 3}, change("clamped", integers(2, 2), ImageLayout.PLAIN, 4));
    change("clamped", plane, ImageLayout.PLAIN, 1);
    assertArrayEquals(new int[] {0, 55, 2, 3}, plane.toArray());
    assertArrayEquals(
        new float[] {0, 0, 3, 0}, change("zeroed", integers(2, 2), ImageLayout.PLAIN, 4));
  }
}
