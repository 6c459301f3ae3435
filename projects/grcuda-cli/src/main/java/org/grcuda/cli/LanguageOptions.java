package org.grcuda.cli;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.graalvm.options.OptionDescriptor;
import org.graalvm.options.OptionDescriptors;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Instrument;
import org.graalvm.polyglot.Language;
import org.grcuda.GrCuda;
import org.grcuda.driver.option.Suggestions;

/** Options of the languages, the tools and the engine. */
final class LanguageOptions {

  /** Prefix of the names of grcuda's own options. */
  static final String PREFIX = "grcuda.";

  /**
   * Options of an engine that has a compiler. They are experimental, so a Java program does not get
   * them.
   */
  private static final List<String> TUNED =
      List.of("engine.DynamicCompilationThresholdsMinScale", "engine.FirstTierMinInvokeThreshold");

  /**
   * The part of a bundle for GPU machines that has a language, by the prefix of the language's
   * options.
   */
  private static final Map<String, String> PARTS =
      Map.of(
          "js.",
          "JavaScript is not installed here: in the GPU bundle it is part c"
              + " (grcuda-gpu-c-javascript.tar.xz), to be unpacked over part a",
          "python.",
          "Python is not installed here: in the GPU bundle it is parts d and e"
              + " (grcuda-gpu-d-python.tar.xz, grcuda-gpu-e-python-library.tar.xz), to be unpacked"
              + " over part a");

  private LanguageOptions() {}

  /**
   * Builds a context with {@code options} and with the freedom of the user who runs the command:
   * files, threads, processes, native code, Java classes.
   *
   * @throws CommandFailure if an option does not exist or does not take its value
   */
  static Context open(Context.Builder builder, Map<String, String> options) {
    try {
      builder.allowAllAccess(true).allowExperimentalOptions(true);
      return builder.options(tuning()).options(options).build();
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(explain(options, e));
    }
  }

  /** The settings that the launcher passes, as system properties {@code grcuda.engine.NAME}. */
  private static Map<String, String> tuning() {
    var tuning = new HashMap<String, String>();
    for (String name : TUNED) {
      String value = System.getProperty(PREFIX + name);
      if (value != null) {
        tuning.put(name, value);
      }
    }
    return tuning;
  }

  /**
   * A typed context with {@code options}, about to be opened.
   *
   * @param command names the command in errors
   * @throws CommandFailure if one is not an option of grcuda
   */
  static GrCuda.Builder typed(String command, Map<String, String> options) {
    GrCuda.Builder builder = GrCuda.builder();
    options.forEach(
        (name, value) -> {
          if (!name.startsWith(PREFIX)) {
            throw CommandFailure.usage(
                "%s: takes options of grcuda only, got '--%s'".formatted(command, name));
          }
          builder.option(name.substring(PREFIX.length()), value);
        });
    return builder;
  }

  /**
   * Checks options that no context is opened with here.
   *
   * @throws CommandFailure if an option does not exist or does not take its value
   */
  static void check(Map<String, String> options) {
    if (!options.isEmpty()) {
      open(Context.newBuilder(), options).close();
    }
  }

  /** Every option by name, such as {@code grcuda.Backend}. */
  static Map<String, OptionDescriptor> known() {
    var known = new TreeMap<String, OptionDescriptor>();
    try (Engine engine =
        Engine.newBuilder().option("engine.WarnInterpreterOnly", "false").build()) {
      add(known, engine.getOptions());
      for (Language language : engine.getLanguages().values()) {
        add(known, language.getOptions());
      }
      for (Instrument instrument : engine.getInstruments().values()) {
        add(known, instrument.getOptions());
      }
    }
    return known;
  }

  /** The message for {@code option}, dashes included, which does not exist. */
  static String unknown(String option) {
    String name = option.replaceFirst("^-+", "");
    String qualified = name.contains(".") ? name : "grcuda." + name;
    return "unknown option '%s'%s"
        .formatted(
            option,
            Suggestions.nearest(qualified, known().keySet())
                .or(() -> Suggestions.nearest(name, known().keySet()))
                .map("; did you mean '--%s'?"::formatted)
                .orElse("; see grcuda help options"));
  }

  private static String explain(Map<String, String> options, IllegalArgumentException error) {
    Map<String, OptionDescriptor> known = known();
    for (var option : options.entrySet()) {
      String name = option.getKey();
      if (!known.containsKey(name)) {
        return unknown("--" + name);
      }
      try {
        known.get(name).getKey().getType().convert(option.getValue());
      } catch (IllegalArgumentException e) {
        return e.getMessage().contains(name)
            ? e.getMessage()
            : "option '--%s': %s".formatted(name, e.getMessage());
      }
    }
    return missingLanguage(error.getMessage(), known.keySet()).orElse(error.getMessage());
  }

  /**
   * Where to get the language of an unknown option, if that language is missing.
   *
   * @param message of the engine, which names the option
   * @param known every option
   */
  static Optional<String> missingLanguage(String message, Set<String> known) {
    return PARTS.entrySet().stream()
        .filter(part -> message.contains(" " + part.getKey()))
        .filter(part -> known.stream().noneMatch(name -> name.startsWith(part.getKey())))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private static void add(Map<String, OptionDescriptor> known, OptionDescriptors options) {
    for (OptionDescriptor option : options) {
      known.put(option.getName(), option);
    }
  }
}
