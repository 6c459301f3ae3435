package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.grcuda.nvrtc.source.Declaration.Kind;

/**
 * Finds where declarations begin and end, as far as brackets and keywords tell ([dcl.dcl]), in
 * namespaces, linkage specifications and classes.
 */
final class Declarations {

  private static final Set<String> ACCESS = Set.of("public", "private", "protected");

  private final List<Token> tokens;
  private final Brackets brackets;
  private final List<Declaration> found = new ArrayList<>();

  private Declarations(List<Token> tokens) {
    this.tokens = tokens;
    this.brackets = new Brackets(tokens);
  }

  /** The declarations at namespace scope, in their order. */
  static List<Declaration> of(List<Token> tokens) {
    Declarations declarations = new Declarations(tokens);
    declarations.scope(0, tokens.size(), "", false);
    return declarations.found;
  }

  private void scope(int from, int to, String path, boolean unnamed) {
    int at = from;
    while (at < to) {
      int block =
          brackets.is(at, ";") || brackets.is(at, "}") ? at + 1 : block(at, to, path, unnamed);
      if (block > at) {
        at = block;
        continue;
      }
      Declaration declaration = one(at, to, null, path, unnamed);
      found.add(declaration);
      at = declaration.last + 1;
    }
  }

  /** Reads a namespace or linkage specification with braces; gives {@code at} for others. */
  private int block(int at, int to, String path, boolean unnamed) {
    int next = at;
    if (brackets.is(next, "extern") && isString(next + 1) && brackets.is(next + 2, "{")) {
      return inner(next + 2, to, path, unnamed);
    }
    next += brackets.is(next, "inline") ? 1 : 0;
    if (!brackets.is(next, "namespace")) {
      return at;
    }
    StringBuilder name = new StringBuilder();
    for (next++; next < to && !brackets.is(next, "{"); next++) {
      Token token = tokens.get(next);
      if (token.is("=") || token.is(";")) {
        return at;
      }
      if (token.is("[")) {
        next = Math.max(next, brackets.close(next, to));
      } else if (token.isName() && !token.is("inline")) {
        name.append(token.text()).append("::");
      }
    }
    return next < to ? inner(next, to, path + name, unnamed || name.isEmpty()) : at;
  }

  private int inner(int open, int to, String path, boolean unnamed) {
    int close = brackets.close(open, to);
    scope(open + 1, close < 0 ? to : close, path, unnamed);
    return close < 0 ? to : close + 1;
  }

  private boolean isString(int at) {
    return at < tokens.size() && tokens.get(at).kind() == Token.Kind.STRING;
  }

  /** Reads one declaration, with its members. */
  private Declaration one(int from, int to, Declaration owner, String path, boolean unnamed) {
    Declaration declaration = new Declaration(from, owner, path, unnamed);
    new DeclarationReader(tokens, brackets, declaration, to).read();
    if (declaration.kind == Kind.CLASS && declaration.open >= 0) {
      members(declaration, unnamed);
    }
    return declaration;
  }

  private void members(Declaration owner, boolean unnamed) {
    int at = owner.open + 1;
    while (at < owner.close) {
      if (brackets.is(at, ";") || brackets.is(at, "}")) {
        at++;
      } else if (ACCESS.contains(tokens.get(at).text()) && brackets.is(at + 1, ":")) {
        at += 2;
      } else {
        Declaration member = one(at, owner.close, owner, owner.path, unnamed);
        owner.members.add(member);
        at = member.last + 1;
      }
    }
  }
}
