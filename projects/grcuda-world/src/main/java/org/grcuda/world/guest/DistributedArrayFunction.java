package org.grcuda.world.guest;

import java.util.List;
import org.grcuda.spi.NamespaceProvider;
import org.grcuda.spi.ObjectType;
import org.grcuda.spi.ProvidedFunction;
import org.grcuda.world.World;

/** The function {@code CU.DistributedArray}: that of the world. */
public final class DistributedArrayFunction implements NamespaceProvider {

  /** The provider, for the service loader. */
  public DistributedArrayFunction() {}

  @Override
  public String name() {
    return "DistributedArray";
  }

  @Override
  public boolean isFunction() {
    return true;
  }

  @Override
  public List<ObjectType<?>> types() {
    return List.of(DistributedArrayType.TYPE, PartType.TYPE);
  }

  @Override
  public List<ProvidedFunction> functions() {
    return List.of(
        new ProvidedFunction(
            name(),
            DistributedArrayType.PARAMETERS,
            call -> DistributedArrayType.make(World.of(call.cuda()), call)));
  }
}
