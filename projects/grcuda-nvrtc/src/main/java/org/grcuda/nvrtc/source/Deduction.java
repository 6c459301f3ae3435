package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.nvrtc.source.Arguments.Argument;
import org.grcuda.nvrtc.source.TemplateParameters.Range;

/**
 * Finds arguments of function templates that calls leave out ([temp.deduct.call]): types of
 * parameters {@code T x} and {@code T *x}, from variables, literals and casts.
 */
final class Deduction {

  private static final Set<String> QUALIFIERS =
      Set.of("const", "volatile", "__restrict__", "__restrict", "restrict", "&");

  private final List<Token> tokens;
  private final Brackets brackets;
  private final HostVariables variables;

  Deduction(List<Token> tokens, Arguments arguments) {
    this.tokens = tokens;
    this.brackets = new Brackets(tokens);
    this.variables = new HostVariables(tokens, arguments);
  }

  /** Of what kind the variables of the host are. */
  HostVariables variables() {
    return variables;
  }

  /**
   * Adds to {@code bound} what the arguments in brackets at {@code call} tell.
   *
   * @param host where variables may be declared
   * @param known what names of the calling function stand for
   */
  void add(
      Declaration template,
      TemplateParameters parameters,
      Map<String, Argument> bound,
      int call,
      Declaration host,
      Map<String, Argument> known) {
    int close = brackets.close(call, tokens.size());
    List<Range> given = close < 0 ? List.of() : TemplateParameters.split(tokens, call, close);
    List<Range> taken = parametersOf(template);
    Map<String, Argument> found = new HashMap<>();
    for (int i = 0; i < Math.min(given.size(), taken.size()); i++) {
      List<Token> pattern = new ArrayList<>(tokens.subList(taken.get(i).from(), taken.get(i).to()));
      boolean constant = pattern.stream().anyMatch(token -> token.is("const"));
      pattern.removeIf(token -> QUALIFIERS.contains(token.text()));
      String name = pattern.isEmpty() ? "" : pattern.getFirst().text();
      if (parameters.names().contains(name) && !found.containsKey(name)) {
        Argument type = type(pattern, constant, variables.of(given.get(i), host, known));
        if (type != null) {
          found.put(name, type);
        }
      }
    }
    found.forEach(bound::putIfAbsent);
  }

  /**
   * What {@code T} is in the pattern {@code T *... name}; null if the pattern is another.
   *
   * @param constant whether the pattern adds {@code const}
   */
  private static Argument type(List<Token> pattern, boolean constant, HostVariables.Type given) {
    int pointers = 0;
    while (pointers + 1 < pattern.size() && pattern.get(pointers + 1).is("*")) {
      pointers++;
    }
    int behind = pattern.size() - 1 - pointers;
    boolean named = behind == 1 && pattern.getLast().isName();
    if (given == null || behind > 0 && !named || given.pointers() < pointers) {
      return null;
    }
    String stars = "*".repeat(given.pointers() - pointers);
    boolean adds = given.constant() && given.pointers() > 0 && !constant;
    String text = (adds ? "const " : "") + given.base().text() + stars;
    return new Argument(text, given.base().names());
  }

  private List<Range> parametersOf(Declaration template) {
    int end = template.open >= 0 ? template.open : template.last;
    for (int at = template.head; at < end; at++) {
      if (tokens.get(at).is(template.name()) && brackets.is(at + 1, "(")) {
        int close = brackets.close(at + 1, end);
        return close < 0 ? List.of() : TemplateParameters.split(tokens, at + 1, close);
      }
    }
    return List.of();
  }
}
