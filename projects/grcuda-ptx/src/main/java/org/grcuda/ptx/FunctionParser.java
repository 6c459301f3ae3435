package org.grcuda.ptx;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Parses one function (PTX ISA 11.2), flattening the scopes of its body: what nested braces declare
 * gets a name that is unique in the function.
 */
final class FunctionParser implements OperandParser.Names {

  private static final int MAX_SCOPES = 256;

  /** A name that nothing declared yet where it was read: mostly a label further down. */
  private record Pending(int statement, String name, Scope scope, Position position) {}

  /** The dotted parts of an instruction's name, shared by all instructions of that name. */
  private final Map<String, List<String>> modifierLists = new HashMap<>();

  private final Lexer lexer;
  private final VariableParser variableParser;
  private final OperandParser operandParser;
  private final Set<String> moduleNames;
  private final Budget budget;
  private final Set<String> usedNames = new HashSet<>();
  private final Map<String, Integer> suffixes = new HashMap<>();

  private final List<Directive> directives = new ArrayList<>();
  private final List<Register> registers = new ArrayList<>();
  private final List<Variable> variables = new ArrayList<>();
  private final Map<String, List<Pending>> branchTargets = new LinkedHashMap<>();
  private final Map<String, CallPrototype> callPrototypes = new LinkedHashMap<>();
  private final Map<String, List<String>> callTargets = new LinkedHashMap<>();
  private final List<Statement> body = new ArrayList<>();
  private final List<Pending> pending = new ArrayList<>();
  private Scope scope = new Scope(null);

  /**
   * @param moduleNames names of the module so far; the function's is added
   * @param budget of registers, of the module
   */
  FunctionParser(
      Lexer lexer, VariableParser variableParser, Set<String> moduleNames, Budget budget) {
    this.budget = budget;
    this.lexer = lexer;
    this.variableParser = variableParser;
    this.operandParser = new OperandParser(lexer, this);
    this.moduleNames = moduleNames;
  }

  /** The function whose {@code .entry} or {@code .func} is the current token. */
  PtxFunction parse(Linkage linkage) {
    Position position = lexer.position();
    boolean isEntry = lexer.expectDotted("'.entry' or '.func'").equals("entry");
    while (lexer.isDotted("attribute")) {
      variableParser.parseAttribute();
    }
    List<Variable> results = isEntry ? List.of() : results();
    String name = lexer.expectIdentifier("the name of a function");
    moduleNames.add(name);
    List<Variable> parameters = isEntry ? parametersOfKernel() : parameters();
    directives();
    boolean isDeclaration = !lexer.is("{");
    if (isDeclaration) {
      if (!lexer.accept(";")) {
        throw lexer.expected("'{' or ';'");
      }
    } else {
      body();
    }
    resolvePending();
    return new PtxFunction(
        name,
        isEntry,
        linkage,
        isDeclaration,
        results,
        parameters,
        directives,
        registers,
        variables,
        resolveBranchTargets(),
        callPrototypes,
        callTargets,
        body,
        position);
  }

  private List<Variable> results() {
    List<Variable> results = parameters();
    if (results.size() > 1 && !results.stream().allMatch(FunctionParser::isRegister)) {
      throw lexer.error("one of several results is not .reg");
    }
    return results;
  }

  private List<Variable> parametersOfKernel() {
    List<Variable> parameters = parameters();
    if (parameters.stream().anyMatch(FunctionParser::isRegister)) {
      throw lexer.error("a parameter of a kernel is not .param");
    }
    return parameters;
  }

  private static boolean isRegister(Variable parameter) {
    return parameter.space() == StateSpace.REG;
  }

  private List<Variable> parameters() {
    Map<String, String> declared = new HashMap<>();
    List<Variable> parameters =
        variableParser.parseParameters(
            name -> {
              String unique = unique(name);
              declared.put(unique, name);
              declare(name, new Operand.Symbol(unique, 0));
              return unique;
            });
    List<Variable> parts = new ArrayList<>(parameters.size());
    for (Variable parameter : parameters) {
      if (isRegister(parameter)) {
        List<Register> made = registersOf(parameter);
        made.forEach(r -> parts.add(parameter.inRegister(r)));
        scope.redeclare(declared.get(parameter.name()), meaning(made));
      } else {
        parts.add(parameter);
      }
    }
    return parts;
  }

  /** Of a parameter: one, or one for each element of a vector. */
  private List<Register> registersOf(Variable parameter) {
    VariableParser.RegisterType type = variableParser.registerType(parameter);
    if (!budget.take(type.parts())) {
      throw tooMany();
    }
    return newRegisters(parameter.name(), type);
  }

  private void directives() {
    while (lexer.kind() == Lexer.Kind.DOTTED) {
      if (lexer.isDotted("pragma")) {
        ModuleParser.skipPragma(lexer);
        continue;
      }
      String name = lexer.expectDotted("a directive");
      List<Long> values = new ArrayList<>(3);
      if (lexer.kind() == Lexer.Kind.INTEGER) {
        do {
          values.add(lexer.expectInteger("an integer"));
        } while (lexer.accept(","));
      }
      directives.add(new Directive(name, values));
    }
  }

  private void body() {
    int depth = 0;
    do {
      if (lexer.is("{")) {
        if (++depth > MAX_SCOPES) {
          throw lexer.error("braces are nested more than " + MAX_SCOPES + " deep");
        }
        lexer.next();
        scope = new Scope(scope);
      } else if (lexer.accept("}")) {
        depth--;
        scope = scope.parent();
      } else {
        statement();
      }
    } while (depth > 0);
  }

  private void statement() {
    switch (lexer.kind()) {
      case IDENTIFIER -> labelOrInstruction(null);
      case DOTTED -> directive();
      case PUNCTUATION -> {
        if (lexer.accept(";")) {
          return;
        }
        if (!lexer.is("@")) {
          throw lexer.expected("a statement");
        }
        labelOrInstruction(guard());
      }
      default -> throw lexer.expected("a statement or '}'");
    }
  }

  private Guard guard() {
    lexer.expect("@");
    boolean negated = lexer.accept("!");
    Position position = lexer.position();
    String name = lexer.expectIdentifier("a predicate register");
    if (scope.resolve(name) instanceof Register register && register.type() == PtxType.PRED) {
      return new Guard(register, negated);
    }
    throw new PtxSyntaxException(position, "'" + name + "' is not a predicate register");
  }

  private void labelOrInstruction(Guard guard) {
    Position position = lexer.position();
    if (lexer.kind() != Lexer.Kind.IDENTIFIER) {
      throw lexer.expected("an instruction");
    }
    String word = lexer.text();
    String tail = lexer.mnemonicTail();
    if (guard == null && tail.isEmpty() && lexer.accept(":")) {
      label(word, position);
      return;
    }
    List<String> modifiers =
        tail.isEmpty()
            ? List.of()
            : modifierLists.computeIfAbsent(tail, t -> List.of(t.substring(1).split("\\.")));
    List<Operand> operands =
        word.equals("call") ? operandParser.parseCall() : operandParser.parseList();
    body.add(Instruction.named(guard, word, modifiers, operands, position));
  }

  private void label(String name, Position position) {
    String unique = unique(name);
    Operand meaning = new Operand.Symbol(unique, 0);
    if (lexer.acceptDotted("branchtargets")) {
      branchTargets.put(unique, labelList());
    } else if (lexer.acceptDotted("calltargets")) {
      callTargets.put(unique, functionList());
    } else if (lexer.acceptDotted("callprototype")) {
      callPrototypes.put(unique, prototype());
    } else {
      meaning = new Operand.LabelReference(unique);
      body.add(new Label(unique, position));
    }
    if (!scope.declareLabel(name, meaning)) {
      throw new PtxSyntaxException(position, "'" + name + "' is already declared");
    }
  }

  private List<Pending> labelList() {
    List<Pending> labels = new ArrayList<>();
    do {
      Position position = lexer.position();
      String name = lexer.expectIdentifier("a label");
      labels.add(new Pending(-1, name, scope, position));
    } while (lexer.accept(","));
    lexer.expect(";");
    return labels;
  }

  private List<String> functionList() {
    List<String> functions = new ArrayList<>();
    do {
      functions.add(lexer.expectIdentifier("a function"));
    } while (lexer.accept(","));
    lexer.expect(";");
    return functions;
  }

  private CallPrototype prototype() {
    List<Variable> results = variableParser.parsePrototype();
    lexer.expectIdentifier("'_'");
    List<Variable> parameters = variableParser.parsePrototype();
    while (lexer.kind() == Lexer.Kind.DOTTED) {
      lexer.next();
      if (lexer.kind() == Lexer.Kind.INTEGER) {
        lexer.next();
      }
    }
    lexer.expect(";");
    return new CallPrototype(results, parameters);
  }

  private void directive() {
    switch (lexer.text()) {
      case "reg" -> registers();
      case "loc", "file" -> lexer.skipLine();
      case "pragma" -> ModuleParser.skipPragma(lexer);
      case "extern", "visible", "weak", "common" -> {
        boolean external = lexer.expectDotted("a linkage").equals("extern");
        variable(external ? Linkage.EXTERN : Linkage.INTERNAL);
      }
      default -> variable(Linkage.INTERNAL);
    }
  }

  private void variable(Linkage linkage) {
    StateSpace space =
        switch (lexer.kind() == Lexer.Kind.DOTTED ? lexer.text() : "") {
          case "param" -> StateSpace.PARAM;
          case "local" -> StateSpace.LOCAL;
          case "shared" -> StateSpace.SHARED;
          case "global" -> StateSpace.GLOBAL;
          case "const" -> StateSpace.CONST;
          default -> throw lexer.expected("a statement");
        };
    lexer.next();
    variables.addAll(
        variableParser.parseVariables(
            space,
            linkage,
            name -> {
              String unique = unique(name);
              declare(name, new Operand.Symbol(unique, 0));
              return unique;
            }));
  }

  private void registers() {
    lexer.next();
    VariableParser.RegisterType type = variableParser.parseRegisterType();
    do {
      if (lexer.kind() != Lexer.Kind.IDENTIFIER) {
        throw lexer.expected("the name of a register");
      }
      String name = lexer.text();
      Lexer.Mark mark = lexer.mark();
      lexer.next();
      if (lexer.accept("<")) {
        long count = lexer.expectInteger("a number of registers");
        lexer.expect(">");
        if (count > budget.most() || !budget.take(count * type.parts())) {
          lexer.rewind(mark);
          throw tooMany();
        }
        for (int i = 0; i < count; i++) {
          register(name + i, type);
        }
      } else {
        if (!budget.take(type.parts())) {
          throw tooMany();
        }
        register(name, type);
      }
    } while (lexer.accept(","));
    lexer.expect(";");
  }

  private PtxSyntaxException tooMany() {
    return lexer.error("more than " + budget.most() + " registers in the module");
  }

  private void register(String name, VariableParser.RegisterType type) {
    String first = type.parts() == 1 ? unique(name) : name;
    declare(name, meaning(newRegisters(first, type)));
  }

  private List<Register> newRegisters(String name, VariableParser.RegisterType type) {
    List<Register> made = new ArrayList<>(type.parts());
    for (int k = 0; k < type.parts(); k++) {
      String own = type.parts() == 1 ? name : unique(name + "$" + OperandParser.ELEMENTS.charAt(k));
      made.add(new Register(own, type.part(), registers.size()));
      registers.add(made.getLast());
    }
    return made;
  }

  private static Operand meaning(List<Register> parts) {
    return parts.size() == 1 ? parts.getFirst() : new Operand.Vector(List.copyOf(parts));
  }

  private void declare(String name, Operand meaning) {
    if (!name.equals("_") && !scope.declare(name, meaning)) {
      throw lexer.error("'" + name + "' is already declared");
    }
  }

  private String unique(String name) {
    String candidate = name;
    while (moduleNames.contains(candidate) || !usedNames.add(candidate)) {
      candidate = name + "$" + suffixes.merge(name, 1, Integer::sum);
    }
    return candidate;
  }

  @Override
  public Operand resolve(String name, int line, int column) {
    Operand meaning = scope.resolve(name);
    if (meaning != null) {
      return meaning;
    }
    if (SpecialRegisters.isVector(name) || SpecialRegisters.isScalar(name)) {
      return new Operand.SpecialRegister(name);
    }
    pending.add(new Pending(body.size(), name, scope, new Position(line, column)));
    return new Operand.Symbol(name, 0);
  }

  private void resolvePending() {
    for (Pending use : pending) {
      Operand meaning = use.scope().resolveLabel(use.name());
      if (meaning == null && !moduleNames.contains(use.name())) {
        String kind = use.name().startsWith("%") ? "register " : "";
        throw new PtxSyntaxException(use.position(), kind + "'" + use.name() + "' is not declared");
      }
      if (meaning != null) {
        Instruction instruction = (Instruction) body.get(use.statement());
        body.set(use.statement(), OperandRewriter.replaceSymbol(instruction, use.name(), meaning));
      }
    }
    for (Statement statement : body) {
      if (statement instanceof Instruction instruction) {
        checkTarget(instruction);
      }
    }
  }

  private void checkTarget(Instruction branch) {
    List<Operand> operands = branch.operands();
    String wrong =
        switch (branch.opcode()) {
          case BRA ->
              operands.size() == 1 && operands.get(0) instanceof Operand.LabelReference
                  ? null
                  : "a label of the function";
          case BRX ->
              operands.size() == 2
                      && operands.get(1) instanceof Operand.Symbol list
                      && branchTargets.containsKey(list.name())
                  ? null
                  : "a register and a .branchtargets list";
          case CALL ->
              operands.get(1) instanceof Operand.LabelReference
                      || operands.get(operands.size() - 1) instanceof Operand.LabelReference
                  ? "a function, not a label"
                  : null;
          default -> null;
        };
    if (wrong != null) {
      throw new PtxSyntaxException(branch.position(), "'" + branch.text() + "' must name " + wrong);
    }
  }

  private Map<String, List<String>> resolveBranchTargets() {
    Map<String, List<String>> resolved = new LinkedHashMap<>();
    branchTargets.forEach(
        (name, uses) -> {
          List<String> labels = new ArrayList<>();
          for (Pending use : uses) {
            if (!(use.scope().resolveLabel(use.name()) instanceof Operand.LabelReference label)) {
              throw new PtxSyntaxException(
                  use.position(), "label '" + use.name() + "' is not declared");
            }
            labels.add(label.name());
          }
          resolved.put(name, List.copyOf(labels));
        });
    return resolved;
  }
}
