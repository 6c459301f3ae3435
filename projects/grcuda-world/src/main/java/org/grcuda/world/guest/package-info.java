/** The function {@code CU.world}: worlds for Python and JavaScript. */
package org.grcuda.world.guest;
