package org.grcuda.nvrtc.source;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.nvrtc.source.Declaration.Kind;

/** Which declarations others name, directly or through others: a fixed point over identifiers. */
final class Reach {

  private final List<Token> tokens;
  private final Map<String, List<Declaration>> byName = new HashMap<>();

  private final boolean defaultDevice;

  /**
   * @param defaultDevice whether functions without annotations are code of the device, too
   */
  Reach(List<Token> tokens, List<Declaration> declarations, boolean defaultDevice) {
    this.tokens = tokens;
    this.defaultDevice = defaultDevice;
    for (Declaration declaration : declarations) {
      declaration.names.forEach(name -> add(name, declaration));
      if (declaration.kind == Kind.ENUM) {
        names(declaration).forEach(name -> add(name, declaration));
      }
    }
  }

  private void add(String name, Declaration declaration) {
    byName.computeIfAbsent(name, key -> new ArrayList<>()).add(declaration);
  }

  /** Whether a declaration at namespace scope has this name. */
  boolean isDeclared(String name) {
    return byName.containsKey(name);
  }

  /** The declarations of a name at namespace scope. */
  List<Declaration> named(String name) {
    return byName.getOrDefault(name, List.of());
  }

  /**
   * The declarations that {@code from} and {@code names} reach, with members of classes. Functions
   * of the host alone are not reached, as device code cannot call them; of a class, members are
   * that are named or that the language calls.
   */
  Set<Declaration> of(Collection<Declaration> from, Collection<String> names) {
    Set<Declaration> reached = new HashSet<>();
    Set<String> seen = new HashSet<>();
    Set<Declaration> classes = new HashSet<>();
    Deque<Declaration> left = new ArrayDeque<>();
    from.forEach(declaration -> reach(declaration, reached, left));
    names.forEach(name -> see(name, seen, classes, reached, left));
    while (!left.isEmpty()) {
      Declaration next = left.poll();
      if (next.kind == Kind.CLASS) {
        classes.add(next);
        for (Declaration member : next.members) {
          if (isImplied(member) || member.names.stream().anyMatch(seen::contains)) {
            reach(member, reached, left);
          }
        }
      }
      for (String name : names(next)) {
        see(name, seen, classes, reached, left);
      }
    }
    return reached;
  }

  private void see(
      String name,
      Set<String> seen,
      Set<Declaration> classes,
      Set<Declaration> reached,
      Deque<Declaration> left) {
    if (!seen.add(name)) {
      return;
    }
    for (Declaration named : named(name)) {
      if (!isOfTheHost(named)) {
        reach(named, reached, left);
      }
    }
    for (Declaration each : List.copyOf(classes)) {
      for (Declaration member : each.members) {
        if (member.names.contains(name)) {
          reach(member, reached, left);
        }
      }
    }
  }

  private static void reach(
      Declaration declaration, Set<Declaration> reached, Deque<Declaration> left) {
    if (reached.add(declaration)) {
      left.add(declaration);
    }
  }

  /** Whether a member counts with its class, though nothing names it. */
  private static boolean isImplied(Declaration member) {
    if (member.kind != Kind.FUNCTION) {
      return true;
    }
    boolean special = member.name().equals(member.owner.name()) || member.is("operator");
    return member.isDevice() && (special || member.is("virtual"));
  }

  /** Whether device code cannot use the declaration, though it names it. */
  boolean isOfTheHost(Declaration declaration) {
    boolean function =
        declaration.kind == Kind.FUNCTION
            && !declaration.isConstexpr()
            && (!defaultDevice || declaration.is("__host__") || declaration.owner != null);
    boolean variable =
        declaration.kind == Kind.VARIABLE
            && !declaration.isConstexpr()
            && !declaration.is(Prelude.TEXTURE)
            && (!declaration.is("const") || declaration.is("extern") || declaration.pointer);
    return (function || variable) && !declaration.isDevice();
  }

  /**
   * Whether {@code reached} may have objects of a class, so that its layout counts: its name is
   * more than the qualifier of a member ([class.qual]).
   */
  boolean hasObjects(Declaration owner, Set<Declaration> reached) {
    for (Declaration each : reached) {
      boolean own = each == owner || each.isWithin(owner);
      if (own && (each.kind != Kind.FUNCTION || !each.is("static"))) {
        continue;
      }
      for (int i = each.first; i < each.last; i++) {
        boolean object = tokens.get(i).is(owner.name()) && !tokens.get(i + 1).is("::");
        if (object && (own || i < owner.first || i > owner.last)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The names in a declaration, without its members and without the bodies of host functions. */
  Set<String> names(Declaration declaration) {
    Set<String> names = new HashSet<>();
    int end = declaration.last;
    if (declaration.owner != null && isOfTheHost(declaration) && declaration.open >= 0) {
      end = declaration.open;
    }
    int at = declaration.first;
    for (Declaration member : declaration.members) {
      collect(at, member.first, names);
      at = member.last + 1;
    }
    collect(at, end + 1, names);
    return names;
  }

  private void collect(int from, int to, Set<String> names) {
    for (int i = from; i < to && i < tokens.size(); i++) {
      if (tokens.get(i).isName()) {
        names.add(tokens.get(i).text());
      }
    }
  }
}
