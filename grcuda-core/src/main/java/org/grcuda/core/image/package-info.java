/** Textures and surfaces of arrays, as the language and Java share them. */
package org.grcuda.core.image;
