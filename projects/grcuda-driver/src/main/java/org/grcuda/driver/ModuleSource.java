package org.grcuda.driver;

/**
 * What the code of a module was made of, where it is known. Who loads the module has parsed it: a
 * backend that knows the class of the result need not parse it again.
 *
 * @param ptx PTX text
 * @param syntax what the text was parsed to, of the parser's own class; null if it was not
 */
public record ModuleSource(String ptx, Object syntax) {

  /** What the text was parsed to, if it is of that class; else null. */
  public <T> T syntax(Class<T> type) {
    return type.isInstance(syntax) ? type.cast(syntax) : null;
  }
}
