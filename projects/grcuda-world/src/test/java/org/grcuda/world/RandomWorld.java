package org.grcuda.world;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.grcuda.FloatArray;
import org.grcuda.world.object.MobileObject;
import org.grcuda.world.object.MobilePointer;

/**
 * A random program of several ranks: calls with and without arrays, calls from handlers, puts,
 * gets, messages and migrations. Its results do not depend on the order in which records arrive, so
 * they are those of the ranks one after the other.
 */
final class RandomWorld {

  private static final int MOST_ELEMENTS = 3000;

  /** What a rank does. */
  private enum Kind {
    CALL,
    CALL_WITH_ARRAY,
    SPREAD,
    PUT,
    GET,
    MIGRATE,
    MESSAGE
  }

  /** One step of the program: {@code rank} does something with {@code object}. */
  private record Step(Kind kind, int rank, int object, int other, int value, int elements) {}

  private final long seed;
  private final int ranks;
  private final int objects;
  private final List<List<Step>> phases = new ArrayList<>();

  RandomWorld(long seed) {
    this.seed = seed;
    Random random = new Random(seed);
    ranks = 1 + random.nextInt(4);
    objects = 1 + random.nextInt(4);
    int count = 1 + random.nextInt(3);
    for (int phase = 0; phase < count; phase++) {
      List<Step> steps = new ArrayList<>();
      int length = random.nextInt(30);
      for (int i = 0; i < length; i++) {
        steps.add(
            new Step(
                Kind.values()[random.nextInt(Kind.values().length)],
                random.nextInt(ranks),
                random.nextInt(objects),
                random.nextInt(ranks),
                random.nextInt(1000),
                1 + random.nextInt(MOST_ELEMENTS)));
      }
      phases.add(steps);
    }
  }

  int ranks() {
    return ranks;
  }

  @Override
  public String toString() {
    return "seed " + seed + ", " + ranks + " ranks, " + objects + " objects, " + phases;
  }

  /** Runs the part of one rank, and checks what it can see. */
  void run(World world) {
    new Player(world).run();
  }

  /** The elements of the array of object {@code object}: all objects have one of another size. */
  private static int elements(int object) {
    return 500 + 700 * object;
  }

  /** The rank that alone writes and reads the array of an object. */
  private int writer(int object) {
    return object % ranks;
  }

  /** What is expected of an object's state after a phase. */
  private static final class Model {
    private final Map<String, Long> hashes = new LinkedHashMap<>();
    private long sum;
  }

  /** One rank. */
  private final class Player {

    private final World world;
    private final List<MobilePointer> calls = new ArrayList<>();
    private final List<MobilePointer> arrays = new ArrayList<>();
    private final List<Model> models = new ArrayList<>();
    private final Map<Integer, Float> written = new HashMap<>();

    Player(World world) {
      this.world = world;
      world.handler("apply", this::apply);
      world.handler("spread", this::spread);
    }

    private void run() {
      for (int object = 0; object < objects; object++) {
        boolean mine = object % world.size() == world.rank();
        Object call = mine ? world.create(Map.of("sum", 0L, "hashes", Map.of())) : null;
        Object array = null;
        if (mine) {
          FloatArray state = world.cuda().floatArray(elements(object));
          state.fill(0);
          array = world.create(state);
        }
        for (Object each : world.gather(call)) {
          if (each != null) {
            calls.add((MobilePointer) each);
          }
        }
        for (Object each : world.gather(array)) {
          if (each != null) {
            arrays.add((MobilePointer) each);
          }
        }
        models.add(new Model());
      }
      for (List<Step> phase : phases) {
        play(phase);
      }
    }

    private void play(List<Step> phase) {
      List<Runnable> checks = new ArrayList<>();
      for (Step step : phase) {
        model(step);
        if (step.rank == world.rank()) {
          act(step, checks);
        }
        if (step.kind == Kind.MESSAGE && step.other == world.rank()) {
          checks.add(receive(step));
        }
      }
      world.run();
      checks.forEach(Runnable::run);
      check();
      world.barrier();
    }

    private void model(Step step) {
      Model model = models.get(step.object);
      switch (step.kind) {
        case CALL, CALL_WITH_ARRAY ->
            model.hashes.merge(
                "" + step.rank, hash(0, step.value), (old, now) -> hash(old, step.value));
        case SPREAD -> models.forEach(each -> each.sum += step.value);
        default -> {}
      }
    }

    private static long hash(long hash, long value) {
      return 31 * hash + value;
    }

    private void act(Step step, List<Runnable> checks) {
      MobilePointer pointer = calls.get(step.object);
      switch (step.kind) {
        case CALL -> world.send(pointer, "apply", step.rank, step.value);
        case CALL_WITH_ARRAY ->
            world.send(pointer, "apply", step.rank, filled(step.elements, step.value));
        case SPREAD -> world.send(pointer, "spread", step.value, 0L, new ArrayList<>(calls));
        case PUT -> put(step);
        case GET -> get(step, checks);
        case MIGRATE -> {
          world.migrate(pointer, step.other);
          world.migrate(arrays.get(step.object), (step.other + 1) % ranks);
        }
        case MESSAGE -> {
          world.messages().send(step.other, step.object, filled(step.elements, step.value));
          if (step.value % 16 == 0) {
            // Nobody receives it.
            world.messages().send(step.other, objects, filled(step.elements, step.value));
          }
        }
      }
    }

    private FloatArray filled(int elements, int value) {
      FloatArray array = world.cuda().floatArray(elements);
      array.fill(value);
      return array;
    }

    private void put(Step step) {
      if (writer(step.object) == world.rank()) {
        FloatArray array = filled(elements(step.object), step.value);
        world.put(arrays.get(step.object), array);
        array.fill(-1);
        written.put(step.object, (float) step.value);
      }
    }

    private void get(Step step, List<Runnable> checks) {
      if (writer(step.object) == world.rank()) {
        FloatArray array = world.cuda().floatArray(elements(step.object));
        world.get(arrays.get(step.object), array);
        float expected = written.getOrDefault(step.object, 0f);
        checks.add(() -> checkFilled(array, expected));
      }
    }

    private Runnable receive(Step step) {
      FloatArray array = world.cuda().floatArray(step.elements);
      world.messages().receive(step.rank, step.object, array);
      return () -> checkFilled(array, step.value);
    }

    private static void checkFilled(FloatArray array, float expected) {
      assertEquals(expected, array.get(0));
      assertEquals(expected, array.get(array.length() - 1));
    }

    /** Handler: adds a number, or the elements of an array, to what this caller has said before. */
    private void apply(MobileObject object, List<Object> arguments) {
      Map<String, Object> state = state(object);
      Map<String, Object> hashes = new LinkedHashMap<>(map(state.get("hashes")));
      long value =
          arguments.get(1) instanceof FloatArray array
              ? (long) array.get(array.length() - 1)
              : (Long) arguments.get(1);
      long old = (Long) hashes.getOrDefault("" + arguments.getFirst(), 0L);
      hashes.put("" + arguments.getFirst(), hash(old, value));
      state.put("hashes", hashes);
      object.setState(state);
    }

    /** Handler: adds a number to this object, and has the next one do the same. */
    private void spread(MobileObject object, List<Object> arguments) {
      Map<String, Object> state = state(object);
      state.put("sum", (Long) state.get("sum") + (Long) arguments.getFirst());
      object.setState(state);
      long depth = (Long) arguments.get(1) + 1;
      List<?> all = (List<?>) arguments.get(2);
      if (depth < all.size()) {
        int next = (all.indexOf(object.pointer()) + 1) % all.size();
        world.send(
            (MobilePointer) all.get(next), "spread", arguments.getFirst(), depth, arguments.get(2));
      }
    }

    private Map<String, Object> state(MobileObject object) {
      return new LinkedHashMap<>(map(object.state()));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
      return (Map<String, Object>) value;
    }

    private void check() {
      for (int object = 0; object < objects; object++) {
        MobileObject here = world.find(calls.get(object));
        assertEquals(1.0, world.sum(here == null ? 0 : 1));
        if (here != null) {
          assertEquals(models.get(object).sum, map(here.state()).get("sum"));
          assertEquals(models.get(object).hashes, map(map(here.state()).get("hashes")));
        }
        MobileObject array = world.find(arrays.get(object));
        assertEquals(1.0, world.sum(array == null ? 0 : 1));
      }
    }
  }
}
