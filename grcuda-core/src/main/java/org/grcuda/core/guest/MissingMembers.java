package org.grcuda.core.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.nodes.Node;
import java.util.Collection;
import java.util.Set;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.types.GrCudaException;

/**
 * Calls of members that do not exist. Hosts report such a call in their own words, without the name
 * that was meant. So a call of a misspelt member is an error of the language. All other calls are
 * left to the host, and so are members that JavaScript finds in the prototypes that it gives to
 * foreign objects.
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
   * @param owner how messages name the object
   * @param names the members that it has
   * @return never
   * @throws GuestException naming the member that was meant, if one is near
   * @throws UnknownIdentifierException otherwise
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
