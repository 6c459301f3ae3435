package org.grcuda.nvrtc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.grcuda.nvrtc.file.Sha256;
import org.grcuda.nvrtc.store.HeaderRoom;
import org.grcuda.nvrtc.store.HeaderStore;
import org.grcuda.nvrtc.store.OwnHeaders;
import org.grcuda.nvrtc.store.SharedHeaders;

/**
 * Compiles with precompiled headers (NVRTC documentation, "Precompiled Headers"), in the compiler's
 * process. A program that begins with the same directives as an earlier one, and has the same
 * options and headers, takes a sixth of the time (docs/performance.md).
 *
 * <p>The first such program that takes long only leaves a mark. The second one makes the file, and
 * takes a quarter longer. NVRTC itself checks that the directives are equal, and that memory lies
 * where it did when the file was made. So files serve other processes only where addresses are the
 * same in each of them. NVRTC does not check whether a header has changed since: what identifies
 * headers is part of the key.
 */
final class PrecompiledHeaders {

  /** System property: the least time of a program that is worth 100 MB. */
  static final String LEAST_MILLIS = "grcuda.nvrtc.headers.millis";

  private static final long LEAST_NANOS =
      TimeUnit.MILLISECONDS.toNanos(Long.getLong(LEAST_MILLIS, 250));

  /** In proc(5), personality: addresses are not chosen at random (ADDR_NO_RANDOMIZE). */
  private static final int FIXED_ADDRESSES = 0x0040000;

  private static final String ABOUT = "precompiled header";
  private static final String USING = "using " + ABOUT;

  /** What NVRTC writes if the file is damaged, is gone, or cannot be written. */
  private static final Pattern BROKEN =
      Pattern.compile("atastrophic error: .*precompiled header|Compilation aborted");

  /**
   * Warnings of NVRTC about such files, which then are not made or used: invalid (626), other
   * options (629), too little memory (639), incomplete (2226), memory at another place (20282).
   */
  private static final String QUIET = "--diag-suppress=626,629,639,2226,20282";

  private final Map<String, HeaderStore> stores = new HashMap<>();

  /** Folders of stores that failed: each is tried and told of once. */
  private final Set<String> unusable = new HashSet<>();

  private final boolean fixedAddresses;

  /** Until NVRTC first needs it. */
  private Optional<HeaderRoom> room;

  PrecompiledHeaders() {
    this.fixedAddresses = hasFixedAddresses();
    this.room = fixedAddresses ? HeaderRoom.reserve() : Optional.empty();
  }

  private static boolean hasFixedAddresses() {
    try {
      String personality = Files.readString(Path.of("/proc/self/personality")).strip();
      return (Long.parseLong(personality, 16) & FIXED_ADDRESSES) != 0;
    } catch (IOException e) {
      // Without /proc it is not known. Then files serve this process only.
      return false;
    }
  }

  /**
   * Compiles, as {@link NvrtcLibrary#compile}.
   *
   * @param notices receives why files cannot be kept: that costs only time
   */
  synchronized CompiledProgram compile(
      NvrtcLibrary library, Program program, HeaderSet headers, Consumer<String> notices) {
    List<String> leading = LeadingDirectives.of(program.source());
    boolean includes = leading.stream().anyMatch(d -> d.contains("include"));
    if (!includes || !mayKeep(headers.kept()) || !library.precompilesHeaders()) {
      return library.compile(program, headers, List.of());
    }
    Attempt attempt = new Attempt(library, program, headers, key(program, headers, leading));
    try {
      return attempt.compile(store(headers.kept()));
    } catch (IOException e) {
      unusable.add(headers.kept());
      notices.accept("Precompiled headers cannot be kept in " + headers.kept() + ": " + e);
      return attempt.plain();
    }
  }

  private boolean mayKeep(String folder) {
    return !folder.isEmpty() && !unusable.contains(folder);
  }

  private HeaderStore store(String folder) {
    return stores.computeIfAbsent(
        folder,
        name -> fixedAddresses ? new SharedHeaders(Path.of(name)) : new OwnHeaders(Path.of(name)));
  }

  /** All that determines the file, and what determines addresses in this process. */
  private static String key(Program program, HeaderSet headers, List<String> leading) {
    MessageDigest digest = Sha256.digest();
    add(digest, List.of(headers.identity(), program.architecture()));
    add(digest, program.options());
    Map<String, String> texts = new TreeMap<>(headers.texts());
    add(digest, texts.keySet());
    add(digest, texts.values());
    add(digest, headers.folders());
    add(digest, leading);
    for (String property : List.of("java.vm.version", "java.home", "java.class.path")) {
      add(digest, List.of(System.getProperty(property, "")));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static void add(MessageDigest digest, Collection<String> texts) {
    digest.update((texts.size() + "\n").getBytes(StandardCharsets.UTF_8));
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      digest.update((bytes.length + "\n").getBytes(StandardCharsets.UTF_8));
      digest.update(bytes);
    }
  }

  /** One program. */
  private final class Attempt {

    private final NvrtcLibrary library;
    private final Program program;
    private final HeaderSet headers;
    private final String key;

    Attempt(NvrtcLibrary library, Program program, HeaderSet headers, String key) {
      this.library = library;
      this.program = program;
      this.headers = headers;
      this.key = key;
    }

    CompiledProgram compile(HeaderStore store) throws IOException {
      Optional<Path> file = store.find(key);
      if (file.isPresent()) {
        return use(store, file.get());
      }
      return store.isWanted(key) ? make(store) : measure(store);
    }

    private CompiledProgram use(HeaderStore store, Path file) throws IOException {
      try {
        CompiledProgram compiled = compile("--use-pch=", file);
        if (compiled.log().contains(USING)) {
          return without(file, compiled);
        }
        store.drop(key);
        return compiled.log().contains(ABOUT) ? plain() : compiled;
      } catch (CompilationException e) {
        if (BROKEN.matcher(e.getMessage()).find()) {
          store.drop(key);
          return plain();
        }
        throw without(file, e);
      }
    }

    private CompiledProgram make(HeaderStore store) throws IOException {
      Path file = store.begin();
      try {
        CompiledProgram compiled = compile("--create-pch=", file);
        return isKept(store, file) ? without(file, compiled) : plain();
      } catch (CompilationException e) {
        if (BROKEN.matcher(e.getMessage()).find()) {
          throw new IOException(e.getMessage().lines().findFirst().orElse(""), e);
        }
        if (isKept(store, file)) {
          throw without(file, e);
        }
        return plain();
      } finally {
        Files.deleteIfExists(file);
      }
    }

    /**
     * Keeps the file, if NVRTC has made one. It makes none if its memory for headers (256 MB) is
     * too small, and says so in the log.
     */
    private boolean isKept(HeaderStore store, Path file) throws IOException {
      if (Files.size(file) > 0) {
        store.keep(key, file);
        return true;
      }
      store.giveUp(key);
      return false;
    }

    private CompiledProgram measure(HeaderStore store) throws IOException {
      long start = System.nanoTime();
      try {
        return plain();
      } finally {
        if (System.nanoTime() - start > LEAST_NANOS) {
          store.want(key);
        }
      }
    }

    private CompiledProgram plain() {
      return library.compile(program, headers, List.of());
    }

    private CompiledProgram compile(String option, Path file) {
      room.ifPresent(HeaderRoom::release);
      room = Optional.empty();
      List<String> options = List.of(option + file, "--pch-verbose=true", QUIET);
      return library.compile(program, headers, options);
    }

    private CompiledProgram without(Path file, CompiledProgram compiled) {
      String log = without(file, compiled.log());
      return new CompiledProgram(compiled.ptx(), compiled.cubin(), log, compiled.loweredNames());
    }

    private CompilationException without(Path file, CompilationException failure) {
      return new CompilationException(failure.result(), without(file, failure.getMessage()));
    }

    /** What NVRTC says of the file is of no interest to the program. */
    private String without(Path file, String log) {
      return log.lines()
          .filter(line -> !line.contains(file.toString()))
          .collect(Collectors.joining("\n"))
          .stripTrailing();
    }
  }
}
