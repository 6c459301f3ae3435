package org.grcuda.core.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.graalvm.shadowed.org.antlr.v4.runtime.CommonTokenStream;
import org.graalvm.shadowed.org.antlr.v4.runtime.Lexer;
import org.graalvm.shadowed.org.antlr.v4.runtime.ListTokenSource;
import org.graalvm.shadowed.org.antlr.v4.runtime.Token;
import org.graalvm.shadowed.org.antlr.v4.runtime.TokenStream;

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
   * @param unterminated types of tokens that lack their end, with their names
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
    var nesting = new Nesting();
    for (Token token = lexer.nextToken(); ; token = lexer.nextToken()) {
      String problem = unterminated.get(token.getType());
      nesting.add(token.getText());
      if (problem != null) {
        throw error(token, problem);
      }
      if (nesting.depth > MAX_NESTING) {
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

  /** Brackets that are open: one of another kind does not close them. */
  private static final class Nesting {

    private static final String OPENING = "([<";
    private static final String CLOSING = ")]>";

    private final int[] open = new int[OPENING.length()];
    private int depth;

    void add(String token) {
      if (token.length() != 1) {
        return;
      }
      int opening = OPENING.indexOf(token);
      int closing = CLOSING.indexOf(token);
      if (opening >= 0) {
        open[opening]++;
        depth++;
      } else if (closing >= 0 && open[closing] > 0) {
        open[closing]--;
        depth--;
      }
    }
  }

  private static SyntaxError error(Token token, String problem) {
    int start = token.getStartIndex();
    return new SyntaxError(start, token.getStopIndex() + 1 - start, problem);
  }
}
