package org.grcuda.core.language;

/** What the language has in one polyglot context. */
public interface LanguageContext {

  /** The namespace {@code CU}, an interop object. */
  Object scope();

  /** Waits for the context's work and frees what it holds. Idempotent. */
  void close();
}
