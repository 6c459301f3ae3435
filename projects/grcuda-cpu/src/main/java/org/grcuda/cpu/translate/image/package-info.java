/** Instructions on images: their forms. */
package org.grcuda.cpu.translate.image;
