/** Messages of arrays that both ranks name. */
package org.grcuda.world.message;
