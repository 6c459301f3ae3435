package org.grcuda.core.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage.Env;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.source.Source;
import org.grcuda.core.engine.Completion;
import org.grcuda.types.GrCudaException;

/**
 * Promises of JavaScript that are settled when computations have ended. A host whose programs have
 * an event loop offers it as polyglot binding {@link #EVENT_LOOP}: a function that is called, on
 * the program's thread, with a function {@code settle}, and gives a {@link Runnable}. When the
 * {@code Runnable} is run, on any thread, the loop must call {@code settle} on the program's
 * thread; the program must not end before that. Without such a binding the promise is settled
 * before it is returned: making it waits.
 */
public final class Promises {

  /** The polyglot binding of the event loop. */
  public static final String EVENT_LOOP = "grcuda.eventLoop";

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
  private static final String JAVASCRIPT = "js";
  private static final String NEW_PROMISE = "(executor) => new Promise(executor)";

  private final Env env;
  private Object maker;

  public Promises(Env env) {
    this.env = env;
  }

  /**
   * A promise of {@code value}: it is fulfilled when {@code completion} has come, or rejected with
   * the failure.
   *
   * @param name the function that returns it, for messages
   * @throws GuestException if the context has no JavaScript
   */
  @TruffleBoundary
  public Object of(String name, Completion completion, Object value) {
    return call(maker(name), new Executor(completion, value));
  }

  private Object maker(String name) {
    if (maker == null) {
      if (!env.getPublicLanguages().containsKey(JAVASCRIPT)) {
        throw GuestException.of(
            GrCudaException.Kind.UNSUPPORTED,
            name
                + " gives a promise of JavaScript, which this context does not have; read an"
                + " element, or call cudaDeviceSynchronize, to wait");
      }
      Source source =
          Source.newBuilder(JAVASCRIPT, NEW_PROMISE, "promise.js").internal(true).build();
      maker = env.parsePublic(source).call();
    }
    return maker;
  }

  /** The event loop; null if the host offers none. */
  private Object eventLoop() {
    if (!env.isPolyglotBindingsAccessAllowed()) {
      return null;
    }
    Object bindings = env.getPolyglotBindings();
    try {
      return INTEROP.isMemberReadable(bindings, EVENT_LOOP)
          ? INTEROP.readMember(bindings, EVENT_LOOP)
          : null;
    } catch (InteropException e) {
      throw GuestException.changed("polyglot binding '" + EVENT_LOOP + "'", e);
    }
  }

  private static Object call(Object function, Object... arguments) {
    try {
      return INTEROP.execute(function, arguments);
    } catch (InteropException e) {
      throw GuestException.of(
          new GrCudaException(
              GrCudaException.Kind.TYPE,
              Values.describe(function) + " cannot be called as a promise needs it",
              e),
          null);
    }
  }

  /** The function that is passed to {@code new Promise}. */
  private final class Executor extends FunctionObject {

    private final Completion completion;
    private final Object value;

    Executor(Completion completion, Object value) {
      super("executor", 2, 2);
      this.completion = completion;
      this.value = value;
    }

    @Override
    protected Object call(Object[] arguments) {
      Settle settle = new Settle(completion, value, arguments[0], arguments[1]);
      Object loop = eventLoop();
      if (loop == null) {
        settle.call(arguments);
      } else {
        completion.whenEnded(post(Promises.call(loop, settle)));
      }
      return GuestNull.INSTANCE;
    }

    private Runnable post(Object given) {
      if (env.isHostObject(given) && env.asHostObject(given) instanceof Runnable post) {
        return post;
      }
      throw Values.expected(
          "polyglot binding '" + EVENT_LOOP + "'", "to give a java.lang.Runnable", given);
    }
  }

  /** Settles a promise, after waiting if necessary. */
  private static final class Settle extends FunctionObject {

    private final Completion completion;
    private final Object value;
    private final Object resolve;
    private final Object reject;

    Settle(Completion completion, Object value, Object resolve, Object reject) {
      super("settle", 0, 0);
      this.completion = completion;
      this.value = value;
      this.resolve = resolve;
      this.reject = reject;
    }

    @Override
    protected Object call(Object[] arguments) {
      try {
        completion.await();
      } catch (GrCudaException e) {
        Promises.call(reject, GuestException.of(e, null));
        return GuestNull.INSTANCE;
      }
      Promises.call(resolve, value);
      return GuestNull.INSTANCE;
    }
  }
}
