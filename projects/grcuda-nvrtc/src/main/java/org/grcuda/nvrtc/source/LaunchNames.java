package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.grcuda.nvrtc.source.Declaration.Kind;

/** The kernels that NVRTC makes only if they are asked for, as C++ expressions. */
final class LaunchNames {

  private static final Set<String> BUILT_IN =
      Set.of(
          "bool",
          "char",
          "short",
          "int",
          "long",
          "float",
          "double",
          "signed",
          "unsigned",
          "void",
          "const",
          "true",
          "false",
          "sizeof",
          "struct",
          "size_t",
          "dim3",
          "std",
          "cuda");

  private final List<Token> tokens;
  private final Brackets brackets;
  private final Reach reach;
  private final Set<String> expressions = new LinkedHashSet<>();
  private final Set<String> names = new TreeSet<>();

  LaunchNames(List<Token> tokens, List<Declaration> declarations, Reach reach) {
    this.tokens = tokens;
    this.brackets = new Brackets(tokens);
    this.reach = reach;
    for (Declaration each : declarations) {
      boolean definition = each.isKernel() && each.open >= 0;
      if (definition && !each.template && (each.is("static") || each.unnamed)) {
        expressions.add(each.path + each.name());
      }
      if (each.kind == Declaration.Kind.INSTANTIATION && each.is("__global__")) {
        explicit(each);
      } else if (!each.isDevice()) {
        launches(each);
      }
    }
  }

  /** Instances of templates that the host launches, and kernels that no other file could see. */
  List<String> expressions() {
    return List.copyOf(expressions);
  }

  /** The names in the arguments of the instances. */
  Set<String> names() {
    return names;
  }

  /** Asks for an instance that the file makes itself, so that it is known by its C++ name. */
  private void explicit(Declaration instantiation) {
    for (int i = instantiation.first; i < instantiation.last; i++) {
      int open = brackets.is(i, "(") ? brackets.openAngle(i - 1, instantiation.first) : -1;
      if (open > 0 && brackets.is(i - 1, ">") && tokens.get(open - 1).is(instantiation.name())) {
        instance(open, i - 1, instantiation);
        return;
      }
    }
  }

  private void launches(Declaration host) {
    for (int i = host.first; i < host.last; i++) {
      if (brackets.isLaunch(i) && brackets.is(i - 1, ">")) {
        int open = brackets.openAngle(i - 1, host.first);
        if (open > host.first && tokens.get(open - 1).isName()) {
          instance(open, i - 1, host);
        }
      }
    }
  }

  private void instance(int open, int close, Declaration host) {
    List<String> arguments = new ArrayList<>();
    for (int i = open + 1; i < close; i++) {
      Token token = tokens.get(i);
      boolean member = brackets.is(i - 1, "::");
      if (token.isName() && !member && !isGlobal(token.text())) {
        return;
      }
      if (token.isName()) {
        arguments.add(token.text());
      }
    }
    int first = open - 1;
    while (first - 2 > host.first
        && brackets.is(first - 1, "::")
        && tokens.get(first - 2).isName()) {
      first -= 2;
    }
    StringBuilder text = new StringBuilder(first == open - 1 ? prefix(open - 1, host) : "");
    for (int i = first; i <= close; i++) {
      boolean blank = i > first && tokens.get(i).isName() && tokens.get(i - 1).isName();
      text.append(blank ? " " : "");
      text.append(i > open && !brackets.is(i - 1, "::") ? path(tokens.get(i)) : "");
      text.append(tokens.get(i).text());
      text.append(tokens.get(i).is(",") ? " " : "");
    }
    expressions.add(text.toString());
    names.addAll(arguments);
  }

  /** The namespaces of a name in an argument. */
  private String path(Token token) {
    return !token.isName() || BUILT_IN.contains(token.text())
        ? ""
        : reach.named(token.text()).stream().map(each -> each.path).findFirst().orElse("");
  }

  private boolean isGlobal(String name) {
    return BUILT_IN.contains(name)
        || reach.named(name).stream()
            .anyMatch(each -> each.kind != Kind.VARIABLE || each.is("const") || each.isConstexpr())
        || name.matches("u?int(8|16|32|64)_t|u(int|short|char|long)|[a-z]+[1-4]");
  }

  /** The namespaces of the template that an unqualified name means in a host function. */
  private String prefix(int name, Declaration host) {
    String found = null;
    for (Declaration each : reach.named(tokens.get(name).text())) {
      boolean visible = host.path.startsWith(each.path);
      if (each.isKernel() && (found == null || visible)) {
        found = each.path;
      }
    }
    return found == null ? "" : found;
  }
}
