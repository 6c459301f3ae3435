package org.grcuda.spi;

import java.util.Map;
import java.util.function.Function;
import org.grcuda.GrCuda;
import org.grcuda.LanguageView;
import org.grcuda.core.engine.Session;

/** What another module adds to a context: it is made once, and closed with the context. */
public interface ContextPart {

  /**
   * Called when the context closes, before its computations are waited for.
   *
   * @param cancelled whether the context is to end at once
   */
  void close(boolean cancelled);

  /**
   * The part of class {@code type} of a context, which {@code maker} makes if there is none yet.
   *
   * @param maker is given the environment variables that the program may read
   * @throws org.grcuda.types.GrCudaException if the context is closed
   */
  static <T extends ContextPart> T of(
      GrCuda cuda, Class<T> type, Function<Map<String, String>, T> maker) {
    Session session = LanguageView.session(cuda);
    return session.parts().get(type, () -> maker.apply(session.environment()), ContextPart::close);
  }

  /**
   * Refuses to run native code for a program that may not.
   *
   * @param what needs native access, such as {@code "world"}
   * @throws org.grcuda.types.GrCudaException if the context denies native access
   */
  static void requireNativeAccess(GrCuda cuda, String what) {
    LanguageView.session(cuda).permissions().requireNativeAccess(what);
  }

  /**
   * A program of several processes runs in this one as number {@code rank}: the files that the
   * options {@code ExportDAG} and {@code ExportTrace} ask for get {@code .rank2} before their
   * extension.
   */
  static void nameRank(GrCuda cuda, int rank) {
    LanguageView.session(cuda).exports().setRank(rank);
  }

  /** Gives the user of a context a warning. */
  static void warn(GrCuda cuda, String text) {
    LanguageView.session(cuda).tell(text);
  }
}
