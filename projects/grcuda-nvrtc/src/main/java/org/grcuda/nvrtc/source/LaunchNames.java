package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.grcuda.nvrtc.source.Arguments.Argument;
import org.grcuda.nvrtc.source.Declaration.Kind;
import org.grcuda.nvrtc.source.TemplateParameters.Range;

/**
 * The kernels that NVRTC makes only if they are asked for, as C++ expressions: instances of
 * templates that functions of the host name or launch. Templates of the host are followed with the
 * arguments with which they are used.
 */
final class LaunchNames {

  /** Most instances of templates of the host that are followed. */
  private static final int MOST_FOLLOWED = 1000;

  /** Most templates of the host that use each other. */
  private static final int MOST_DEPTH = 64;

  private final List<Token> tokens;
  private final Brackets brackets;
  private final Reach reach;
  private final Arguments arguments;
  private final Deduction deduction;
  private final Map<String, List<Declaration>> templates = new HashMap<>();
  private final Set<Followed> followed = new HashSet<>();
  private final Set<String> expressions = new LinkedHashSet<>();
  private final Set<String> names = new TreeSet<>();
  private final Map<String, Token> found = new LinkedHashMap<>();
  private int depth;

  /** A template of the host with arguments. */
  private record Followed(Declaration template, Map<String, Argument> bound) {}

  LaunchNames(List<Token> tokens, List<Declaration> declarations, Reach reach) {
    this.tokens = tokens;
    this.brackets = new Brackets(tokens);
    this.reach = reach;
    this.arguments = new Arguments(tokens, reach);
    this.deduction = new Deduction(tokens, arguments);
    List<Declaration> host = declarations.stream().filter(each -> !each.isAnnotated()).toList();
    host.stream()
        .filter(each -> isOpen(each) && each.open >= 0)
        .forEach(each -> templates.computeIfAbsent(key(each), k -> new ArrayList<>()).add(each));
    for (Declaration each : declarations) {
      boolean definition = each.isKernel() && each.open >= 0;
      if (definition && !each.template && (each.is("static") || each.unnamed)) {
        expressions.add(each.path + each.name());
      }
      if (each.kind == Kind.INSTANTIATION && each.is("__global__")) {
        explicit(each);
      }
    }
    host.stream().filter(each -> !isOpen(each)).forEach(each -> follow(each, Map.of()));
  }

  /** Instances of templates that the host launches, and kernels that no other file could see. */
  List<String> expressions() {
    return List.copyOf(expressions);
  }

  /** Those instances whose arguments the file does not spell, and what asks for them. */
  Map<String, Token> found() {
    return found;
  }

  /** The names in the arguments of the instances. */
  Set<String> names() {
    return names;
  }

  /** Whether a declaration is a template, and no specialization of one for certain arguments. */
  private boolean isOpen(Declaration each) {
    return each.template && !brackets.is(each.first + 2, ">");
  }

  /** By what name a template's arguments are given: of a member of a class, that of the class. */
  private String key(Declaration template) {
    for (int at = template.head; at < template.open; at++) {
      boolean member = tokens.get(at).is(template.name()) && brackets.is(at - 1, "::");
      if (member && brackets.is(at - 2, ">")) {
        int open = brackets.openAngle(at - 2, template.head);
        return open > 0 ? tokens.get(open - 1).text() : template.name();
      }
    }
    return template.name();
  }

  private TemplateParameters parameters(Declaration template) {
    int open = template.first + 1;
    return TemplateParameters.of(tokens, open, brackets.closeAngle(open, template.last));
  }

  /** Asks for an instance that the file makes itself, so that it is known by its C++ name. */
  private void explicit(Declaration instantiation) {
    for (int i = instantiation.first; i < instantiation.last; i++) {
      int open = brackets.is(i, "(") ? brackets.openAngle(i - 1, instantiation.first) : -1;
      if (open > 0 && brackets.is(i - 1, ">") && tokens.get(open - 1).is(instantiation.name())) {
        ask(open - 1, new Range(open + 1, i - 1), instantiation, Map.of());
        return;
      }
    }
  }

  /**
   * Looks for kernels and templates in a declaration of the host.
   *
   * @param bound what the parameters of a template stand for
   */
  private void follow(Declaration host, Map<String, Argument> bound) {
    if (followed.size() >= MOST_FOLLOWED || !followed.add(new Followed(host, bound))) {
      return;
    }
    Map<String, Argument> known = new HashMap<>();
    if (host.kind == Kind.FUNCTION || host.kind == Kind.CLASS) {
      deduction.variables().names(host).forEach(name -> known.put(name, null));
    }
    TemplateParameters parameters = isOpen(host) ? parameters(host) : null;
    if (parameters != null) {
      parameters.names().forEach(name -> known.put(name, null));
    }
    known.putAll(bound);
    int from = isOpen(host) ? host.open : host.first;
    for (int i = from; i < host.last; i++) {
      Token token = tokens.get(i);
      if (!token.isName()) {
        continue;
      }
      if (brackets.is(i, "using") || brackets.is(i, "const") || brackets.is(i, "constexpr")) {
        local(i, host, known);
      }
      boolean listed = brackets.is(i + 1, "<") && !brackets.isLaunch(i + 1);
      int close = listed ? brackets.closeAngle(i + 1, host.last) : -1;
      Range given = close < 0 ? new Range(i, i) : new Range(i + 2, close);
      int behind = close < 0 ? i + 1 : close + 1;
      kernel(i, given, behind, host, known);
      for (Declaration template : candidates(i, host)) {
        if (close >= 0 || brackets.is(behind, "(") && template.kind == Kind.FUNCTION) {
          instance(template, given, behind, host, known);
        }
      }
    }
  }

  /** The templates of the host that a name means in {@code host}. */
  private List<Declaration> candidates(int name, Declaration host) {
    List<Declaration> all = templates.getOrDefault(tokens.get(name).text(), List.of());
    if (all.size() < 2) {
      return all;
    }
    boolean qualified = brackets.is(name - 1, "::") && tokens.get(name - 2).isName();
    String path = qualified ? tokens.get(name - 2).text() + "::" : host.path;
    List<Declaration> near =
        all.stream()
            .filter(each -> qualified ? each.path.endsWith(path) : path.startsWith(each.path))
            .toList();
    return near.isEmpty() ? all : near;
  }

  /** Notes what a local constant or type name stands for. */
  private void local(int at, Declaration host, Map<String, Argument> known) {
    int equals = at + 1;
    while (equals < host.last && (tokens.get(equals).isName() || brackets.is(equals, "::"))) {
      equals++;
    }
    int end = equals;
    while (end < host.last && !brackets.is(end, ";") && !brackets.is(end, ",")) {
      end++;
    }
    if (host.kind == Kind.FUNCTION
        && at > host.open
        && brackets.is(equals, "=")
        && end < host.last) {
      Argument value = arguments.value(new Range(equals + 1, end), known);
      if (value != null) {
        known.put(tokens.get(equals - 1).text(), value);
      }
    }
  }

  /** Asks for the kernel that is named here, if it is an instance of a template. */
  private void kernel(
      int name, Range given, int behind, Declaration host, Map<String, Argument> known) {
    boolean listed = given.from() > name;
    boolean launched = brackets.isLaunch(behind);
    if (!listed && !launched) {
      return;
    }
    Declaration template =
        reach.named(tokens.get(name).text()).stream()
            .filter(each -> each.isKernel() && each.template)
            .findFirst()
            .orElse(null);
    if (template == null) {
      return;
    }
    TemplateParameters parameters = parameters(template);
    if (launched && parameters != null && !isComplete(parameters, given)) {
      deduced(name, template, parameters, given, argumentsOfLaunch(behind), host, known);
    } else if (listed) {
      ask(name, given, host, known);
    }
  }

  private boolean isComplete(TemplateParameters parameters, Range given) {
    int count = TemplateParameters.split(tokens, given.from() - 1, given.to()).size();
    int needed = 0;
    for (int i = 0; i < parameters.names().size(); i++) {
      needed = parameters.defaults().get(i) == null ? i + 1 : needed;
    }
    return given.to() > given.from() && count >= needed;
  }

  /** The bracket behind {@code <<<...>>>}; -1 if there is none. */
  private int argumentsOfLaunch(int launch) {
    for (int i = launch + 3; i + 2 < tokens.size() && !brackets.is(i, ";"); i++) {
      boolean end = brackets.is(i, ">") && brackets.is(i + 1, ">") && brackets.is(i + 2, ">");
      if (end && brackets.is(i + 3, "(")) {
        return i + 3;
      }
    }
    return -1;
  }

  private void deduced(
      int name,
      Declaration template,
      TemplateParameters parameters,
      Range given,
      int call,
      Declaration host,
      Map<String, Argument> known) {
    Map<String, Argument> bound = bind(parameters, given, known);
    if (call >= 0) {
      deduction.add(template, parameters, bound, call, host, known);
    }
    List<String> texts = new ArrayList<>();
    Set<String> used = new HashSet<>();
    for (int i = 0; i < parameters.names().size(); i++) {
      Argument argument = bound.get(parameters.names().get(i));
      if (argument == null) {
        if (parameters.defaults().get(i) == null) {
          return;
        }
        break;
      }
      texts.add(argument.text());
      used.addAll(argument.names());
    }
    String expression = qualified(name, host) + "<" + String.join(", ", texts) + ">";
    if (expressions.add(expression)) {
      found.put(expression, tokens.get(name));
    }
    names.addAll(used);
  }

  /** The arguments that are given, by the names of the parameters. */
  private Map<String, Argument> bind(
      TemplateParameters parameters, Range given, Map<String, Argument> known) {
    Map<String, Argument> bound = new HashMap<>();
    List<Range> parts =
        given.to() > given.from()
            ? TemplateParameters.split(tokens, given.from() - 1, given.to())
            : List.of();
    for (int i = 0; i < Math.min(parts.size(), parameters.names().size()); i++) {
      Argument argument = arguments.value(parts.get(i), known);
      if (argument != null) {
        bound.put(parameters.names().get(i), argument);
      }
    }
    return bound;
  }

  /** Follows a template of the host that is used here. */
  private void instance(
      Declaration template,
      Range given,
      int behind,
      Declaration host,
      Map<String, Argument> known) {
    TemplateParameters parameters = parameters(template);
    if (parameters == null) {
      return;
    }
    Map<String, Argument> bound = bind(parameters, given, known);
    if (brackets.is(behind, "(") && template.kind == Kind.FUNCTION) {
      deduction.add(template, parameters, bound, behind, host, known);
    }
    if (isSpecialized(template, parameters, bound) || depth == MOST_DEPTH) {
      return;
    }
    for (int i = 0; i < parameters.names().size(); i++) {
      Range usual = parameters.defaults().get(i);
      Argument argument = usual == null ? null : arguments.of(usual, bound);
      if (argument != null) {
        bound.putIfAbsent(parameters.names().get(i), argument);
      }
    }
    depth++;
    follow(template, bound);
    depth--;
  }

  /** Whether the files have other code for these arguments. */
  private boolean isSpecialized(
      Declaration template, TemplateParameters parameters, Map<String, Argument> bound) {
    List<Argument> given = parameters.names().stream().map(bound::get).toList();
    for (Declaration each : reach.named(template.name())) {
      int name = each.head;
      while (name < each.open && !tokens.get(name).is(template.name())) {
        name++;
      }
      int close = brackets.is(name + 1, "<") ? brackets.closeAngle(name + 1, each.last) : -1;
      if (each.template && !isOpen(each) && close >= 0) {
        List<Argument> own =
            TemplateParameters.split(tokens, name + 1, close).stream()
                .map(part -> arguments.value(part, Map.of()))
                .toList();
        if (own.equals(given)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Asks for an instance with these arguments, if they are known outside of the host's function.
   */
  private void ask(int name, Range given, Declaration host, Map<String, Argument> known) {
    Argument all = arguments.of(given, known);
    if (all != null) {
      String expression = qualified(name, host) + "<" + all.text() + ">";
      if (expressions.add(expression) && depth > 0) {
        found.put(expression, tokens.get(name));
      }
      names.addAll(all.names());
    }
  }

  /** The name of a template with its namespaces, as {@code host} means it. */
  private String qualified(int name, Declaration host) {
    int first = name;
    while (first - 2 > host.first
        && brackets.is(first - 1, "::")
        && tokens.get(first - 2).isName()) {
      first -= 2;
    }
    StringBuilder text = new StringBuilder(first == name ? prefix(name, host) : "");
    for (int i = first; i <= name; i++) {
      text.append(tokens.get(i).text());
    }
    return text.toString();
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
