package org.grcuda.core.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Lexer;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;

/**
 * Reads all tokens of a text, within limits: nesting bounds the depth of the recursive descent, and
 * the number of tokens the depth of the tree, so that no text overflows the stack.
 */
public final class TokenReader {

  private static final int MAX_NESTING = 100;

  private final int maxTokens;
  private final Map<Integer, String> unterminated;

  /**
   * @param maxTokens most tokens that a text may have
   * @param unterminated types of tokens that lack their end, and what they are
   */
  public TokenReader(int maxTokens, Map<Integer, String> unterminated) {
    this.maxTokens = maxTokens;
    this.unterminated = unterminated;
  }

  /**
   * The tokens, the end of the text last.
   *
   * @throws SyntaxError if there are too many, nested too deeply, or one lacks its end
   */
  public TokenStream read(Lexer lexer) {
    List<Token> tokens = new ArrayList<>();
    int nesting = 0;
    for (Token token = lexer.nextToken(); ; token = lexer.nextToken()) {
      String problem = unterminated.get(token.getType());
      nesting += nesting(token);
      if (problem != null) {
        throw error(token, problem);
      }
      if (nesting > MAX_NESTING) {
        throw error(token, "nested more than " + MAX_NESTING + " deep");
      }
      if (tokens.size() == maxTokens) {
        throw error(token, "longer than " + maxTokens + " words and signs");
      }
      tokens.add(token);
      if (token.getType() == Token.EOF) {
        return new CommonTokenStream(new ListTokenSource(tokens));
      }
    }
  }

  private static int nesting(Token token) {
    return switch (token.getText()) {
      case "(", "[", "<" -> 1;
      case ")", "]", ">" -> -1;
      default -> 0;
    };
  }

  private static SyntaxError error(Token token, String problem) {
    int start = token.getStartIndex();
    return new SyntaxError(start, token.getStopIndex() + 1 - start, problem);
  }
}
