package org.grcuda.core.builtin;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.grcuda.core.guest.Values;
import org.grcuda.core.image.Images;
import org.grcuda.core.interop.DeviceArray;
import org.grcuda.core.interop.ImageObject;
import org.grcuda.core.interop.NamedArguments;
import org.grcuda.driver.image.AddressMode;
import org.grcuda.driver.image.FilterMode;
import org.grcuda.driver.image.Sampler;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.image.ImageLayout;
import org.grcuda.types.GrCudaException;

/** Textures and surfaces of arrays (CUDA Runtime API: texture object, surface object). */
final class ImageFunctions {

  private static final int AXES = 3;
  private static final int CHANNELS = 4;

  /** What a texture gives of a texel: cudaTextureReadMode. */
  private enum ReadMode {
    ELEMENT,
    NORMALIZED
  }

  private ImageFunctions() {}

  static void install(FunctionTable table) {
    table
        .function("Texture", 1, 2, ImageFunctions::texture)
        .function("Surface", 1, 2, ImageFunctions::surface);
  }

  /** {@code Texture(x [, options])}. */
  private static Object texture(Arguments call) {
    NamedArguments options = call.named(1, "options");
    ImageLayout layout = layout(options);
    Sampler sampler = sampler(options);
    options.checkAllUsed();
    return image(call, layout, sampler);
  }

  /** {@code Surface(x [, options])}. */
  private static Object surface(Arguments call) {
    NamedArguments options = call.named(1, "options");
    ImageLayout layout = layout(options);
    options.checkAllUsed();
    return image(call, layout, null);
  }

  private static ImageObject image(Arguments call, ImageLayout layout, Sampler sampler) {
    if (!(call.value(0) instanceof DeviceArray array)) {
      throw Values.expected(call.what(0, "x"), "a device array", call.value(0));
    }
    return new ImageObject(array, Images.of(call.function(), array.array(), layout, sampler));
  }

  private static ImageLayout layout(NamedArguments options) {
    return new ImageLayout(
        choice(options, "kind", ImageLayout.Kind.PLAIN),
        options.integer("channels", 1, CHANNELS, 0),
        Arrays.stream(options.integers("shape")).boxed().toList(),
        options.integer("levels", 1, Integer.SIZE, 1));
  }

  private static Sampler sampler(NamedArguments options) {
    return new Sampler(
        addressModes(options),
        choice(options, "filter", FilterMode.POINT),
        options.isTrue("normalized"),
        choice(options, "read", ReadMode.ELEMENT) == ReadMode.NORMALIZED,
        options.isTrue("srgb"),
        border(options),
        mipmap(options));
  }

  private static Sampler.Mipmap mipmap(NamedArguments options) {
    return new Sampler.Mipmap(
        choice(options, "mip", FilterMode.POINT),
        options.number("bias", 0),
        options.number("minLevel", 0),
        options.number("maxLevel", Float.MAX_VALUE));
  }

  /** One mode for all axes, or one for each dimension of the texels, x first. */
  private static List<AddressMode> addressModes(NamedArguments options) {
    List<String> names = options.strings("address", List.of("clamp"));
    if (names.isEmpty() || names.size() > AXES) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          options.what("address")
              + ": expected one mode, or one each for x, y and z, given "
              + names.size());
    }
    AddressMode[] modes = new AddressMode[AXES];
    for (int axis = 0; axis < AXES; axis++) {
      String name = names.get(Math.min(axis, names.size() - 1));
      modes[axis] = parse(options.what("address"), name, AddressMode.class);
    }
    return List.of(modes);
  }

  /** A number for all channels, or one for each; absent ones are 0. */
  private static List<Float> border(NamedArguments options) {
    float[] given = options.numbers("border");
    if (given.length > CHANNELS) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          options.what("border") + ": expected up to 4 numbers, given " + given.length);
    }
    Float[] border = new Float[CHANNELS];
    for (int c = 0; c < CHANNELS; c++) {
      border[c] = given.length == 1 ? given[0] : c < given.length ? given[c] : 0;
    }
    return List.of(border);
  }

  private static <E extends Enum<E>> E choice(NamedArguments options, String name, E usual) {
    String text = options.string(name, null);
    return text == null ? usual : parse(options.what(name), text, usual.getDeclaringClass());
  }

  private static <E extends Enum<E>> E parse(String what, String text, Class<E> type) {
    for (E each : type.getEnumConstants()) {
      if (each.name().equalsIgnoreCase(text)) {
        return each;
      }
    }
    List<String> legal =
        Arrays.stream(type.getEnumConstants())
            .map(each -> each.name().toLowerCase(Locale.ROOT))
            .toList();
    throw new GrCudaException(
        GrCudaException.Kind.VALUE,
        "%s: expected one of '%s', given '%s'%s"
            .formatted(
                what, String.join("', '", legal), text, Suggestions.didYouMean(text, legal)));
  }
}
