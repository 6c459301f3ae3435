package org.grcuda.nvrtc;

import com.sun.jna.Function;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A loaded libnvrtc (NVRTC documentation, section 3, "User interface"), in the compiler's process.
 * It stays loaded until the process ends. Functions are called by name, without proxies: calls are
 * rare, and start-up counts.
 */
final class NvrtcLibrary {

  private static final int SUCCESS = 0;
  private static final int INVALID_OPTION = 5;
  private static final int COMPILATION = 6;

  private static final Pattern MAJOR_VERSION = Pattern.compile("libnvrtc\\.so\\.(\\d+)");

  private final Path file;
  private final NativeLibrary library;

  /** Kept loaded. */
  private final List<NativeLibrary> builtins;

  /** The function that stands for all of NVRTC's functions; null for NVRTC's own functions. */
  private final String stand;

  private NvrtcLibrary(
      Path file, NativeLibrary library, List<NativeLibrary> builtins, String stand) {
    this.file = file;
    this.library = library;
    this.builtins = builtins;
    this.stand = stand;
  }

  /**
   * Loads {@code file}, and its libnvrtc-builtins of the same folder first: NVRTC opens that by its
   * name alone when it compiles, and the wheels of CUDA 13 have no run path by which it is found.
   *
   * @throws NvrtcException naming the file and the loader's reason
   */
  static NvrtcLibrary load(Path file) {
    try {
      List<NativeLibrary> builtins = new ArrayList<>();
      for (Path library : builtinsBeside(file)) {
        builtins.add(NativeLibrary.getInstance(library.toString()));
      }
      Map<String, Object> utf8 =
          Map.of(Library.OPTION_STRING_ENCODING, StandardCharsets.UTF_8.name());
      NativeLibrary library = NativeLibrary.getInstance(file.toString(), utf8);
      return new NvrtcLibrary(file, library, builtins, null);
    } catch (LinkageError | IOException e) {
      throw new NvrtcException("NVRTC cannot be loaded from " + file + ": " + e.getMessage(), e);
    }
  }

  /** Links of one library count once; those of another major version do not count. */
  private static Set<Path> builtinsBeside(Path file) throws IOException {
    Path real = file.toRealPath();
    Matcher version = MAJOR_VERSION.matcher(real.getFileName().toString());
    String pattern = "libnvrtc-builtins.so." + (version.lookingAt() ? version.group(1) : "") + "*";
    Set<Path> found = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(real.getParent(), pattern)) {
      for (Path each : files) {
        found.add(each.toRealPath());
      }
    }
    return found;
  }

  /**
   * Rehearses all steps of a compilation without NVRTC: in place of each of its functions,
   * sched_yield(2) is called, which takes no arguments and returns 0.
   */
  static NvrtcLibrary rehearsal() {
    return new NvrtcLibrary(Path.of("libc"), NativeLibrary.getProcess(), List.of(), "sched_yield");
  }

  /** Major and minor version, such as {@code "12.9"} (nvrtcVersion). */
  String version() {
    IntByReference major = new IntByReference();
    IntByReference minor = new IntByReference();
    check("nvrtcVersion", call("nvrtcVersion", major, minor));
    return major.getValue() + "." + minor.getValue();
  }

  /** The architectures that it compiles for, such as 90 for 9.0 (nvrtcGetSupportedArchs). */
  List<Integer> architectures() {
    IntByReference count = new IntByReference();
    check("nvrtcGetNumSupportedArchs", call("nvrtcGetNumSupportedArchs", count));
    int[] numbers = new int[count.getValue()];
    check("nvrtcGetSupportedArchs", call("nvrtcGetSupportedArchs", (Object) numbers));
    return Arrays.stream(numbers).boxed().toList();
  }

  /** Whether it has precompiled headers: since 12.8. */
  boolean precompilesHeaders() {
    try {
      library.getFunction(stand == null ? "nvrtcGetPCHCreateStatus" : stand);
      return true;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }

  /**
   * Compiles on the calling thread, whose stack limits how deeply a program may nest.
   *
   * @param more options besides those of the program
   */
  CompiledProgram compile(Program program, HeaderSet headers, List<String> more) {
    List<String> options = options(program);
    headers.folders().forEach(folder -> options.add("-I" + folder));
    options.addAll(more);
    PointerByReference handle = new PointerByReference();
    check(
        "nvrtcCreateProgram",
        call(
            "nvrtcCreateProgram",
            handle,
            program.source(),
            program.name(),
            headers.texts().size(),
            arrayOrNull(headers.texts().values()),
            arrayOrNull(headers.texts().keySet())));
    try {
      Pointer nvrtcProgram = handle.getValue();
      for (String expression : program.nameExpressions()) {
        check("nvrtcAddNameExpression", call("nvrtcAddNameExpression", nvrtcProgram, expression));
      }
      int result = call("nvrtcCompileProgram", nvrtcProgram, options.size(), arrayOrNull(options));
      String log = text(nvrtcProgram, "nvrtcGetProgramLog").stripTrailing();
      if (result != SUCCESS) {
        throw failure(result, log, options(program));
      }
      return new CompiledProgram(
          text(nvrtcProgram, "nvrtcGetPTX"),
          program.architecture().startsWith("sm_")
              ? bytes(nvrtcProgram, "nvrtcGetCUBIN")
              : new byte[0],
          log,
          loweredNames(nvrtcProgram, program.nameExpressions()));
    } finally {
      check("nvrtcDestroyProgram", call("nvrtcDestroyProgram", handle));
    }
  }

  private static List<String> options(Program program) {
    List<String> options = new ArrayList<>();
    options.add("--gpu-architecture=" + program.architecture());
    // The thread has the stack that the limits allow; NVRTC by itself would use setrlimit.
    options.add("--modify-stack-limit=false");
    options.add("--device-int128");
    if (program.options().stream().noneMatch(NvrtcLibrary::choosesLanguage)) {
      options.add("--std=c++17");
    }
    options.addAll(program.options());
    return options;
  }

  private static boolean choosesLanguage(String option) {
    return option.startsWith("-std") || option.startsWith("--std");
  }

  private NvrtcException failure(int result, String log, List<String> options) {
    return switch (result) {
      case COMPILATION -> new CompilationException(resultName(result), log);
      case INVALID_OPTION ->
          new CompilationException(
              resultName(result), log + "\nThe options were: " + String.join(" ", options));
      default ->
          new NvrtcException(
              "nvrtcCompileProgram: " + resultName(result) + " [" + file + "]\n" + log);
    };
  }

  private Map<String, String> loweredNames(Pointer program, List<String> expressions) {
    Map<String, String> names = new LinkedHashMap<>();
    for (String expression : expressions) {
      PointerByReference symbol = new PointerByReference();
      check("nvrtcGetLoweredName", call("nvrtcGetLoweredName", program, expression, symbol));
      names.put(expression, symbol.getValue().getString(0, StandardCharsets.UTF_8.name()));
    }
    return names;
  }

  /** The text that {@code getter} gives, without the final NUL. */
  private String text(Pointer program, String getter) {
    byte[] bytes = bytes(program, getter);
    return new String(bytes, 0, Math.max(0, bytes.length - 1), StandardCharsets.UTF_8);
  }

  private byte[] bytes(Pointer program, String getter) {
    LongByReference size = new LongByReference();
    check(getter + "Size", call(getter + "Size", program, size));
    if (size.getValue() == 0) {
      return new byte[0];
    }
    try (Memory memory = new Memory(size.getValue())) {
      check(getter, call(getter, program, memory));
      return memory.getByteArray(0, Math.toIntExact(size.getValue()));
    }
  }

  private int call(String name, Object... arguments) {
    return function(name).invokeInt(arguments);
  }

  private Function function(String name) {
    try {
      return library.getFunction(stand == null ? name : stand);
    } catch (UnsatisfiedLinkError e) {
      throw new NvrtcException(file + " is not NVRTC: it has no function " + name + ".", e);
    }
  }

  private void check(String call, int result) {
    if (result != SUCCESS) {
      throw new NvrtcException(call + ": " + resultName(result) + " [" + file + "]");
    }
  }

  private String resultName(int result) {
    Object[] arguments = {result};
    return function("nvrtcGetErrorString").invokeString(arguments, false);
  }

  /** NVRTC expects a null pointer for an empty list. */
  private static String[] arrayOrNull(Collection<String> texts) {
    return texts.isEmpty() ? null : texts.toArray(String[]::new);
  }
}
