/**
 * Apart from the layout, so that who draws does not bring the layout library along.
 */

/** Of a label's line, in pixels at scale 1. */
export const LINE_HEIGHT = 15;
