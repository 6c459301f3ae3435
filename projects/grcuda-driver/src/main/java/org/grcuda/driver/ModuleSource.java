package org.grcuda.driver;

/**
 * The source of a module's code, if it is known. The caller has parsed it already, so a backend
 * that knows the class of the result need not parse it again.
 *
 * @param ptx PTX text
 * @param syntax the result of parsing the text, of the parser's own class; null if it was not
 *     parsed
 */
public record ModuleSource(String ptx, Object syntax) {

  /** The result of parsing the text, if it is of that class; else null. */
  public <T> T syntax(Class<T> type) {
    return type.isInstance(syntax) ? type.cast(syntax) : null;
  }
}
