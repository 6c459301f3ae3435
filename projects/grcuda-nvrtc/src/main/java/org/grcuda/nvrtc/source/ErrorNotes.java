package org.grcuda.nvrtc.source;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.grcuda.nvrtc.source.Declaration.Kind;

/** What is said behind the compiler's log: what an error may come from, and what helps. */
final class ErrorNotes {

  private static final Pattern UNDEFINED =
      Pattern.compile("identifier \"(\\w+)\" is undefined|has no member \"(\\w+)\"");

  private final Separation separation;
  private final Includes includes;
  private final Set<String> notes = new LinkedHashSet<>();

  ErrorNotes(Separation separation, Includes includes) {
    this.separation = separation;
    this.includes = includes;
  }

  /**
   * The notes, each in a line of its own after a line end.
   *
   * @param about the declarations that errors are about, and that device code needs
   */
  String of(String log, Iterable<Declaration> about) {
    Matcher undefined = UNDEFINED.matcher(log);
    while (undefined.find()) {
      String name = undefined.group(1) == null ? undefined.group(2) : undefined.group(1);
      aside(name);
    }
    about.forEach(this::member);
    includes
        .absent()
        .forEach(
            (name, token) -> {
              if (!HostHeaders.isKnown(name) || HostHeaders.mayHoldDeviceCode(name)) {
                notes.add(
                    "Not found, so empty: the header %s of %s(%d)"
                        .formatted(name, token.file().name(), token.line()));
              }
            });
    StringBuilder text = new StringBuilder();
    notes.forEach(note -> text.append('\n').append(note));
    return text.toString();
  }

  private void aside(String name) {
    for (SetAside aside : separation.setAside()) {
      if (aside.what().matches(".*[ :]" + name + "(,.*)?")) {
        String option =
            separation.wouldBeDevice(name)
                ? "; with the option -default-device it is compiled for the device, too"
                : "";
        notes.add("Set aside: " + aside + option);
        return;
      }
    }
  }

  /** A member that cannot be set aside, as the class would have another layout without it. */
  private void member(Declaration declaration) {
    if (declaration.owner != null && declaration.kind == Kind.VARIABLE) {
      notes.add(
          "Device code names the %s, so it needs all its members: types of the host cannot be"
                  .formatted(declaration.owner.what())
              + " among them");
    }
  }
}
