package org.grcuda.core.signature;

import java.util.ArrayList;
import java.util.List;
import org.graalvm.shadowed.org.antlr.v4.runtime.Token;
import org.graalvm.shadowed.org.antlr.v4.runtime.misc.IntervalSet;
import org.grcuda.core.grammar.FirstErrorStrategy.Expected;
import org.grcuda.core.grammar.SignatureGrammarParser;
import org.grcuda.core.type.ScalarType;

/** The tokens of signatures in the words of those who write them. */
final class SignatureVocabulary {

  private static final List<Integer> KEYWORDS =
      List.of(
          SignatureGrammarParser.POINTER,
          SignatureGrammarParser.STRUCT,
          SignatureGrammarParser.IN,
          SignatureGrammarParser.OUT,
          SignatureGrammarParser.INOUT,
          SignatureGrammarParser.CONST,
          SignatureGrammarParser.KERNELS,
          SignatureGrammarParser.CKERNELS,
          SignatureGrammarParser.HOSTFUNCS,
          SignatureGrammarParser.CHOSTFUNCS);
  private static final List<Integer> SIGNS =
      List.of(
          SignatureGrammarParser.COLON,
          SignatureGrammarParser.COMMA,
          SignatureGrammarParser.OPEN,
          SignatureGrammarParser.CLOSE,
          SignatureGrammarParser.OPEN_BRACE,
          SignatureGrammarParser.CLOSE_BRACE,
          SignatureGrammarParser.CLOSE_BRACKET);

  private SignatureVocabulary() {}

  /**
   * What may stand at a place, limited to the usual tokens, and the keywords that may be misspelt.
   */
  static Expected describe(IntervalSet types) {
    if (types.contains(SignatureGrammarParser.GREATER)) {
      return new Expected(List.of("'>'"), List.of());
    }
    boolean aName = types.contains(SignatureGrammarParser.IDENTIFIER);
    boolean aType = !aName && types.contains(SignatureGrammarParser.TYPE);
    boolean aGroup = !aName && types.contains(SignatureGrammarParser.KERNELS);
    List<String> phrases = new ArrayList<>();
    List<String> keywords = new ArrayList<>();
    if (!aName) {
      for (int type : KEYWORDS) {
        if (types.contains(type)) {
          keywords.add(literal(type));
        }
      }
    }
    if (aName) {
      phrases.add("a name");
    } else if (aGroup) {
      keywords.forEach(keyword -> phrases.add("'" + keyword + "'"));
    } else if (types.contains(SignatureGrammarParser.POINTER)) {
      phrases.add("'pointer'");
    }
    if (aType) {
      phrases.add("a type");
      keywords.addAll(ScalarType.typeNames());
    }
    for (int sign : SIGNS) {
      if (types.contains(sign) && !(aType && sign == SignatureGrammarParser.OPEN)) {
        phrases.add("'" + literal(sign) + "'");
      }
    }
    if (types.contains(Token.EOF) && !types.contains(SignatureGrammarParser.OPEN)) {
      phrases.add("end of input");
    }
    return new Expected(phrases, keywords);
  }

  private static String literal(int type) {
    String quoted = SignatureGrammarParser.VOCABULARY.getLiteralName(type);
    return quoted.substring(1, quoted.length() - 1);
  }
}
