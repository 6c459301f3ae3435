/** Resources, which only order computations, and requests of the host for arrays. */
package org.grcuda.task;
