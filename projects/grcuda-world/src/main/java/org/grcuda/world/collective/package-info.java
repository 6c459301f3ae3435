/** What all ranks do together: gathering values, and detecting that nothing is left to do. */
package org.grcuda.world.collective;
