package org.grcuda.core.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.nodes.Node;
import java.util.Collection;
import java.util.Set;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.types.GrCudaException;

/**
 * Calls of members that are not there. Hosts report one in words of their own, without the name
 * that was meant: so a misspelt one is an error of the language. Any other is left to the host, and
 * so is what JavaScript finds in the prototypes that it gives to foreign objects.
 */
final class MissingMembers {

  /** Methods of the prototypes of arrays, functions and objects in JavaScript. */
  private static final Set<String> OF_PROTOTYPES =
      Set.of(
          ("apply at bind call concat copyWithin entries every filter find findIndex findLast"
                  + " findLastIndex flat flatMap forEach hasOwnProperty includes indexOf"
                  + " isPrototypeOf join keys lastIndexOf map pop propertyIsEnumerable push reduce"
                  + " reduceRight reverse shift some sort splice toLocaleString toReversed toSorted"
                  + " toSpliced toString unshift valueOf values with")
              .split(" "));

  private MissingMembers() {}

  /**
   * The error for a call of member {@code name}.
   *
   * @param owner what messages call the object
   * @param names the members that it has
   * @return never
   * @throws GuestException naming the member that was meant, if one is near
   * @throws UnknownIdentifierException else
   */
  @TruffleBoundary
  static RuntimeException called(String owner, String name, Collection<String> names, Node node)
      throws UnknownIdentifierException {
    if (OF_PROTOTYPES.contains(name) || Suggestions.nearest(name, names).isEmpty()) {
      throw UnknownIdentifierException.create(name);
    }
    throw of(owner, name, names).at(node);
  }

  /** The error for member {@code name}, with the one that was meant. */
  static GuestException of(String owner, String name, Collection<String> names) {
    return GuestException.of(
        GrCudaException.Kind.NOT_FOUND,
        owner + " has no member '" + name + "'" + Suggestions.didYouMean(name, names));
  }
}
