package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.Color;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ImageKernelsTest extends ConformanceTest {

  private static final int W = 45;
  private static final int H = 29;

  private final byte[] pixels = Inputs.bytes(W * H, 321);
  private final float[] smooth = Inputs.floats(W * H, 0, 1, 322);

  ImageKernelsTest() {
    super("images.cu");
  }

  private Call plane(String name) {
    return call(name).grid(3, 4).block(16, 8);
  }

  private int pixel(int x, int y) {
    return pixels[Math.clamp(y, 0, H - 1) * W + Math.clamp(x, 0, W - 1)] & 255;
  }

  private static int clip(double v) {
    return (int) Math.clamp(Math.floor(v / 256), 0, 255);
  }

  @Test
  void grey() {
    byte[] in = Inputs.bytes(4 * W * H, 323);
    byte[] out = new byte[W * H];
    plane("grey").run(in, out, W, H);
    for (int i = 0; i < W * H; i++) {
      int sum = 77 * (in[4 * i] & 255) + 150 * (in[4 * i + 1] & 255) + 29 * (in[4 * i + 2] & 255);
      assertEquals(sum / 256, out[i] & 255);
    }
  }

  @Test
  void yuvToRgb() {
    int w = 44;
    int h = 28;
    byte[] luma = Inputs.bytes(w * h, 324);
    byte[] chroma = Inputs.bytes(w * h / 2, 325);
    byte[] out = new byte[3 * w * h];
    plane("yuv_to_rgb").run(luma, chroma, out, w, h);
    for (int i = 0; i < w * h; i++) {
      int at = i / w / 2 * w + i % w / 2 * 2;
      int c = 298 * ((luma[i] & 255) - 16) + 128;
      int d = (chroma[at] & 255) - 128;
      int e = (chroma[at + 1] & 255) - 128;
      assertEquals(clip(c + 409 * e), out[3 * i] & 255);
      assertEquals(clip(c - 100 * d - 208 * e), out[3 * i + 1] & 255);
      assertEquals(clip(c + 516 * d), out[3 * i + 2] & 255);
    }
  }

  @Test
  void rgbToHsv() {
    int n = 100;
    float[] in = new float[3 * n];
    int[] bytes = Inputs.ints(3 * n, 0, 256, 326);
    for (int i = 0; i < 3 * n; i++) {
      in[i] = bytes[i] / 255f;
    }
    float[] out = new float[3 * n];
    call("rgb_to_hsv").cover(n, 32).run(in, out, n);
    double[] expected = new double[3 * n];
    for (int i = 0; i < n; i++) {
      float[] hsb = Color.RGBtoHSB(bytes[3 * i], bytes[3 * i + 1], bytes[3 * i + 2], null);
      expected[3 * i] = hsb[0] * 360;
      expected[3 * i + 1] = hsb[1];
      expected[3 * i + 2] = hsb[2];
    }
    Close.to("rgb_to_hsv", expected, out, 1e-5);
  }

  @Test
  void sobelEdges() {
    byte[] out = new byte[W * H];
    plane("sobel_edges").run(pixels, out, W, H);
    for (int i = 0; i < W * H; i++) {
      int gx = 0;
      int gy = 0;
      for (int k = 0; k < 9; k++) {
        int dx = k % 3 - 1;
        int dy = k / 3 - 1;
        int p = pixel(i % W + dx, i / W + dy);
        gx += dx * (2 - dy * dy) * p;
        gy += dy * (2 - dx * dx) * p;
      }
      assertEquals(Math.min(255, Math.abs(gx) + Math.abs(gy)), out[i] & 255);
    }
  }

  private IntStream around(int i) {
    return IntStream.range(0, 9).map(k -> pixel(i % W + k % 3 - 1, i / W + k / 3 - 1));
  }

  @Test
  void median() {
    byte[] out = new byte[W * H];
    plane("median_3x3").run(pixels, out, W, H);
    for (int i = 0; i < W * H; i++) {
      assertEquals(around(i).sorted().toArray()[4], out[i] & 255);
    }
  }

  @Test
  void morphology() {
    byte[] eroded = new byte[W * H];
    byte[] dilated = new byte[W * H];
    plane("morphology").run(pixels, eroded, dilated, W, H);
    for (int i = 0; i < W * H; i++) {
      assertEquals(around(i).min().orElseThrow(), eroded[i] & 255);
      assertEquals(around(i).max().orElseThrow(), dilated[i] & 255);
    }
  }

  @Test
  void bilinear() {
    int nw = 70;
    int nh = 20;
    float[] out = new float[nw * nh];
    call("bilinear").grid(5, 3).block(16, 8).run(smooth, out, W, H, nw, nh);
    double[] expected = new double[nw * nh];
    for (int i = 0; i < nw * nh; i++) {
      double u = Math.max(0, (i % nw + 0.5) * W / nw - 0.5);
      double v = Math.max(0, (i / nw + 0.5) * H / nh - 0.5);
      for (int k = 0; k < 4; k++) {
        int x = (int) u + k % 2;
        int y = (int) v + k / 2;
        double weight = (1 - Math.abs(u - x)) * (1 - Math.abs(v - y));
        expected[i] += weight * smooth[Math.min(y, H - 1) * W + Math.min(x, W - 1)];
      }
    }
    Close.to("bilinear", expected, out, 2e-5);
  }

  @Test
  void bilateral() {
    float[] out = new float[W * H];
    plane("bilateral").run(smooth, out, W, H, 0.2f, 3f);
    double[] expected = new double[W * H];
    for (int i = 0; i < W * H; i++) {
      double norm = 0;
      for (int k = 0; k < 25; k++) {
        int x = i % W + k % 5 - 2;
        int y = i / W + k / 5 - 2;
        if (x >= 0 && y >= 0 && x < W && y < H) {
          double p = smooth[y * W + x];
          double away = Math.pow(k % 5 - 2, 2) + Math.pow(k / 5 - 2, 2);
          double weight = Math.exp(-0.2 * away - 3 * Math.pow(p - smooth[i], 2));
          expected[i] += weight * p;
          norm += weight;
        }
      }
      expected[i] /= norm;
    }
    Close.to("bilateral", expected, out, 1e-6);
  }

  @Test
  void integralAndBoxFilter() {
    int[] integral = new int[W * H];
    float[] out = new float[W * H];
    call("integral_rows").cover(H, 16).run(pixels, integral, W, H);
    call("integral_columns").cover(W, 16).run(integral, W, H);
    plane("box_filter").run(integral, out, W, H, 3);
    double[] expected = new double[W * H];
    for (int i = 0; i < W * H; i++) {
      int all = 0;
      for (int k = 0; k <= i; k++) {
        all += k % W <= i % W ? pixels[k] & 255 : 0;
      }
      assertEquals(all, integral[i]);
      int count = 0;
      for (int k = 0; k < 49; k++) {
        int x = i % W + k % 7 - 3;
        int y = i / W + k / 7 - 3;
        if (x >= 0 && y >= 0 && x < W && y < H) {
          expected[i] += pixel(x, y);
          count++;
        }
      }
      expected[i] /= count;
    }
    Close.to("box_filter", expected, out, 1e-6);
  }

  @Test
  void equalise() {
    byte[] image = pixels.clone();
    for (int i = 0; i < image.length; i++) {
      image[i] = (byte) (image[i] & 63 | 32);
    }
    byte[] before = image.clone();
    call("equalise").block(256).run(image, W * H);
    for (int i = 0; i < image.length; i++) {
      int level = before[i] & 255;
      long below = IntStream.range(0, W * H).filter(k -> (before[k] & 255) <= level).count();
      assertEquals(below * 255 / (W * H), image[i] & 255);
    }
  }

  @Test
  void rotate() {
    int[] in = Inputs.ints(W * H, 327);
    int[] out = new int[W * H];
    plane("rotate").run(in, out, W, H);
    for (int i = 0; i < W * H; i++) {
      int row = i / H;
      int column = i % H;
      assertEquals(in[(H - 1 - column) * W + row], out[i]);
    }
  }

  @Test
  void alphaBlend() {
    int[] top = Inputs.ints(300, Integer.MIN_VALUE, Integer.MAX_VALUE, 328);
    int[] bottom = Inputs.ints(300, Integer.MIN_VALUE, Integer.MAX_VALUE, 329);
    int[] before = bottom.clone();
    call("alpha_blend").cover(300, 64).run(top, bottom, 300);
    for (int i = 0; i < 300; i++) {
      double alpha = (top[i] >>> 24) / 255.0;
      int expected = 0xff000000;
      for (int s = 0; s < 24; s += 8) {
        double p = top[i] >>> s & 255;
        double q = before[i] >>> s & 255;
        expected |= (int) Math.floor(p * alpha + q * (1 - alpha) + 127 / 255.0 + 1e-9) << s;
      }
      assertEquals(expected, bottom[i]);
    }
  }

  @Test
  void floydSteinbergRow() {
    float[] in = new float[W * H];
    for (int i = 0; i < in.length; i++) {
      in[i] = (i * 37 % 64) / 64f;
    }
    byte[] out = new byte[W * H];
    call("floyd_steinberg_row").block(H).run(in, out, W);
    for (int y = 0; y < H; y++) {
      double carry = 0;
      for (int x = 0; x < W; x++) {
        double v = in[y * W + x] + carry;
        int on = v >= 0.5 ? 1 : 0;
        carry = v - on;
        assertEquals(on, out[y * W + x]);
      }
    }
  }

  @Test
  void rayCast() {
    int n = 12;
    float[] balls = Inputs.floats(4 * n, 1, 9, 330);
    for (int k = 0; k < n; k++) {
      balls[4 * k + 3] = 0.5f + k % 4 * 0.5f;
    }
    int[] who = new int[W * H];
    float[] depth = new float[W * H];
    plane("ray_cast").run(balls, n, who, depth, W, H);
    int hits = 0;
    for (int i = 0; i < W * H; i++) {
      double nearest = 1e30;
      for (int k = 0; k < n; k++) {
        double dx = balls[4 * k] - i % W * 10.0 / W;
        double dy = balls[4 * k + 1] - i / W * 10.0 / H;
        double inside = Math.pow(balls[4 * k + 3], 2) - dx * dx - dy * dy;
        if (inside > 0) {
          nearest = Math.min(nearest, balls[4 * k + 2] + 20 - Math.sqrt(inside));
        }
      }
      boolean same = Math.abs(nearest - depth[i]) < 0.02 || nearest > 1e29 == depth[i] > 1e29f;
      hits += who[i] >= 0 ? 1 : 0;
      assertEquals(who[i] >= 0, depth[i] < 1e29f);
      assertEquals(true, same, nearest + " and " + depth[i]);
    }
    assertEquals(true, hits > 200 && hits < W * H, "hits: " + hits);
    assertArrayEquals(new int[] {}, Arrays.stream(who).filter(k -> k >= n).toArray());
  }
}
