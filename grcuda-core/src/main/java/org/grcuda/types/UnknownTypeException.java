package org.grcuda.types;

import java.util.Collection;
import org.grcuda.core.text.Quote;
import org.grcuda.driver.option.Suggestions;

/** An unknown type name. The message is one line, with the nearest legal name and all of them. */
public final class UnknownTypeException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;
  private static final int LONGEST_QUOTE = 40;

  /**
   * @param kind the kind of name that was expected
   * @param given what was written
   * @param listed the names that the message lists
   * @param known these and the aliases, from which the nearest is suggested
   */
  public UnknownTypeException(
      String kind, String given, Collection<String> listed, Collection<String> known) {
    super(
        "unknown %s '%s'%s Legal types: %s"
            .formatted(
                kind,
                Quote.oneLine(given, LONGEST_QUOTE),
                suggestion(given, known),
                String.join(", ", listed)));
  }

  private static String suggestion(String given, Collection<String> known) {
    String suggestion = Suggestions.didYouMean(given, known);
    return suggestion.isEmpty() ? "." : suggestion;
  }
}
