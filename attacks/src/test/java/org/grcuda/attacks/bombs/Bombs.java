package org.grcuda.attacks.bombs;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** All of them. */
final class Bombs {

  private static final List<Supplier<List<Bomb>>> KINDS =
      List.of(
          MacroBombs::all,
          TemplateBombs::all,
          ConstantBombs::all,
          SizeBombs::all,
          CodeBombs::all,
          AssemblyBombs::all);

  /** One of each kind and ending, for the suite. */
  private static final Set<String> QUICK =
      Set.of(
          "nested parentheses",
          "includes its file",
          "a header that includes itself",
          "classes without end",
          "a tree of 2^30 classes",
          "a constant recursion",
          "pointers to pointers",
          "a raw string without end");

  private Bombs() {}

  /** All, the quick ones, or the one of that name. */
  static Stream<Bomb> select(String which) {
    Stream<Bomb> all = KINDS.stream().flatMap(kind -> kind.get().stream());
    return switch (which) {
      case "all" -> all;
      case "quick" -> all.filter(bomb -> QUICK.contains(bomb.name()));
      default -> all.filter(bomb -> bomb.name().equals(which));
    };
  }
}
