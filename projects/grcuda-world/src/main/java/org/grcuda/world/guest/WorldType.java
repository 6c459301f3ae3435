package org.grcuda.world.guest;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.DeviceArray;
import org.grcuda.spi.Call;
import org.grcuda.spi.Callback;
import org.grcuda.spi.ObjectType;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.World;
import org.grcuda.world.object.MobileObject;
import org.grcuda.world.object.MobilePointer;

/** Worlds as programs hold them. */
final class WorldType {

  static final ObjectType<World> TYPE =
      new ObjectType<>("World", World.class)
          .property("rank", World::rank)
          .property("size", World::size)
          .method("DistributedArray", DistributedArrayType.PARAMETERS, DistributedArrayType::make)
          .method("create", List.of("state..."), WorldType::create)
          .method("find", List.of("pointer"), (world, call) -> world.find(pointer(call)))
          .method("handler", List.of("name", "function"), WorldType::handler)
          .method("send", List.of("pointer", "name", "arguments..."), WorldType::send)
          .method("put", List.of("pointer", "array", "name"), WorldType::put)
          .method("get", List.of("pointer", "array", "name"), WorldType::get)
          .method("sendTo", List.of("rank", "array", "tag"), WorldType::sendTo)
          .method("receiveFrom", List.of("rank", "array", "tag"), WorldType::receiveFrom)
          .method("migrate", List.of("pointer", "rank"), WorldType::migrate)
          .method("free", List.of("pointer"), WorldType::free)
          .method("run", List.of(), WorldType::run)
          .method("poll", List.of(), WorldType::poll)
          .method("barrier", List.of(), WorldType::barrier)
          .method("gather", List.of("value..."), WorldType::gather)
          .method("sum", List.of("value"), (world, call) -> world.sum(call.number("value")))
          .method("abort", List.of("code", "reason"), WorldType::abort);

  /** Larger tags are those of distributed arrays. */
  private static final long MOST_TAG = (1L << 62) - 1;

  private WorldType() {}

  /** The only one of the arguments in order. */
  private static Object single(Call call, String function, String name) {
    List<Object> values = call.rest(name);
    if (values.size() != 1) {
      throw new GrCudaException(
          GrCudaException.Kind.ARITY,
          function + ": expected one " + name + ", given " + values.size());
    }
    return values.getFirst();
  }

  private static MobilePointer pointer(Call call) {
    return switch (call.plain("pointer")) {
      case MobilePointer pointer -> pointer;
      case MobileObject object -> object.pointer();
      default -> throw call.refusal("pointer", "a pointer to a mobile object");
    };
  }

  private static DeviceArray array(Call call) {
    if (call.plain("array") instanceof DeviceArray array) {
      return array;
    }
    throw call.refusal("array", "a device array");
  }

  private static String name(Call call) {
    return call.isGiven("name") ? call.text("name") : "";
  }

  private static Object create(World world, Call call) {
    return world.create(single(call, "create", "state"));
  }

  /** {@code handler(f)} or {@code handler(name, f)}. */
  private static Object handler(World world, Call call) {
    boolean isNamed = call.isGiven("function");
    Callback function = call.function(isNamed ? "function" : "name");
    world.handler(
        isNamed ? call.text("name") : function.name(),
        (object, arguments) -> {
          List<Object> all = new ArrayList<>();
          all.add(object);
          all.addAll(arguments);
          function.run(all);
        });
    return null;
  }

  private static Object send(World world, Call call) {
    world.send(pointer(call), call.text("name"), call.rest("arguments").toArray());
    return null;
  }

  private static Object put(World world, Call call) {
    world.put(pointer(call), array(call), name(call));
    return null;
  }

  private static Object get(World world, Call call) {
    world.get(pointer(call), array(call), name(call));
    return null;
  }

  private static int rank(World world, Call call) {
    return (int) call.integer("rank", 0, world.size() - 1L);
  }

  private static long tag(Call call) {
    return call.integer("tag", 0, MOST_TAG, 0);
  }

  private static Object sendTo(World world, Call call) {
    world.messages().send(rank(world, call), tag(call), array(call));
    return null;
  }

  private static Object receiveFrom(World world, Call call) {
    world.messages().receive(rank(world, call), tag(call), array(call));
    return null;
  }

  private static Object migrate(World world, Call call) {
    world.migrate(pointer(call), rank(world, call));
    return null;
  }

  private static Object free(World world, Call call) {
    world.free(pointer(call));
    return null;
  }

  private static Object run(World world, Call call) {
    world.run();
    return null;
  }

  private static Object poll(World world, Call call) {
    world.poll();
    return null;
  }

  private static Object barrier(World world, Call call) {
    world.barrier();
    return null;
  }

  private static Object gather(World world, Call call) {
    return world.gather(single(call, "gather", "value"));
  }

  private static Object abort(World world, Call call) {
    world.abort(
        (int) call.integer("code", 0, 255, 1),
        call.isGiven("reason") ? call.text("reason") : "the program ended it");
    return null;
  }
}
