/**
 * The common parts of the language's objects, as every guest program sees them: members, methods,
 * functions, lists, errors and types.
 */
package org.grcuda.core.guest;
