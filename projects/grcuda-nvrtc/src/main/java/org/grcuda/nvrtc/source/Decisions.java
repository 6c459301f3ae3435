package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was decided on declarations: the changes of the text, and the list for users. */
final class Decisions {

  private final List<Token> tokens;
  private final Edits edits;
  private final List<SetAside> setAside = new ArrayList<>();
  private final Set<Declaration> kept = new HashSet<>();

  Decisions(List<Token> tokens) {
    this.tokens = tokens;
    this.edits = new Edits(tokens);
    new GnuExpressions(tokens).rewrite(edits);
  }

  /** What was set aside. */
  List<SetAside> setAside() {
    return setAside;
  }

  /** Declarations that were kept. */
  Set<Declaration> kept() {
    return kept;
  }

  /** Notes that a declaration is kept whose parts are decided one by one. */
  void keepInParts(Declaration declaration) {
    kept.add(declaration);
  }

  /** Keeps tokens. */
  void keep(int first, int last) {
    edits.keep(first, last);
  }

  /** Keeps a function for both sides that has no annotation. */
  void keepForBoth(Declaration declaration) {
    edits.insert(declaration.head, "__host__ __device__ ");
    keep(declaration);
  }

  /**
   * Keeps a constant of floating point. As {@code constexpr}, others may be computed of it, as nvcc
   * does anyway.
   */
  void keepConstant(Declaration declaration) {
    edits.insert(declaration.head, "constexpr ");
    keep(declaration);
  }

  /** Keeps a texture reference, which becomes a variable of the device. */
  void keepTexture(Declaration declaration) {
    edits.insert(declaration.head, "__device__ ");
    keep(declaration);
  }

  /** Keeps an enumeration, but no variables that are declared with it. */
  void keepEnumeration(Declaration enumeration) {
    if (enumeration.close < 0) {
      keep(enumeration);
      return;
    }
    kept.add(enumeration);
    edits.keep(enumeration.first, enumeration.close);
    declarators(enumeration);
  }

  /** The text of each file. */
  Map<SourceFile, Edited> texts(
      Collection<SourceFile> files, Map<SourceFile, List<Token>> directives) {
    edits.end();
    Map<SourceFile, Edited> texts = new LinkedHashMap<>();
    for (SourceFile file : files) {
      texts.put(file, edits.applied(file, directives.getOrDefault(file, List.of())));
    }
    return texts;
  }

  /** Variables that are declared with their class, as in {@code struct P { int x; } all[3];}. */
  void declarators(Declaration owner) {
    boolean none = owner.last == owner.close + 1;
    if (none || owner.is("typedef") || owner.owner != null || owner.isAnnotated()) {
      edits.keep(owner.close + 1, owner.last);
      return;
    }
    edits.keep(owner.last, owner.last);
    edits.blank(owner.close + 1, owner.last - 1);
    setAside.add(
        entry(owner.close + 1, owner.last - 1, owner.what() + ", its variables", "host data"));
  }

  /** Keeps a member function of the host as a declaration of the device, without its body. */
  void declare(Declaration member, String why) {
    kept.add(member);
    edits.insert(member.head, "__device__ ");
    for (int i = member.first; i < member.last; i++) {
      if (tokens.get(i).is("__host__")) {
        edits.blank(i, i);
      }
    }
    if (member.open < 0) {
      edits.keep(member.first, member.last);
      return;
    }
    int body = member.initialisers >= 0 ? member.initialisers : member.open;
    body -= tokens.get(body - 1).is("try") ? 1 : 0;
    edits.keep(member.first, body - 1);
    edits.insert(body, ";");
    edits.blank(body, member.last);
    setAside.add(entry(body, member.last, member.what() + ", its body", why));
  }

  /** C++17 has no {@code register}; NVRTC refuses it. */
  private void dropRegister(Declaration declaration) {
    for (int i = declaration.first; i < declaration.last; i++) {
      Token token = tokens.get(i);
      if (token.is("register") && token.end() - token.start() == token.text().length()) {
        edits.drop(i);
      }
    }
  }

  /** Keeps a declaration, with its members. */
  void keep(Declaration declaration) {
    kept.add(declaration);
    dropRegister(declaration);
    kept.addAll(declaration.members);
    edits.keep(declaration.first, declaration.last);
  }

  /** Sets a declaration aside. */
  void aside(Declaration declaration, String why) {
    edits.blank(declaration.first, declaration.last);
    note(declaration, why);
  }

  /** Lists a declaration for users. */
  void note(Declaration declaration, String why) {
    setAside.add(entry(declaration.first, declaration.last, declaration.what(), why));
  }

  private SetAside entry(int first, int last, String what, String why) {
    Token start = tokens.get(first);
    int lastLine = start.line();
    for (int i = last; i > first; i--) {
      Token end = tokens.get(i);
      if (end.file() == start.file()) {
        lastLine = end.file().line(Math.max(end.start(), end.end() - 1));
        break;
      }
    }
    return new SetAside(start.file().name(), start.line(), lastLine, what, why);
  }
}
