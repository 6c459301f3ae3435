package org.grcuda.core.node;

import com.oracle.truffle.api.frame.VirtualFrame;
import java.util.List;
import org.grcuda.core.guest.GuestException;
import org.grcuda.core.guest.Namespace;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.types.GrCudaException;

/** A name of the root namespace {@code CU}, or of a namespace in it. */
final class NameNode extends ExpressionNode {

  private final List<String> path;

  NameNode(List<String> path) {
    this.path = path;
  }

  @Override
  Object execute(VirtualFrame frame) {
    Namespace root = Evaluation.current(this).scope();
    Object found = root;
    // CU itself is optional: CU::DeviceArray and DeviceArray are the same.
    int first = path.getFirst().equals(root.name()) ? 1 : 0;
    for (String name : path.subList(first, path.size())) {
      found = lookUp(found, name);
    }
    return found;
  }

  private Object lookUp(Object scope, String name) {
    if (!(scope instanceof Namespace namespace)) {
      throw unknown("'" + name + "': the name before it is not a namespace");
    }
    Object member = namespace.find(name);
    if (member == null) {
      String near = Suggestions.didYouMean(name, namespace.names());
      throw unknown("unknown name '" + name + "' in namespace " + namespace.name() + near);
    }
    return member;
  }

  private GuestException unknown(String message) {
    return GuestException.of(new GrCudaException(GrCudaException.Kind.NOT_FOUND, message), this);
  }
}
