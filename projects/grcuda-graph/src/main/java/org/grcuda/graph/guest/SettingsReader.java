package org.grcuda.graph.guest;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.spi.Call;
import org.grcuda.worklist.Settings;

/** Settings of a worklist as arguments by name. */
final class SettingsReader {

  private static final List<String> NAMES =
      List.of("schedule", "delta", "strict", "fusedLimit", "fusedRounds", "packet");

  /** The names of the schedules, in their order. */
  private static final List<String> SCHEDULES = List.of("auto", "asynchronous", "bulk-synchronous");

  private SettingsReader() {}

  /** The names of parameters: {@code first}, and those of settings. */
  static List<String> parameters(String... first) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(NAMES);
    return all;
  }

  /** The settings of a call; those that are not given are {@code usual}. */
  static Settings read(Call call, Settings usual) {
    return new Settings(
        schedule(call, usual.schedule()),
        call.number("delta", usual.delta()),
        call.isTrue("strict", usual.strict()),
        (int) call.integer("fusedLimit", 0, Integer.MAX_VALUE, usual.fusedLimit()),
        (int) call.integer("fusedRounds", 1, Integer.MAX_VALUE, usual.fusedRounds()),
        packet(call, usual.packet()));
  }

  static int packet(Call call, int usual) {
    return (int) call.integer("packet", 1, Integer.MAX_VALUE, usual);
  }

  static Settings.Schedule schedule(Call call, Settings.Schedule usual) {
    String name = call.choice("schedule", SCHEDULES, SCHEDULES.get(usual.ordinal()));
    return Settings.Schedule.values()[SCHEDULES.indexOf(name)];
  }
}
