package org.grcuda.core.language;

import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.TruffleLanguage.Env;
import com.oracle.truffle.api.TruffleLanguage.ParsingRequest;
import org.grcuda.core.option.Options;

/**
 * The layer above the objects of the language: its contexts, and its expressions as nodes. Every
 * object names {@link GrCudaLanguage}, so the language cannot name this layer, and finds it by
 * {@link java.util.ServiceLoader}.
 */
public interface LanguageService {

  /** The state of the language in the context of {@code env}. */
  LanguageContext createContext(Env env, Options options);

  /** The expression of {@code request} as a call target. */
  CallTarget parse(GrCudaLanguage language, ParsingRequest request);
}
