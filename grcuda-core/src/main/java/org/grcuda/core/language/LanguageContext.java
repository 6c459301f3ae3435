package org.grcuda.core.language;

/** The state of the language in one polyglot context. */
public interface LanguageContext {

  /** The namespace {@code CU}, an interop object. */
  Object scope();

  /** Waits for the context's work and frees everything. Idempotent. */
  void close();
}
