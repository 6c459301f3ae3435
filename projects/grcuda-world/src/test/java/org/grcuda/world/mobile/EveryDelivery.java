package org.grcuda.world.mobile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.GrCuda;
import org.grcuda.driver.contract.Choices;
import org.grcuda.world.balance.LoadBalancer;
import org.grcuda.world.balance.LoadBalancers;
import org.grcuda.world.balance.WaitingCalls;
import org.grcuda.world.collective.Termination;
import org.grcuda.world.object.MobileObject;
import org.grcuda.world.object.MobilePointer;
import org.grcuda.world.progress.Progress;
import org.grcuda.world.transfer.Transfers;

/**
 * Runs a {@link SmallWorld} once for every order in which its frames may arrive. Frames from one
 * rank to another keep their order. Waves of the detection of termination could overtake a call for
 * ever: so none is passed over more than a few times.
 */
final class EveryDelivery {

  /** Deliveries after which the end is overdue. */
  private static final int MOST_DELIVERIES = 1000;

  private final GrCuda cuda;
  private final SmallWorld program;
  private final int mostPassedOver;
  private final Choices choices = new Choices();

  private EveryDelivery(GrCuda cuda, SmallWorld program, int mostPassedOver) {
    this.cuda = cuda;
    this.program = program;
    this.mostPassedOver = mostPassedOver;
  }

  /**
   * Checks the first {@code most} orders; returns how many there are up to that.
   *
   * @param mostPassedOver frames of other channels that may overtake one
   */
  static int check(GrCuda cuda, SmallWorld program, int mostPassedOver, int most) {
    EveryDelivery orders = new EveryDelivery(cuda, program, mostPassedOver);
    int count = 0;
    do {
      orders.choices.begin();
      try {
        orders.new Run().run();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(orders.choices + " of " + program + ": " + e, e);
      }
      count++;
    } while (count < most && orders.choices.next());
    return count;
  }

  /** Gives the first object with calls to the rank that asks. */
  private record Generous(int rank, int size) implements LoadBalancer {

    @Override
    public int victim() {
      return (rank + 1) % size;
    }

    @Override
    public MobilePointer give(int thief, List<WaitingCalls> waiting) {
      return waiting.getFirst().object();
    }
  }

  /** One run. */
  private final class Run {

    private final ChosenTransport transport = new ChosenTransport(program.ranks());
    private final List<Rank> ranks = new ArrayList<>();

    /** Calls that were made and not handled. */
    private int left;

    void run() {
      transport.ranks().forEach(each -> ranks.add(new Rank(each)));
      for (int i = 0; i < program.objects(); i++) {
        ranks.get(i % ranks.size()).objects.create(List.of());
      }
      program.steps().forEach(step -> ranks.get(step.rank()).act(step));
      ranks.forEach(Rank::begin);
      ranks.forEach(Rank::serve);
      int deliveries = 0;
      while (!transport.waiting().isEmpty()) {
        assertTrue(deliveries++ < MOST_DELIVERIES, "no end");
        ChosenTransport.Channel channel = choose();
        channel.deliver();
        ranks.get(channel.target).serve();
      }
      ranks.forEach(rank -> assertEquals(1, rank.termination.ends(), "ends announced"));
      checkObjects();
      ranks.forEach(rank -> rank.progress.close());
    }

    private ChosenTransport.Channel choose() {
      List<ChosenTransport.Channel> waiting = transport.waiting();
      for (ChosenTransport.Channel channel : waiting) {
        if (channel.passedOver >= mostPassedOver) {
          return channel;
        }
      }
      return waiting.get(choices.choose(waiting.size()));
    }

    private MobilePointer pointer(int object) {
      return new MobilePointer(object % ranks.size(), object / ranks.size());
    }

    /** Each object is on one rank, and has heard of each rank's calls in their order. */
    private void checkObjects() {
      for (int object = 0; object < program.objects(); object++) {
        List<MobileObject> found = new ArrayList<>();
        for (Rank rank : ranks) {
          MobileObject here = rank.objects.find(pointer(object));
          if (here != null) {
            found.add(here);
          }
        }
        assertEquals(1, found.size(), "places of object " + object);
        Map<Long, Long> last = new HashMap<>();
        List<?> heard = (List<?>) found.getFirst().state();
        for (Object each : heard) {
          long caller = (Long) each / 100;
          long number = (Long) each % 100;
          assertTrue(number > last.getOrDefault(caller, -1L), "order: " + heard);
          last.put(caller, number);
        }
        assertEquals(expected(object), heard.size(), "calls of object " + object + ": " + heard);
      }
    }

    private long expected(int object) {
      long calls = 0;
      for (SmallWorld.Step step : program.steps()) {
        boolean isCall = step.kind() != SmallWorld.Kind.MOVE;
        calls += isCall && step.object() == object ? 1 : 0;
        calls += next(step.object()) == object ? relays(step.kind()) : 0;
      }
      return calls;
    }

    private static int relays(SmallWorld.Kind kind) {
      return switch (kind) {
        case RELAY -> 1;
        case FAN -> 2;
        default -> 0;
      };
    }

    private int next(int object) {
      return (object + 1) % program.objects();
    }

    /** One rank: what {@code World} has, without its waits. */
    private final class Rank {

      private final int number;
      private final Progress progress;
      private final Termination termination;
      private final Objects objects;
      private final Balancing balancing;
      private long calls;

      Rank(ChosenTransport.Rank transport) {
        number = transport.rank();
        progress = new Progress(transport, program.credits(), false);
        // This test drives: the thread that usually does is never woken.
        progress.begin();
        Transfers transfers = new Transfers(cuda, progress);
        termination = new Termination(progress);
        objects = new Objects(cuda, progress, transfers, termination);
        LoadBalancer balancer =
            program.isBalanced() ? new Generous(number, transport.size()) : LoadBalancers.none();
        // Time stands still, so each rank asks once.
        balancing = new Balancing(progress, objects, balancer, () -> 0);
        for (SmallWorld.Kind kind : SmallWorld.Kind.values()) {
          objects.handler(
              kind.name(), (object, arguments) -> note(object, arguments, relays(kind)));
        }
      }

      private void note(MobileObject object, List<Object> arguments, int relays) {
        left--;
        List<Object> heard = new ArrayList<>((List<?>) object.state());
        heard.add(arguments.getFirst());
        object.setState(heard);
        for (int i = 0; i < relays; i++) {
          call(next((int) (long) (Long) arguments.get(1)), SmallWorld.Kind.CALL);
        }
      }

      private void call(int object, SmallWorld.Kind kind) {
        left++;
        objects.call(pointer(object), kind.name(), List.of(100L * number + calls++, object));
      }

      void act(SmallWorld.Step step) {
        if (step.kind() == SmallWorld.Kind.MOVE) {
          objects.migrate(pointer(step.object()), step.target());
        } else {
          call(step.object(), step.kind());
        }
      }

      void begin() {
        termination.begin();
        balancing.begin(1);
      }

      /** Takes what arrives, handles what is there, and sends what that leads to. */
      void serve() {
        progress.drive();
        do {
          while (objects.handleNext()) {
            balancing.handled();
          }
          if (termination.ends() == 0) {
            balancing.idle();
            termination.passive();
          } else {
            assertEquals(0, left, "the end is early");
            balancing.end();
          }
        } while (progress.drive());
      }
    }
  }
}
