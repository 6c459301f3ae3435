package org.grcuda.nvrtc.source;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.nvrtc.source.Declaration.Kind;

/** Decides for each declaration whether device code keeps it, and notes the changes of the text. */
final class Separation {

  private static final String HOST = "host code";
  private static final String UNNAMED = "device code does not name it";

  private static final Set<Kind> NEVER_NAMED = Set.of(Kind.ASSERTION, Kind.UNKNOWN);

  private final List<Token> tokens;
  private final Directives directives;
  private final List<Declaration> declarations;
  private final Reach reach;
  private final Set<Declaration> named;
  private final Set<Declaration> needed;
  private final Set<String> usedNames = new HashSet<>();
  private final LaunchNames launches;
  private final Map<Declaration, String> refused = new LinkedHashMap<>();
  private Decisions decisions;

  /**
   * @param defaultDevice whether functions without annotations are for the device where its code
   *     names them
   */
  Separation(Directives directives, boolean defaultDevice) {
    this.tokens = directives.stream();
    this.directives = directives;
    this.declarations = Declarations.of(tokens);
    this.reach = new Reach(tokens, declarations, defaultDevice);
    List<Declaration> annotated = declarations.stream().filter(Declaration::isDevice).toList();
    annotated.forEach(this::refuseLaunches);
    this.launches = new LaunchNames(tokens, declarations, reach);
    this.named = reach.of(annotated, launches.names());
    List<Declaration> started =
        annotated.stream()
            .filter(each -> each.kind != Kind.CLASS && !each.isBoth() || each.isKernel())
            .toList();
    this.needed = reach.of(started, launches.names());
    usedNames.addAll(launches.names());
    declarations.stream()
        .filter(each -> named.contains(each) || NEVER_NAMED.contains(each.kind))
        .forEach(each -> usedNames.addAll(reach.names(each)));
  }

  /** Name expressions of instances that the host launches, and of kernels that only it sees. */
  List<String> nameExpressions() {
    return launches.expressions();
  }

  /** Those name expressions whose arguments the file does not spell, and what asks for them. */
  Map<String, Token> foundExpressions() {
    return launches.found();
  }

  /** The declarations, outermost first. */
  List<Declaration> declarations() {
    return declarations;
  }

  /** What was set aside by {@link #texts}. */
  List<SetAside> setAside() {
    return decisions.setAside();
  }

  /** Declarations that {@link #texts} kept. */
  Set<Declaration> kept() {
    return decisions.kept();
  }

  /** Whether the compiler's refusal of a kept declaration may set it aside. */
  boolean mayBeRefused(Declaration declaration) {
    boolean data = declaration.kind == Kind.VARIABLE && declaration.owner != null;
    return declaration.kind == Kind.FUNCTION && reach.isOfTheHost(declaration)
        || data && !declaration.isDevice() && !reach.hasObjects(declaration.owner, needed)
        || !needed.contains(declaration)
            && (!declaration.isDevice() || declaration.isBoth() || declaration.kind == Kind.CLASS);
  }

  /** Sets a declaration aside from the next {@link #texts} on. */
  void refuse(Declaration declaration, String why) {
    refused.put(declaration, why);
  }

  /** The text of each file, with only device code. */
  Map<SourceFile, Edited> texts(Collection<SourceFile> files) {
    decisions = new Decisions(tokens);
    Set<String> lost = new HashSet<>();
    for (Declaration declaration : declarations) {
      if (declaration.kind == Kind.CLASS && !isClassKept(declaration)) {
        lost.addAll(declaration.names);
      }
      if (declaration.kind == Kind.TYPE_NAME && isHosts(declaration, lost)) {
        lost.addAll(declaration.names);
      }
    }
    declarations.forEach(declaration -> decide(declaration, lost));
    return decisions.texts(files, directives.directives());
  }

  private void decide(Declaration declaration, Set<String> lost) {
    if (refused.containsKey(declaration)) {
      decisions.aside(declaration, refused.get(declaration));
      return;
    }
    if (isUndecided(declaration)) {
      decisions.keep(declaration);
      decisions.note(declaration, "kept, as it is not known which branch of a conditional counts");
      return;
    }
    switch (declaration.kind) {
      case FUNCTION -> function(declaration, lost);
      case VARIABLE -> variable(declaration, lost);
      case CLASS -> {
        if (isClassKept(declaration)) {
          members(declaration);
        } else {
          decisions.aside(declaration, UNNAMED);
        }
      }
      case TYPE_NAME -> keepUnless(isHosts(declaration, lost), declaration);
      case USING -> keepUnless(isIdle(declaration, lost), declaration);
      case ENUM -> decisions.keepEnumeration(declaration);
      case CONCEPT -> keepUnless(isHosts(declaration, lost), declaration);
      case INSTANTIATION -> instantiation(declaration);
      case ASSEMBLY -> decisions.aside(declaration, HOST);
      case UNKNOWN -> {
        decisions.keep(declaration);
        decisions.note(declaration, "kept, as it was not understood");
      }
      default -> decisions.keep(declaration);
    }
  }

  private void keepUnless(boolean unnamed, Declaration declaration) {
    if (unnamed) {
      decisions.aside(declaration, UNNAMED);
    } else {
      decisions.keep(declaration);
    }
  }

  /** Whether a declaration that device code does not name needs what only the host has. */
  private boolean isHosts(Declaration declaration, Set<String> lost) {
    return !named.contains(declaration)
        && !declaration.is("operator")
        && reach.names(declaration).stream()
            .anyMatch(name -> lost.contains(name) || HostHeaders.isNamespace(name));
  }

  /**
   * Whether a declaration without a body of its own only brings a name that device code does not
   * use: {@code using a::b;} or {@code namespace b = a;}.
   */
  private boolean isIdle(Declaration using, Set<String> lost) {
    boolean ofNamespace = tokens.get(using.first + 1).is("namespace");
    boolean alias = tokens.get(using.first).is("namespace");
    Token name = tokens.get(alias ? using.first + 1 : using.last - 1);
    boolean unused = !ofNamespace && name.isName() && !usedNames.contains(name.text());
    return unused || reach.names(using).stream().anyMatch(lost::contains);
  }

  private boolean isClassKept(Declaration declaration) {
    return !refused.containsKey(declaration)
        && (declaration.isDevice() || named.contains(declaration));
  }

  private boolean isUndecided(Declaration declaration) {
    return !directives.undecided().isEmpty()
        && tokens.subList(declaration.first, declaration.last + 1).stream()
            .anyMatch(directives.undecided()::contains);
  }

  private void function(Declaration declaration, Set<String> lost) {
    if (declaration.isDevice() || named.contains(declaration) && !declaration.isConstexpr()) {
      decisions.keep(declaration);
    } else if (declaration.isConstexpr()
        && !declaration.is("__host__")
        && !isHosts(declaration, lost)) {
      decisions.keepForBoth(declaration);
    } else {
      decisions.aside(declaration, HOST);
    }
  }

  private void variable(Declaration declaration, Set<String> lost) {
    if (declaration.isDevice() || declaration.isConstexpr() && !isHosts(declaration, lost)) {
      decisions.keep(declaration);
      return;
    }
    boolean constant =
        declaration.is("const")
            && !declaration.pointer
            && !declaration.is("extern")
            && !declaration.is("thread_local");
    boolean scalar = declaration.words.stream().anyMatch(Declaration::isArithmetic);
    if (constant && (scalar || named.contains(declaration))) {
      boolean floating = declaration.is("float") || declaration.is("double");
      if (floating && declaration.equals >= 0 && !declaration.is("volatile")) {
        decisions.keepConstant(declaration);
      } else {
        decisions.keep(declaration);
      }
    } else if (declaration.is(Prelude.TEXTURE) && named.contains(declaration)) {
      decisions.keepTexture(declaration);
    } else if (declaration.is("surface")) {
      decisions.aside(declaration, "a surface reference; kernels take surface objects instead");
    } else {
      decisions.aside(declaration, "host data");
    }
  }

  private void instantiation(Declaration declaration) {
    boolean ofKept =
        declaration.isDevice()
            || reach.named(declaration.name()).stream()
                .anyMatch(each -> each.kind == Kind.CLASS && isClassKept(each));
    if (ofKept) {
      decisions.keep(declaration);
    } else {
      decisions.aside(declaration, HOST);
    }
  }

  private void members(Declaration owner) {
    decisions.keepInParts(owner);
    decisions.keep(owner.first, owner.open < 0 ? owner.last : owner.open);
    int at = owner.open + 1;
    for (Declaration member : owner.members) {
      decisions.keep(at, member.first - 1);
      at = member.last + 1;
      member(member);
    }
    if (owner.open >= 0) {
      decisions.keep(at, owner.close);
      decisions.declarators(owner);
    }
  }

  private void member(Declaration member) {
    if (refused.containsKey(member)) {
      decisions.aside(member, refused.get(member));
      return;
    }
    switch (member.kind) {
      case CLASS -> {
        if (member.is("friend")) {
          decisions.keep(member);
        } else {
          members(member);
        }
      }
      case VARIABLE -> {
        boolean host = member.is("static") && !member.is("const") && !member.isConstexpr();
        if (host && !member.isDevice()) {
          decisions.aside(member, "host data");
        } else {
          decisions.keep(member);
        }
      }
      case FUNCTION -> memberFunction(member);
      default -> decisions.keep(member);
    }
  }

  /** A member of the host stays as a declaration: overloads and the class's properties stay. */
  private void memberFunction(Declaration member) {
    boolean defaulted =
        member.equals >= 0
            && (tokens.get(member.equals + 1).is("default")
                || tokens.get(member.equals + 1).is("delete"));
    if (member.isDevice() || defaulted) {
      decisions.keep(member);
      return;
    }
    boolean ofHost = reach.names(member).stream().anyMatch(HostHeaders::isNamespace);
    if (member.is("friend") || ofHost && !member.is("virtual") && !member.is("override")) {
      decisions.aside(member, HOST);
      return;
    }
    if (member.isConstexpr() && !member.is("__host__")) {
      decisions.keepForBoth(member);
      return;
    }
    decisions.declare(member, HOST);
  }

  private void refuseLaunches(Declaration declaration) {
    if (declaration.kind == Kind.CLASS) {
      declaration.members.stream().filter(Declaration::isDevice).forEach(this::refuseLaunches);
      return;
    }
    Brackets brackets = new Brackets(tokens);
    for (int i = declaration.first; i < declaration.last; i++) {
      if (brackets.isLaunch(i)) {
        throw new SourceException(
            tokens.get(i),
            declaration.what()
                + " launches a kernel (<<< >>>): kernels of grcuda cannot; launch it from the"
                + " host");
      }
    }
  }

  /** Refuses concepts that device code names. */
  void refuseConcepts() {
    for (Declaration declaration : declarations) {
      if (declaration.kind == Kind.CONCEPT && named.contains(declaration)) {
        throw new SourceException(
            tokens.get(declaration.first),
            declaration.what() + " needs C++20: give the option -std=c++20");
      }
    }
  }

  /** Whether a name is that of a function without annotations, which the option would keep. */
  boolean wouldBeDevice(String name) {
    return reach.named(name).stream()
        .anyMatch(each -> each.kind == Kind.FUNCTION && !each.is("__host__") && !each.isDevice());
  }

  /** The names in what was kept; of {@code using}, if it is not of the standard library. */
  Set<String> deviceNames() {
    Set<String> names = new LinkedHashSet<>();
    for (Declaration declaration : decisions.kept()) {
      Set<String> own = reach.names(declaration);
      if (declaration.kind != Kind.USING || !own.contains("std")) {
        names.addAll(own);
      }
    }
    return names;
  }

  /** Whether a place, an offset in a file, is in a declaration. */
  boolean covers(Declaration declaration, SourceFile file, int place) {
    int first = Integer.MAX_VALUE;
    int last = -1;
    for (int i = declaration.first; i <= declaration.last; i++) {
      Token token = tokens.get(i);
      if (token.file() == file) {
        first = Math.min(first, token.start());
        last = Math.max(last, token.end() - 1);
      }
    }
    return first <= place && place <= last;
  }

  /** Whether a declaration has tokens in a line of a file, or before and after it. */
  boolean coversLine(Declaration declaration, SourceFile file, int line) {
    int first = Integer.MAX_VALUE;
    int last = 0;
    for (int i = declaration.first; i <= declaration.last; i++) {
      Token token = tokens.get(i);
      if (token.file() == file) {
        first = Math.min(first, token.line());
        last = Math.max(last, token.file().line(Math.max(token.start(), token.end() - 1)));
      }
    }
    return first <= line && line <= last;
  }
}
