/** Maximum depth of parentheses; same as in Go's parser. */
export const MAX_PARENTHESES = 10_000;

/** Maximum depth of template calls; same as in Go. Only infinite recursion reaches it. */
export const MAX_TEMPLATE_DEPTH = 100_000;

/**
 * Maximum number of steps of one expansion. A step is a node, a command, an iteration of a loop, or some bytes of a
 * string that is made. Go has no such limit, so a template of 50 bytes can keep it busy for years. This many steps take
 * a few seconds.
 */
export const MAX_STEPS = 10_000_000;

/** Number of bytes made or compared by a function per step: all strings of an expansion total less than 1 GB. */
export const BYTES_PER_STEP = 64;

/**
 * Maximum number of bytes of the output of one expansion and of an intermediate string: an API server accepts no
 * resource of 3 MiB.
 */
export const MAX_BYTES = 16 * 1024 * 1024;

/** Maximum depth of collections in data: readers of YAML refuse more, and printing a value is recursive. */
export const MAX_DATA_DEPTH = 200;
