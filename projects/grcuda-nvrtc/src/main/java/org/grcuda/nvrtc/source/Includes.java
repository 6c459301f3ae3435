package org.grcuda.nvrtc.source;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Predicate;

/** Finds the headers that a CUDA file includes: its own are scanned, the others only noted. */
final class Includes {

  private final Map<String, String> given;
  private final SourceReader reader;
  private final List<String> folders;
  private final Predicate<String> isProvided;
  private final SequencedMap<String, SourceFile> scanned = new LinkedHashMap<>();
  private final Map<SourceFile, String> paths = new HashMap<>();
  private final Set<String> provided = new LinkedHashSet<>();
  private final Map<String, Token> absent = new LinkedHashMap<>();

  /**
   * @param given texts by name
   * @param folders of options, searched after the folder of the file that includes
   * @param isProvided whether the compiler has a header of that name
   */
  Includes(
      Map<String, String> given,
      SourceReader reader,
      List<String> folders,
      Predicate<String> isProvided) {
    this.given = given;
    this.reader = reader;
    this.folders = folders;
    this.isProvided = isProvided;
  }

  /** Tells where a source lies. */
  void place(SourceFile file, String path) {
    paths.put(file, path);
  }

  /** Headers of the program, by the name in the include. */
  Map<String, SourceFile> scanned() {
    return scanned;
  }

  /** Names of headers that the compiler has. */
  Set<String> provided() {
    return provided;
  }

  /** Headers that are nowhere, and where they are first included. */
  Map<String, Token> absent() {
    return absent;
  }

  /** The header that {@code name} means in a directive; empty if it is not one to scan. */
  Optional<SourceFile> find(String name, boolean quoted, Token directive) {
    List<String> places = new ArrayList<>();
    if (quoted) {
      places.add(beside(paths.getOrDefault(directive.file(), ""), name));
    }
    folders.forEach(folder -> places.add(Path.of(folder).resolve(name).normalize().toString()));
    if (given.containsKey(name)) {
      return Optional.of(header(name, name, given.get(name), directive));
    }
    for (String place : places) {
      Optional<String> text = reader.read(place);
      if (text.isPresent()) {
        return Optional.of(header(name, place, text.get(), directive));
      }
    }
    if (isProvided.test(name)) {
      provided.add(name);
    } else {
      absent.putIfAbsent(name, directive);
    }
    return Optional.empty();
  }

  private static String beside(String path, String name) {
    return Path.of(path.isEmpty() ? "." : path).resolveSibling(name).normalize().toString();
  }

  private SourceFile header(String name, String path, String text, Token directive) {
    SourceFile known = scanned.get(name);
    if (known == null) {
      known = new SourceFile(name, text);
      scanned.put(name, known);
      paths.put(known, path);
    } else if (!paths.get(known).equals(path)) {
      throw new SourceException(
          directive,
          "two headers are included as \"%s\": %s and %s; include one of them by another path"
              .formatted(name, paths.get(known), path));
    }
    return known;
  }
}
