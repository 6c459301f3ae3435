package org.grcuda.core.signature;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.graalvm.shadowed.org.antlr.v4.runtime.ParserRuleContext;
import org.graalvm.shadowed.org.antlr.v4.runtime.Token;
import org.graalvm.shadowed.org.antlr.v4.runtime.WritableToken;
import org.graalvm.shadowed.org.antlr.v4.runtime.tree.TerminalNode;
import org.grcuda.core.grammar.FirstErrorStrategy;
import org.grcuda.core.grammar.Position;
import org.grcuda.core.grammar.SignatureGrammarLexer;
import org.grcuda.core.grammar.SignatureGrammarParser;
import org.grcuda.core.grammar.SignatureGrammarParser.CountContext;
import org.grcuda.core.grammar.SignatureGrammarParser.DeclarationContext;
import org.grcuda.core.grammar.SignatureGrammarParser.DirectionContext;
import org.grcuda.core.grammar.SignatureGrammarParser.FunctionContext;
import org.grcuda.core.grammar.SignatureGrammarParser.GroupContext;
import org.grcuda.core.grammar.SignatureGrammarParser.MemberContext;
import org.grcuda.core.grammar.SignatureGrammarParser.NameContext;
import org.grcuda.core.grammar.SignatureGrammarParser.NfiContext;
import org.grcuda.core.grammar.SignatureGrammarParser.ParameterContext;
import org.grcuda.core.grammar.SignatureGrammarParser.ParametersContext;
import org.grcuda.core.grammar.SignatureGrammarParser.ResultContext;
import org.grcuda.core.grammar.SignatureGrammarParser.StructContext;
import org.grcuda.core.grammar.SignatureGrammarParser.ValueContext;
import org.grcuda.core.grammar.SignatureGrammarParser.ValuesContext;
import org.grcuda.core.grammar.StringCharStream;
import org.grcuda.core.grammar.SyntaxError;
import org.grcuda.core.grammar.TokenReader;
import org.grcuda.core.signature.FunctionDeclaration.Linkage;
import org.grcuda.core.signature.NidlGroup.NidlFunction;
import org.grcuda.core.text.Quote;
import org.grcuda.core.type.Direction;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ParameterType;
import org.grcuda.core.type.ScalarType;
import org.grcuda.core.type.StructType;

/**
 * Turns the generated parser's contexts into declarations. Every method throws {@link SyntaxError}.
 */
final class DeclarationBuilder {

  private static final int MAX_TOKENS = 100_000;
  private static final int LONGEST_QUOTE = 40;
  private static final Map<Integer, String> UNTERMINATED =
      Map.of(SignatureGrammarLexer.UNTERMINATED_COMMENT, "this comment has no closing '*/'");

  private final String text;
  private final SignatureGrammarParser parser;

  DeclarationBuilder(String text) {
    this.text = text;
    var lexer =
        new SignatureGrammarLexer(new StringCharStream(text)) {
          @Override
          public Token emit() {
            return markType(super.emit());
          }
        };
    this.parser = new SignatureGrammarParser(new TokenReader(MAX_TOKENS, UNTERMINATED).read(lexer));
    parser.setErrorHandler(new FirstErrorStrategy(SignatureVocabulary::describe, "end of input"));
  }

  private static Token markType(Token token) {
    if (token.getType() == SignatureGrammarParser.IDENTIFIER
        && ScalarType.find(token.getText()).isPresent()) {
      ((WritableToken) token).setType(SignatureGrammarParser.TYPE);
    }
    return token;
  }

  /** The text as one NIDL signature. */
  FunctionDeclaration declaration() {
    DeclarationContext context = parser.declaration();
    return new FunctionDeclaration(
        context.CXX() == null ? Linkage.C : Linkage.CXX,
        path(context.name()),
        Optional.ofNullable(context.parameters()).map(DeclarationBuilder::parameters),
        Optional.ofNullable(context.result()).map(DeclarationBuilder::result),
        text);
  }

  /** The text as an NFI signature of a function that has a name already. */
  FunctionDeclaration nfi(FunctionDeclaration named) {
    NfiContext context = parser.nfi();
    ValuesContext values = context.values();
    return new FunctionDeclaration(
        named.linkage(),
        named.path(),
        Optional.of(
            values == null
                ? List.of()
                : values.value().stream().map(DeclarationBuilder::value).toList()),
        Optional.ofNullable(context.result()).map(DeclarationBuilder::result),
        named.text() + (context.OPEN() == null ? "(" + text + ")" : text));
  }

  /** The text as a NIDL file. */
  List<NidlGroup> file() {
    return parser.nidl().group().stream().map(this::group).toList();
  }

  private NidlGroup group(GroupContext context) {
    int kind = context.kind.getType();
    boolean kernels =
        kind == SignatureGrammarParser.KERNELS || kind == SignatureGrammarParser.CKERNELS;
    Linkage linkage =
        kind == SignatureGrammarParser.KERNELS || kind == SignatureGrammarParser.HOSTFUNCS
            ? Linkage.CXX
            : Linkage.C;
    List<String> namespaces = context.name() == null ? List.of() : path(context.name());
    List<NidlFunction> functions = new ArrayList<>();
    for (FunctionContext function : context.function()) {
      if (kernels && function.result() != null) {
        throw error(function.result(), "a kernel has no result");
      }
      List<String> path = new ArrayList<>(namespaces);
      path.addAll(path(function.name()));
      var declaration =
          new FunctionDeclaration(
              linkage,
              List.copyOf(path),
              Optional.of(parameters(function.parameters())),
              Optional.ofNullable(function.result()).map(DeclarationBuilder::result),
              source(function));
      Position position = Position.of(text, function.getStart().getStartIndex());
      functions.add(new NidlFunction(declaration, position));
    }
    return new NidlGroup(kernels, List.copyOf(functions));
  }

  private List<String> path(NameContext context) {
    return context.component().stream().map(this::source).toList();
  }

  private String source(ParserRuleContext context) {
    return text.substring(context.getStart().getStartIndex(), context.getStop().getStopIndex() + 1);
  }

  private static List<Parameter> parameters(ParametersContext context) {
    Set<String> names = new HashSet<>();
    List<Parameter> parameters = new ArrayList<>();
    for (ParameterContext parameter : context.parameter()) {
      String name = parameter.word().getText();
      if (!names.add(name)) {
        throw error(
            parameter.word(),
            "parameter '" + Quote.oneLine(name, LONGEST_QUOTE) + "' is declared twice");
      }
      parameters.add(
          parameter.struct() == null
              ? parameter(name, parameter.direction(), parameter.POINTER(), parameter.TYPE())
              : struct(name, parameter.struct()));
    }
    return List.copyOf(parameters);
  }

  private static Parameter value(ValueContext context) {
    return context.struct() == null
        ? parameter("", context.direction(), context.POINTER(), context.TYPE())
        : struct("", context.struct());
  }

  private static Parameter parameter(
      String name, DirectionContext direction, TerminalNode pointer, TerminalNode type) {
    if (pointer != null) {
      return Parameter.pointer(name, direction(direction), type(type));
    }
    if (type(type) == ScalarType.VOID) {
      throw new SyntaxError(
          type.getSymbol().getStartIndex(), 4, "a parameter cannot be void: a pointer to it can");
    }
    return Parameter.scalar(name, type(type));
  }

  private static Parameter struct(String name, StructContext context) {
    StructType type = StructType.opaque(0, 1);
    if (context.count() != null) {
      type = StructType.opaque(count(context.count()), 1);
    } else if (!context.member().isEmpty()) {
      type = members(context);
    }
    return new Parameter(name, type, Direction.IN);
  }

  private static StructType members(StructContext context) {
    Set<String> names = new HashSet<>();
    List<StructType.Member> members = new ArrayList<>();
    for (MemberContext member : context.member()) {
      String name = member.word().getText();
      if (!names.add(name)) {
        throw error(
            member.word(), "member '" + Quote.oneLine(name, LONGEST_QUOTE) + "' is declared twice");
      }
      members.add(new StructType.Member(name, memberType(name, member), elements(member), 0));
    }
    try {
      return StructType.of(members);
    } catch (IllegalArgumentException tooLarge) {
      throw error(context, tooLarge.getMessage());
    }
  }

  private static Parameter memberType(String name, MemberContext member) {
    Parameter value =
        member.struct() == null
            ? parameter(name, member.direction(), member.POINTER(), member.TYPE())
            : struct(name, member.struct());
    if (value.type().sizeBytes() == 0) {
      throw error(member, "the size of this member is not known: give its members");
    }
    if (value.type() instanceof StructType inner && inner.members().isEmpty()) {
      throw error(member, "a struct in a struct needs its members");
    }
    return value;
  }

  private static int elements(MemberContext member) {
    return member.count() == null ? 0 : count(member.count());
  }

  private static int count(CountContext context) {
    String digits = context.NUMBER().getText();
    int count = digits.length() > 5 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    if (count < 1 || count > StructType.MOST_BYTES) {
      throw error(context, "expected 1 to " + StructType.MOST_BYTES);
    }
    return count;
  }

  private static Direction direction(DirectionContext context) {
    return switch (context == null ? "inout" : context.getText()) {
      case "in", "const" -> Direction.IN;
      case "out" -> Direction.OUT;
      default -> Direction.INOUT;
    };
  }

  private static ParameterType result(ResultContext context) {
    ScalarType type = type(context.TYPE());
    return context.POINTER() == null
        ? new ParameterType.Scalar(type)
        : new ParameterType.Pointer(type);
  }

  private static ScalarType type(TerminalNode name) {
    return name == null ? ScalarType.VOID : ScalarType.parse(name.getText());
  }

  private static SyntaxError error(ParserRuleContext context, String problem) {
    int start = context.getStart().getStartIndex();
    return new SyntaxError(start, context.getStop().getStopIndex() + 1 - start, problem);
  }
}
