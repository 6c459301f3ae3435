/** What JavaScript programs expect of Node: its event loop, its modules, and how they are found. */
package org.grcuda.cli.node;
