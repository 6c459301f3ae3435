/** Two-sided messages of arrays, as vertices of the DAG. */
package org.grcuda.world.message;
