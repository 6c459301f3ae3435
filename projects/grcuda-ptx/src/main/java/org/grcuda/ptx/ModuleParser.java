package org.grcuda.ptx;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Parses a module's directives (PTX ISA 11). */
final class ModuleParser {

  private final Lexer lexer;
  private final VariableParser variableParser;
  private final Budget registers;
  private final List<Variable> variables = new ArrayList<>();
  private final List<PtxFunction> functions = new ArrayList<>();
  private final Map<String, String> aliases = new LinkedHashMap<>();
  private final Set<String> names = new HashSet<>();
  private final Set<String> defined = new HashSet<>();

  ModuleParser(String source) {
    this.lexer = new Lexer(source);
    this.variableParser = new VariableParser(lexer, new Budget(source));
    this.registers = new Budget(source);
  }

  PtxModule parse() {
    String version = version();
    List<String> targets = targets();
    int addressSize = addressSize();
    while (lexer.kind() != Lexer.Kind.END) {
      directive();
    }
    return new PtxModule(version, targets, addressSize, variables, functions, aliases);
  }

  private String version() {
    if (!lexer.acceptDotted("version")) {
      throw lexer.expected("'.version'");
    }
    if (lexer.kind() != Lexer.Kind.FLOAT || lexer.text().isEmpty()) {
      throw lexer.expected("a version such as 8.8");
    }
    String version = lexer.text();
    lexer.next();
    return version;
  }

  private List<String> targets() {
    if (!lexer.acceptDotted("target")) {
      throw lexer.expected("'.target'");
    }
    List<String> targets = new ArrayList<>();
    do {
      targets.add(lexer.expectIdentifier("a target such as sm_80"));
    } while (lexer.accept(","));
    return targets;
  }

  private int addressSize() {
    if (!lexer.acceptDotted("address_size")) {
      return 32;
    }
    long size = lexer.kind() == Lexer.Kind.INTEGER ? lexer.bits() : 0;
    if (size != 32 && size != 64) {
      throw lexer.expected("32 or 64");
    }
    lexer.next();
    return (int) size;
  }

  private void directive() {
    if (lexer.kind() != Lexer.Kind.DOTTED) {
      throw lexer.expected("a directive");
    }
    switch (lexer.text()) {
      case "file", "loc" -> lexer.skipLine();
      case "section" -> skipSection();
      case "pragma" -> skipPragma(lexer);
      case "alias" -> alias();
      default -> definition();
    }
  }

  /** Takes {@code .pragma "a", "b";}. */
  static void skipPragma(Lexer lexer) {
    do {
      lexer.next();
      if (lexer.kind() != Lexer.Kind.STRING) {
        throw lexer.expected("a string");
      }
      lexer.next();
    } while (lexer.is(","));
    lexer.expect(";");
  }

  private void skipSection() {
    lexer.next();
    lexer.expectDotted("a section");
    lexer.expect("{");
    while (!lexer.accept("}")) {
      if (lexer.kind() == Lexer.Kind.END) {
        throw lexer.expected("'}'");
      }
      lexer.next();
    }
  }

  private void alias() {
    lexer.next();
    String alias = lexer.expectIdentifier("a function");
    lexer.expect(",");
    String target = lexer.expectIdentifier("a function");
    lexer.expect(";");
    names.add(alias);
    aliases.put(alias, target);
  }

  private void definition() {
    Linkage linkage = linkage();
    if (lexer.isDotted("entry") || lexer.isDotted("func")) {
      function(linkage);
      return;
    }
    StateSpace space = lexer.kind() == Lexer.Kind.DOTTED ? space(lexer.text()) : null;
    if (space == null) {
      throw lexer.expected("a directive");
    }
    lexer.next();
    variables.addAll(
        variableParser.parseVariables(space, linkage, name -> declareVariable(name, linkage)));
  }

  private static StateSpace space(String word) {
    return switch (word) {
      case "global", "const", "shared", "tex" -> StateSpace.ofModifier(word);
      default -> null;
    };
  }

  private Linkage linkage() {
    Linkage linkage =
        switch (lexer.text()) {
          case "visible" -> Linkage.VISIBLE;
          case "extern" -> Linkage.EXTERN;
          case "weak" -> Linkage.WEAK;
          case "common" -> Linkage.COMMON;
          default -> Linkage.INTERNAL;
        };
    if (linkage != Linkage.INTERNAL) {
      lexer.next();
    }
    return linkage;
  }

  private String declareVariable(String name, Linkage linkage) {
    names.add(name);
    if (linkage != Linkage.EXTERN && !defined.add(name)) {
      throw lexer.error("'" + name + "' is already defined");
    }
    return name;
  }

  private void function(Linkage linkage) {
    FunctionParser parser = new FunctionParser(lexer, variableParser, names, registers);
    PtxFunction function = parser.parse(linkage);
    if (!function.isDeclaration() && !defined.add(function.name())) {
      throw new PtxSyntaxException(
          function.position(), "'" + function.name() + "' is already defined");
    }
    functions.add(function);
  }
}
