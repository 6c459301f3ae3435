package org.grcuda.cli;

import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs a single Java source file, as {@code java FILE.java} does, against grcuda's modules. */
final class JavaProgram implements Program {

  @Override
  public int run(Path file, List<String> arguments, Map<String, String> options) {
    LanguageOptions.check(options);
    // Contexts that the program makes take their options from these properties.
    System.setProperty("polyglot." + RunCommand.PROGRAM_NAME, file.getFileName().toString());
    options.forEach((name, value) -> System.setProperty("polyglot." + name, value));
    var compilation = JavaCompilation.of(file, new PrintWriter(System.err, true));
    if (!compilation.succeeded()) {
      throw CommandFailure.failed("compilation of " + file + " failed", null);
    }
    Thread.currentThread().setContextClassLoader(compilation.loader());
    Method main = mainMethod(file, compilation.topLevelClasses());
    Set<Thread> before = userThreads();
    try {
      invoke(main, arguments.toArray(String[]::new));
      awaitThreads(before);
      return 0;
    } catch (InvocationTargetException e) {
      printUncaught(e.getCause());
      awaitThreads(before);
      return 1;
    } catch (ReflectiveOperationException e) {
      throw CommandFailure.failed("cannot call " + main + ": " + e.getMessage(), e);
    }
  }

  private static Method mainMethod(Path file, List<Class<?>> classes) {
    for (Class<?> type : classes) {
      for (Class<?>[] parameters : new Class<?>[][] {{String[].class}, {}}) {
        for (Method method : type.getDeclaredMethods()) {
          if (method.getName().equals("main")
              && !Modifier.isPrivate(method.getModifiers())
              && Arrays.equals(method.getParameterTypes(), parameters)) {
            return method;
          }
        }
      }
    }
    throw CommandFailure.failed("no main method in " + file, null);
  }

  private static void invoke(Method main, String[] arguments) throws ReflectiveOperationException {
    main.setAccessible(true);
    Object receiver = null;
    if (!Modifier.isStatic(main.getModifiers())) {
      Constructor<?> constructor = main.getDeclaringClass().getDeclaredConstructor();
      constructor.setAccessible(true);
      receiver = constructor.newInstance();
    }
    if (main.getParameterCount() == 0) {
      main.invoke(receiver);
    } else {
      main.invoke(receiver, (Object) arguments);
    }
  }

  /** Waits, as the JVM does, for all threads that the program started, except daemons. */
  private static void awaitThreads(Set<Thread> before) {
    boolean isInterrupted = false;
    for (Set<Thread> left = userThreads(); !before.containsAll(left); left = userThreads()) {
      left.removeAll(before);
      try {
        left.iterator().next().join();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Set<Thread> userThreads() {
    Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
    threads.removeIf(Thread::isDaemon);
    return threads;
  }

  /** As the JVM prints it, without the frames below the program's main method. */
  private static void printUncaught(Throwable error) {
    StackTraceElement[] frames = error.getStackTrace();
    int end = 0;
    while (end < frames.length && !frames[end].getClassName().startsWith("jdk.internal.reflect.")) {
      end++;
    }
    error.setStackTrace(Arrays.copyOf(frames, end));
    System.err.print("Exception in thread \"main\" ");
    error.printStackTrace(System.err);
  }
}
