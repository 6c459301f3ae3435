package org.grcuda.tests.misuse;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.grcuda.driver.image.AddressMode;
import org.grcuda.driver.image.FilterMode;
import org.grcuda.driver.image.Sampler;
import org.grcuda.image.ImageLayout;

/** Arrays that are no images, and images where none belong. */
final class ImageMisuse {

  private static final ImageLayout PLAIN = ImageLayout.PLAIN;

  private ImageMisuse() {}

  static Stream<Misuse> cases() {
    return Stream.of(layouts(), samplers(), arguments()).flatMap(each -> each);
  }

  private static Misuse texture(
      String name, String array, Map<String, Object> options, Typed typed, String problem) {
    StringBuilder text = new StringBuilder();
    options.forEach(
        (key, value) -> {
          String shown = value instanceof String ? "'" + value + "'" : value.toString();
          text.append(text.isEmpty() ? "" : ", ").append("'" + key + "': " + shown);
        });
    return Misuse.of(
            name,
            "cu.Texture(" + array + ", {" + text + "})",
            h -> h.cu.invokeMember("Texture", array.equals("i") ? h.i : h.x, options),
            typed == null ? null : typed::make,
            "Texture, " + problem)
        .typed("texture, " + problem);
  }

  /** What makes the texture with the typed API. */
  private interface Typed {
    void make(TypedHost host);
  }

  private static Typed with(ImageLayout layout) {
    return h -> h.x.texture(layout, Sampler.PLAIN);
  }

  private static Typed with(Sampler sampler) {
    return h -> h.x.texture(sampler);
  }

  private static Stream<Misuse> layouts() {
    return Stream.of(
        texture(
            "three channels",
            "x",
            Map.of("channels", 3),
            with(PLAIN.withChannels(3)),
            "'channels': expected 1, 2 or 4, given 3"),
        texture(
            "channels that are no dimension",
            "x",
            Map.of("channels", 2),
            with(PLAIN.withChannels(2)),
            "'channels': expected an array whose last dimension is the 2 channels, given float[5]"),
        texture(
            "layers of nothing",
            "x",
            Map.of("kind", "layered"),
            with(PLAIN.withKind(ImageLayout.Kind.LAYERED)),
            "'kind': expected 2 or 3 dimensions of texels, the first for the layers, given 1"
                + " (channels are not counted)"),
        texture(
            "unknown kind",
            "x",
            Map.of("kind", "cubic"),
            null,
            "'kind': expected one of 'plain', 'layered', 'cube', given 'cubic'"),
        texture(
            "shape of another size",
            "x",
            Map.of("shape", List.of(2, 3)),
            with(PLAIN.withShape(2, 3)),
            "'shape': more texels than float[5] has elements, given [2, 3]"),
        texture(
            "shape of fewer texels",
            "x",
            Map.of("shape", List.of(2, 2)),
            with(PLAIN.withShape(2, 2)),
            "'shape': these texels are 4 elements, but float[5] has 5"),
        texture(
            "shape beyond all numbers",
            "x",
            Map.of("shape", List.of(2147483647, 2147483647, 2147483647)),
            with(PLAIN.withShape(2147483647, 2147483647, 2147483647)),
            "'shape': more texels than float[5] has elements, given [2147483647, 2147483647,"
                + " 2147483647]"),
        texture(
            "extents below 1",
            "x",
            Map.of("shape", List.of(-1, -5)),
            with(PLAIN.withShape(-1, -5)),
            "'shape': an extent is below 1, given [-1, -5]"),
        texture(
            "levels without a shape",
            "x",
            Map.of("levels", 2),
            with(PLAIN.withLevels(2)),
            "'levels': several levels lie one after another in 'x'; give the 'shape' of the first"),
        texture(
            "more levels than sizes",
            "x",
            Map.of("levels", 9),
            with(PLAIN.withLevels(9)),
            "'levels': expected 1 to 3 for this shape, given 9"),
        argument(
            "misspelt option",
            "cu.Texture(x, {'adress': 'wrap'})",
            h -> h.cu.invokeMember("Texture", h.x, Map.of("adress", "wrap")),
            "Texture: no option 'adress'; legal are kind, channels, shape, levels, address, filter,"
                + " normalized, read, srgb, border, mip, bias, minLevel, maxLevel"));
  }

  private static Stream<Misuse> samplers() {
    return Stream.of(
        texture(
            "unknown filter",
            "x",
            Map.of("filter", "bilinear"),
            null,
            "'filter': expected one of 'point', 'linear', given 'bilinear'; did you mean"
                + " 'linear'?"),
        texture(
            "coordinates that cannot wrap",
            "x",
            Map.of("address", "wrap"),
            with(Sampler.PLAIN.withAddress(AddressMode.WRAP)),
            "'address': 'wrap' needs coordinates from 0 to 1: give normalized: true"),
        texture(
            "filtered integers",
            "i",
            Map.of("filter", "linear"),
            h -> h.i.texture(Sampler.PLAIN.withFilter(FilterMode.LINEAR)),
            "'filter': integers have no values between them: with filter 'linear' expected floats,"
                + " or read: 'normalized' with integers of 8 or 16 bits, given int[4]"),
        texture(
            "floats as normalized values",
            "x",
            Map.of("read", "normalized"),
            with(Sampler.PLAIN.withNormalizedValues()),
            "'read': only integers of 8 and 16 bits can be read as normalized values, given"
                + " float[5]"),
        texture(
            "border of too many channels",
            "x",
            Map.of("border", List.of(1, 2, 3, 4, 5)),
            null,
            "'border': expected up to 4 numbers, given 5"));
  }

  private static Misuse argument(
      String name, String guest, Consumer<PolyglotHost> polyglot, String message) {
    return Misuse.of(name, guest, polyglot, null, message);
  }

  private static Stream<Misuse> arguments() {
    return Stream.of(
        argument(
            "texture of a number",
            "cu.Texture(5)",
            h -> h.cu.invokeMember("Texture", 5),
            "Texture, argument 1 'x': expected a device array, given 5"),
        argument(
            "texture of doubles",
            "cu.Texture(cu.DeviceArray('double', 3))",
            h -> h.cu.invokeMember("Texture", h.array("double", 3)),
            "Texture, 'x': channels of a texel are integers of 8, 16 or 32 bits, half or float,"
                + " given double[3]"),
        argument(
            "surface in column-major order",
            "cu.Surface(f)",
            h -> h.cu.invokeMember("Surface", h.f),
            "Surface, 'x': expected an array in row-major order without gaps, given float[2][3]"),
        argument(
            "sampler of a surface",
            "cu.Surface(x, {'filter': 'linear'})",
            h -> h.cu.invokeMember("Surface", h.x, Map.of("filter", "linear")),
            "Surface: no option 'filter'; legal are kind, channels, shape, levels"),
        argument(
            "texture of a freed array",
            "cu.Texture(freed)",
            h -> h.cu.invokeMember("Texture", h.freed),
            "array float[5] was freed"),
        Misuse.of(
            "texture for a float",
            "scale(1, 1)(x, cu.Texture(x), 5)",
            h -> h.scale.execute(1, 1).execute(h.x, h.cu.invokeMember("Texture", h.x), 5),
            h -> h.launch(h.x, h.x.texture(Sampler.PLAIN), 5),
            "kernel 'scale', argument 2 'factor': expected float, given a texture 1d [5] of float"),
        Misuse.of(
            "texture for an array",
            "scale(1, 1)(cu.Texture(x), 2, 5)",
            h -> h.scale.execute(1, 1).execute(h.cu.invokeMember("Texture", h.x), 2, 5),
            h -> h.launch(h.x.texture(Sampler.PLAIN), 2, 5),
            "kernel 'scale', argument 1 'x': expected a device array of float, given a texture 1d"
                + " [5] of float"),
        argument(
            "array for a texture",
            "cu.buildkernel(image, 'sample')(1, 1)(x, x)",
            h -> h.build(Sources.IMAGE, "sample").execute(1, 1).execute(h.x, h.x),
            "kernel 'sample', argument 1: expected ull64, given float[5]; a texture or surface of"
                + " it is made by Texture(x) or Surface(x)"),
        argument(
            "texture for a host function",
            "cu.bind('libc.so.6', 'labs(x: sint64): sint64')(cu.Texture(x))",
            h ->
                h.cu
                    .invokeMember("bind", "libc.so.6", "labs(x: sint64): sint64")
                    .execute(h.cu.invokeMember("Texture", h.x)),
            "host function 'labs', argument 1 'x': expected sint64, given a texture 1d [5] of"
                + " float, which only kernels take"));
  }
}
