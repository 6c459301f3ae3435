package org.grcuda.world.guest;

import java.util.List;
import org.grcuda.spi.NamespaceProvider;
import org.grcuda.spi.ObjectType;
import org.grcuda.spi.ProvidedFunction;
import org.grcuda.world.World;

/** The function {@code CU.world}. It is small, as every context loads it to learn its name. */
public final class WorldFunction implements NamespaceProvider {

  /** The provider, for the service loader. */
  public WorldFunction() {}

  @Override
  public String name() {
    return "world";
  }

  @Override
  public boolean isFunction() {
    return true;
  }

  @Override
  public List<ObjectType<?>> types() {
    return List.of(
        WorldType.TYPE,
        ObjectTypes.POINTER,
        ObjectTypes.OBJECT,
        DistributedArrayType.TYPE,
        PartType.TYPE);
  }

  @Override
  public List<ProvidedFunction> functions() {
    return List.of(new ProvidedFunction(name(), List.of(), call -> World.of(call.cuda())));
  }
}
