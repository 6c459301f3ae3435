package org.grcuda.tests.golden;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.UByteArray;
import org.grcuda.driver.image.AddressMode;
import org.grcuda.driver.image.FilterMode;
import org.grcuda.driver.image.Sampler;
import org.grcuda.image.ImageLayout;
import org.grcuda.image.Surface;
import org.grcuda.image.Texture;

/** The golden program {@code textures} in Java. */
final class TexturePrograms {

  private static final int WIDTH = 4;
  private static final int HEIGHT = 3;
  private static final Sampler LINEAR = Sampler.PLAIN.withFilter(FilterMode.LINEAR);

  private final GrCuda cuda;
  private final String source;
  private final PrintStream out;

  private TexturePrograms(GrCuda cuda, String source, PrintStream out) {
    this.cuda = cuda;
    this.source = source;
    this.out = out;
  }

  static void typed(GrCuda cuda, String source, PrintStream out) {
    TexturePrograms program = new TexturePrograms(cuda, source, out);
    program.rotated();
    program.lines();
    program.channels();
    program.surface();
    program.layers();
  }

  private Kernel kernel(String name) {
    return cuda.buildKernel(source, name);
  }

  private void show(float[] values, int from, int to) {
    out.println(
        IntStream.range(from, to)
            .mapToObj(i -> String.format(Locale.ROOT, "%.3f", values[i]))
            .collect(Collectors.joining(" ")));
  }

  private void rotated() {
    FloatArray image = cuda.floatArray(HEIGHT, WIDTH);
    for (int i = 0; i < HEIGHT * WIDTH; i++) {
      image.set(i / WIDTH, i % WIDTH, 10 * (i / WIDTH) + i % WIDTH);
    }
    FloatArray turned = cuda.floatArray(HEIGHT, WIDTH);
    Texture smooth =
        image.texture(LINEAR.withAddress(AddressMode.BORDER).withBorder(-1, -1, -1, -1));
    out.println(smooth + " plain " + Arrays.toString(smooth.shape()) + " " + smooth.channels());
    Kernel.Configuration rotate = kernel("rotate").grid(1).block(8, 8);
    rotate.launch(smooth, turned, WIDTH, HEIGHT, 0f, 1f);
    for (int row = 0; row < HEIGHT; row++) {
      show(turned.toArray(), row * WIDTH, (row + 1) * WIDTH);
    }
    Kernel.Configuration raise = kernel("raise").grid(1).block(32);
    raise.launch(image, 100f, HEIGHT * WIDTH);
    rotate.launch(smooth, turned, WIDTH, HEIGHT, 1f, 0f);
    raise.launch(image, -100f, HEIGHT * WIDTH);
    show(turned.toArray(), WIDTH, 2 * WIDTH);
    show(image.toArray(), WIDTH, 2 * WIDTH);
  }

  private void lines() {
    FloatArray points = cuda.floatArray(4);
    points.copyFrom(new float[] {1, 2, 4, 8});
    FloatArray samples = cuda.floatArray(8);
    for (AddressMode mode :
        new AddressMode[] {AddressMode.CLAMP, AddressMode.WRAP, AddressMode.MIRROR}) {
      Texture texture = points.texture(LINEAR.withNormalizedCoordinates().withAddress(mode));
      kernel("line").grid(1).block(32).launch(texture, samples, -0.5f, 0.25f, 8);
      show(samples.toArray(), 0, 8);
    }
  }

  private void channels() {
    UByteArray colours = cuda.ubyteArray(1, 2, 4);
    byte no = 0;
    byte full = (byte) 255;
    colours.copyFrom(new byte[] {full, no, full, no, 51, 102, (byte) 153, full});
    FloatArray shades = cuda.floatArray(2);
    Texture texture =
        colours.texture(ImageLayout.PLAIN.withChannels(4), Sampler.PLAIN.withNormalizedValues());
    kernel("grey").grid(1).block(8, 8).launch(texture, shades, 2, 1);
    show(shades.toArray(), 0, 2);
  }

  private void surface() {
    IntArray cells = cuda.intArray(2, 3);
    cells.copyFrom(new int[] {1, 2, 3, 4, 5, 6});
    Surface surface = cells.surface(ImageLayout.PLAIN);
    Kernel.Configuration add = kernel("addRight").grid(1).block(8, 8);
    add.launch(surface, 3, 2);
    add.launch(surface, 3, 2);
    int[] after = cells.toArray();
    out.println(
        surface
            + " ["
            + Arrays.toString(Arrays.copyOf(after, 3))
            + ", "
            + Arrays.toString(Arrays.copyOfRange(after, 3, 6))
            + "]");
  }

  private void layers() {
    FloatArray layers = cuda.floatArray(2, 3);
    layers.copyFrom(new float[] {1, 2, 3, 5, 6, 7});
    FloatArray mixed = cuda.floatArray(3);
    Kernel blend =
        cuda.buildKernel(
            source,
            "blend(scene: struct {layers: cudaTextureObject_t, weight: float},"
                + " out: out pointer float, n: sint32)");
    Texture texture =
        layers.texture(ImageLayout.PLAIN.withKind(ImageLayout.Kind.LAYERED), Sampler.PLAIN);
    blend.grid(1).block(32).launch(Map.of("layers", texture, "weight", 0.25f), mixed, 3);
    show(mixed.toArray(), 0, 3);
  }
}
