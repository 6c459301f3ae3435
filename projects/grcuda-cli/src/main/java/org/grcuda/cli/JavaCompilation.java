package org.grcuda.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A Java source file compiled in memory, against the modules that this process runs on. */
final class JavaCompilation {

  private final Map<String, ByteArrayOutputStream> classes;
  private final boolean succeeded;
  private final ClassLoader loader;

  private JavaCompilation(Map<String, ByteArrayOutputStream> classes, boolean succeeded) {
    this.classes = classes;
    this.succeeded = succeeded;
    this.loader = new Loader(classes);
  }

  /** Compiles {@code file} and what it uses of its folder; messages go to {@code diagnostics}. */
  static JavaCompilation of(Path file, Writer diagnostics) {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var classes = new LinkedHashMap<String, ByteArrayOutputStream>();
    try (var files = compiler.getStandardFileManager(null, null, null);
        var output = new MemoryFiles(files, classes)) {
      var units = files.getJavaFileObjects(file);
      var task = compiler.getTask(diagnostics, output, null, options(file), null, units);
      return new JavaCompilation(classes, task.call());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> options(Path file) {
    var options = new ArrayList<>(List.of("-proc:none", "-g", "-parameters", "-Xdiags:verbose"));
    Path folder = file.toAbsolutePath().getParent();
    options.addAll(List.of("--source-path", folder.toString()));
    String modules =
        System.getProperty("jdk.module.path", System.getProperty("jdk.module.upgrade.path"));
    if (modules != null) {
      options.addAll(List.of("--module-path", modules, "--add-modules", "ALL-MODULE-PATH"));
    }
    return options;
  }

  /** Whether there was no error. */
  boolean succeeded() {
    return succeeded;
  }

  /** Loads the compiled classes. */
  ClassLoader loader() {
    return loader;
  }

  /** The compiled classes that are not nested in others, in the order of the source. */
  List<Class<?>> topLevelClasses() {
    var topLevel = new ArrayList<Class<?>>();
    for (String name : classes.keySet()) {
      try {
        Class<?> type = Class.forName(name, false, loader);
        if (type.getEnclosingClass() == null) {
          topLevel.add(type);
        }
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException("compiled, yet not found: " + name, e);
      }
    }
    return topLevel;
  }

  private static final class Loader extends ClassLoader {

    private final Map<String, ByteArrayOutputStream> classes;

    Loader(Map<String, ByteArrayOutputStream> classes) {
      super("program", ClassLoader.getSystemClassLoader());
      this.classes = classes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      ByteArrayOutputStream code = classes.get(name);
      if (code == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, code.toByteArray(), 0, code.size());
    }
  }

  private static final class MemoryFiles
      extends ForwardingJavaFileManager<StandardJavaFileManager> {

    private final Map<String, ByteArrayOutputStream> classes;

    MemoryFiles(StandardJavaFileManager files, Map<String, ByteArrayOutputStream> classes) {
      super(files);
      this.classes = classes;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        JavaFileManager.Location location, String name, JavaFileObject.Kind kind, FileObject from) {
      return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
        @Override
        public OutputStream openOutputStream() {
          var code = new ByteArrayOutputStream();
          classes.put(name, code);
          return code;
        }
      };
    }
  }
}
