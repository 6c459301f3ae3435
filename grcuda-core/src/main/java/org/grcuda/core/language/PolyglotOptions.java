package org.grcuda.core.language;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.graalvm.options.OptionCategory;
import org.graalvm.options.OptionDescriptor;
import org.graalvm.options.OptionDescriptors;
import org.graalvm.options.OptionKey;
import org.graalvm.options.OptionStability;
import org.graalvm.options.OptionType;
import org.graalvm.options.OptionValues;
import org.grcuda.core.option.Options;
import org.grcuda.driver.option.Option;

/** The table of {@link Options} in the form of the polyglot API. */
final class PolyglotOptions {

  private static final Map<String, OptionKey<String>> KEYS = keys();
  static final OptionDescriptors DESCRIPTORS = OptionDescriptors.create(descriptors());

  private PolyglotOptions() {}

  /** The options of a context that were set. */
  static Options read(OptionValues given) {
    var values = new HashMap<String, String>();
    KEYS.forEach(
        (name, key) -> {
          if (key.hasBeenSet(given)) {
            values.put(name, key.getValue(given));
          }
        });
    return Options.of(values);
  }

  private static Map<String, OptionKey<String>> keys() {
    var keys = new HashMap<String, OptionKey<String>>();
    for (Option option : Options.all()) {
      var type = new OptionType<>(option.name(), option::check);
      keys.put(option.name(), new OptionKey<>(option.defaultValue(), type));
    }
    return keys;
  }

  private static List<OptionDescriptor> descriptors() {
    var descriptors = new ArrayList<OptionDescriptor>();
    for (Option option : Options.all()) {
      descriptors.add(
          OptionDescriptor.newBuilder(KEYS.get(option.name()), option.fullName())
              .category(OptionCategory.USER)
              .stability(OptionStability.STABLE)
              .help(option.help() + ". " + option.legalValues())
              .build());
    }
    return descriptors;
  }
}
