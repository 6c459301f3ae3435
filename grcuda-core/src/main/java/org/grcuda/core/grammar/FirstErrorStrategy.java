package org.grcuda.core.grammar;

import java.util.List;
import org.graalvm.shadowed.org.antlr.v4.runtime.ANTLRErrorStrategy;
import org.graalvm.shadowed.org.antlr.v4.runtime.Parser;
import org.graalvm.shadowed.org.antlr.v4.runtime.RecognitionException;
import org.graalvm.shadowed.org.antlr.v4.runtime.Token;
import org.graalvm.shadowed.org.antlr.v4.runtime.misc.IntervalSet;
import org.grcuda.core.text.Quote;
import org.grcuda.driver.option.Suggestions;

/**
 * Stops at the first illegal token, and says which tokens are legal there: no recovery, no second
 * error.
 */
public final class FirstErrorStrategy implements ANTLRErrorStrategy {

  private static final int LONGEST_QUOTE = 40;

  /** Puts the legal tokens into words. */
  @FunctionalInterface
  public interface Vocabulary {

    /** The words for a set of token types. */
    Expected describe(IntervalSet tokenTypes);
  }

  /**
   * What would have been legal.
   *
   * @param phrases such as {@code "a type"} or {@code "','"}, at least one
   * @param keywords keywords with which a misspelt word is compared
   */
  public record Expected(List<String> phrases, List<String> keywords) {}

  private final Vocabulary vocabulary;
  private final String endName;

  /**
   * @param vocabulary puts token types into words
   * @param endName the name of the end of the text, such as {@code "end of signature"}
   */
  public FirstErrorStrategy(Vocabulary vocabulary, String endName) {
    this.vocabulary = vocabulary;
    this.endName = endName;
  }

  @Override
  public void reset(Parser parser) {
    // Nothing is remembered from one error to the next: there is only one.
  }

  @Override
  public void sync(Parser parser) {
    if (!parser.isExpectedToken(parser.getCurrentToken().getType())) {
      throw unexpected(parser, parser.getCurrentToken());
    }
  }

  @Override
  public Token recoverInline(Parser parser) {
    throw unexpected(parser, parser.getCurrentToken());
  }

  @Override
  public void reportError(Parser parser, RecognitionException error) {
    throw unexpected(parser, error.getOffendingToken());
  }

  @Override
  public void recover(Parser parser, RecognitionException error) {
    throw unexpected(parser, error.getOffendingToken());
  }

  @Override
  public boolean inErrorRecoveryMode(Parser parser) {
    return false;
  }

  @Override
  public void reportMatch(Parser parser) {
    // Nothing to leave: recovery is never entered.
  }

  private SyntaxError unexpected(Parser parser, Token found) {
    Expected expected = vocabulary.describe(parser.getExpectedTokens());
    boolean atEnd = found.getType() == Token.EOF;
    String text = atEnd ? endName : "'" + Quote.oneLine(found.getText(), LONGEST_QUOTE) + "'";
    int start = found.getStartIndex();
    int length = atEnd ? 0 : found.getStopIndex() + 1 - start;
    return new SyntaxError(
        start,
        length,
        "expected %s, found %s%s"
            .formatted(
                alternatives(expected.phrases()),
                text,
                atEnd ? "" : Suggestions.didYouMean(found.getText(), expected.keywords())));
  }

  private static String alternatives(List<String> phrases) {
    int last = phrases.size() - 1;
    return last == 0
        ? phrases.getFirst()
        : String.join(", ", phrases.subList(0, last)) + " or " + phrases.get(last);
  }
}
