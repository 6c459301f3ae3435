package org.grcuda.tests.files;

import static org.grcuda.tests.files.CudaFile.at;
import static org.grcuda.tests.files.CudaFile.bytes;
import static org.grcuda.tests.files.CudaFile.dim;
import static org.grcuda.tests.files.CudaFile.near;
import static org.grcuda.tests.files.CudaFile.pointer;
import static org.grcuda.tests.files.CudaFile.read;
import static org.grcuda.tests.files.CudaFile.set;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;

/** Whole files of the shapes of samples: templates, classes, assembly, pointers to functions. */
final class SampleFilesTest {

  @Test
  void templates() {
    try (CudaFile file = new CudaFile("templates.cu")) {
      Value doubles = file.array("double", 1000, i -> i / 8.0);
      Value out = file.array("double", 2);
      file.launchShared("total<double, 64, false>", 2, 64, 512, doubles, out, 1000);
      assertEquals(999 * 500 / 8.0, at(out, 0) + at(out, 1), 1e-9);
      Value ints = file.array("int", 1024, i -> i % 9 - 3);
      Value sums = file.array("int", 3);
      int sum = Arrays.stream(read(ints)).mapToInt(x -> (int) x).sum();
      // The first is made by the file, the second is not.
      file.launchShared("total<int, 64, true>", 3, 64, 256, ints, sums, 1024);
      assertEquals(sum, at(sums, 0) + at(sums, 1) + at(sums, 2));
      file.launchShared("total<int, 128, true>", 1, 128, 512, ints, sums, 1024);
      assertEquals(sum, at(sums, 0));
    }
  }

  @Test
  void transpose() {
    try (CudaFile file = new CudaFile("transpose.cu")) {
      int width = 64;
      int height = 32;
      Value from = file.array("float", width * height, i -> i);
      for (String kernel : new String[] {"directly", "byTiles"}) {
        Value to = file.array("float", width * height);
        file.launch(kernel, dim(4, 2), dim(16, 8), to, from, width, height);
        near(0, to, i -> i % height * width + i / height);
      }
      Value to = file.array("float", width * height);
      file.launch("copy", dim(4, 2), dim(16, 8), to, from, width, height);
      near(0, to, i -> i);
    }
  }

  /** Texture references are variables that take texture objects. */
  @Test
  void textureReferences() {
    try (CudaFile file = new CudaFile("references.cu")) {
      Value table = file.array("float", 3, i -> i + 1);
      Value picture = file.cu().invokeMember("DeviceArray", "uchar", 8, 16);
      picture.invokeMember("fill", 51);
      picture.getArrayElement(2).setArrayElement(0, 255);
      Value weights = file.cu().invokeMember("Texture", table);
      Value shown = file.cu().invokeMember("Texture", picture, Map.of("read", "normalized"));
      file.global("weights", "ulong").setArrayElement(0, weights.getMember("handle"));
      file.global("picture", "ulong").setArrayElement(0, shown.getMember("handle"));
      Value out = file.array("float", 16 * 8);
      file.launch("smooth", dim(1, 1), dim(16, 8), out, 16, 8);
      near(1e-6, out, i -> i == 32 ? 1 + 2 + 3 * 0.2 : i == 33 ? 1 + 0.4 + 0.6 : 1.2);
    }
  }

  @Test
  void scan() {
    try (CudaFile file = new CudaFile("scan.cu")) {
      for (int size : new int[] {512, 64}) {
        Value from = file.array("uint", 512, i -> i % 7);
        Value to = file.array("uint", 512);
        file.launch("scanInBlocks", 1, 128, to, from, size);
        int[] sums = new int[513];
        for (int i = 0; i < 512; i++) {
          sums[i + 1] = i % size == size - 1 ? 0 : sums[i] + i % 7;
        }
        near(0, to, i -> sums[i]);
        file.launch("addBefore", 1, 128, to, file.array("uint", 1, i -> 1000));
        near(0, to, i -> sums[i] + 1000);
      }
    }
  }

  @Test
  void networks() {
    try (CudaFile file = new CudaFile("networks.cu")) {
      Value keys = file.array("uint", 512, i -> i * 37 % 512);
      Value values = file.array("uint", 512, i -> i);
      file.launch("bitonic", 1, 256, keys, values, 512, 1);
      near(0, keys, i -> i);
      near(
          0,
          values,
          i -> IntStream.range(0, 512).filter(j -> j * 37 % 512 == i).findAny().orElse(-1));
      Value other = file.array("uint", 100, i -> 3 * i);
      Value merged = file.array("uint", 612);
      file.launch("mergeRanks<Direction::Up>", 3, 256, merged, keys, 512, other, 100);
      int[] all =
          IntStream.concat(IntStream.range(0, 512), IntStream.range(0, 100).map(i -> 3 * i))
              .sorted()
              .toArray();
      near(0, merged, i -> all[i]);
      file.launch("bitonic", 1, 256, keys, values, 512, 0);
      near(0, keys, i -> 511 - i);
      Value a = file.array("float", 4, i -> 8 - 2 * i);
      Value b = file.array("float", 3, i -> 7 - 3 * i);
      Value down = file.array("float", 7);
      file.launch("mergeRanks<Direction::Down, float>", 1, 32, down, a, 4, b, 3);
      double[] expected = {8, 7, 6, 4, 4, 2, 1};
      near(0, down, i -> expected[i]);
    }
  }

  @Test
  void options() {
    try (CudaFile file = new CudaFile("options.cu")) {
      int n = 200;
      Value price = file.array("float", n, i -> 20 + i % 50);
      Value strike = file.array("float", n, i -> 25 + i % 30);
      Value years = file.array("float", n, i -> 0.5 + i % 8);
      Value out = file.array("float", 2 * n);
      file.launch("finance::blackScholes", 2, 128, out, price, strike, years, 0.02f, 0.3f, n);
      near(1e-4, out, i -> price(i / 2, i % 2 == 1));
      float[] contract = {100, 95, 0.02f, 0.52f, 0.47f};
      set(file.global("finance::contracts", "float"), 10, i -> contract[i % 5]);
      Value values = file.array("float", 2);
      file.launch("finance::binomial", 2, 64, values);
      double[] call = new double[65];
      Arrays.setAll(call, i -> Math.max(0, 100 * Math.exp(contract[2] * (2.0 * i - 64)) - 95));
      for (int step = 64; step > 0; step--) {
        for (int i = 0; i < step; i++) {
          call[i] = contract[3] * call[i + 1] + contract[4] * call[i];
        }
      }
      near(1e-4, values, i -> call[0]);
    }
  }

  private static double price(int i, boolean put) {
    double years = 0.5 + i % 8;
    double sigma = 0.3 * Math.sqrt(years);
    double later = (25 + i % 30) * Math.exp(-0.02 * years);
    double high = Math.log((20 + i % 50) / later) / sigma + sigma / 2;
    double call = (20 + i % 50) * normal(high) - later * normal(high - sigma);
    return put ? call + later - 20 - i % 50 : call;
  }

  /** The normal distribution, by Simpson's rule. */
  private static double normal(double x) {
    int steps = 200;
    double sum = 0;
    for (int i = 0; i <= steps; i++) {
      double t = x * i / steps;
      sum += (i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2) * Math.exp(-t * t / 2);
    }
    return 0.5 + sum * x / steps / 3 / Math.sqrt(2 * Math.PI);
  }

  @Test
  void intrinsics() {
    try (CudaFile file = new CudaFile("intrinsics.cu")) {
      Value out = file.array("int", 11);
      file.launch("atomics", 2, 64, out);
      assertEquals(1280, at(out, 0));
      assertEquals(-1280, at(out, 1));
      assertEquals(7, at(out, 2));
      assertEquals(127, at(out, 3));
      assertEquals(128 % 18, at(out, 5));
      assertEquals(65535, at(out, 9));
      assertEquals(0, at(out, 10));
      Value bits = file.array("uint", 32);
      file.launch("votes", 1, 32, file.array("uint", 32, i -> i % 3), bits, 32);
      int ballot = IntStream.range(0, 32).filter(i -> i % 3 == 1).map(i -> 1 << i).sum();
      near(0, bits, i -> Integer.toUnsignedLong(ballot + 1));
      Value x = file.array("int", 32, i -> i);
      file.launch("prefixes", 1, 32, x, file.array("half", 1, i -> 2));
      near(0, x, i -> i * (i + 1));
      Value y = file.array("float", 5, i -> i * 3 % 5);
      Value folded = file.array("float", 1);
      file.launch("fold", 1, 1, y, folded, 5, 0);
      assertEquals(10, at(folded, 0));
      file.launch("fold", 1, 1, y, folded, 5, 1);
      assertEquals(4, at(folded, 0));
      assertEquals(1, at(file.global("watched"), 0));
    }
  }

  @Test
  void convolution() {
    try (CudaFile file = new CudaFile("convolution.cu")) {
      double[] taps = {0.1, 0.2, 0.3, 1, 0.4, 0.5, 0.6};
      set(file.global("c_Kernel", "float"), 7, i -> taps[i]);
      Value in = file.array("float", 64 * 8, i -> i * 7 % 31);
      Value out = file.array("float", 64 * 8);
      file.launch("rows", dim(2, 2), dim(16, 4), out, in, 64, 8, 64);
      near(
          1e-5,
          out,
          i -> {
            double sum = 0;
            for (int d = -3; d <= 3; d++) {
              int x = i % 64 + d;
              sum += x >= 0 && x < 64 ? taps[3 - d] * ((i + d) * 7 % 31) : 0;
            }
            return sum;
          });
      Value walsh = file.array("float", 64, i -> i * 5 % 8);
      double[] before = read(walsh);
      file.launchShared("walshLocal", 1, 32, 256, walsh, 6);
      near(
          1e-5,
          walsh,
          i ->
              IntStream.range(0, 64)
                  .mapToDouble(j -> Integer.bitCount(i & j) % 2 == 0 ? before[j] : -before[j])
                  .sum());
      Value pairs = file.array("float", 64, i -> i);
      file.launch("walshStep<1>", 1, 32, pairs, 64);
      near(0, pairs, i -> (i & 2) == 0 ? 2 * i + 2 : -2);
    }
  }

  @Test
  void managed() {
    try (CudaFile file = new CudaFile("managed.cu")) {
      Value in = file.array("float", 64, i -> i);
      Value out = file.array("float", 64);
      file.launch("accumulate<float>", 2, 32, span(in), span(out), 0.5f);
      near(0, out, i -> 1008 + i);
      Value element =
          file.structs(
              28, to -> to.put(0, (byte) 'h').put(1, (byte) 'e').putInt(16, 5).putInt(20, 2));
      file.launch("bump", 1, 1, element, 2);
      assertEquals('d', at(element, 0));
      assertEquals(17, at(element, 16));
      assertEquals(0x3f, at(element, 27));
      Value to = file.array("int", 1);
      file.launch("bumpCopy", 1, 1, bytes(28, copy -> copy.put(1, (byte) 'e').putInt(16, 17)), to);
      assertEquals(17 + 'e', at(to, 0));
    }
  }

  private static byte[] span(Value array) {
    return bytes(16, to -> to.putLong(pointer(array)).putInt((int) array.getArraySize()));
  }
}
