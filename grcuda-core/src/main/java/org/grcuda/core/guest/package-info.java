/**
 * What objects of the language have in common, as every guest program sees them: members, methods,
 * functions, lists, errors and types.
 */
package org.grcuda.core.guest;
