/** Parentheses inside parentheses; Go's parser has the same limit. */
export const MAX_PARENTHESES = 10_000;

/** Templates that call templates; Go has the same limit, which only a recursion without an end reaches. */
export const MAX_TEMPLATE_DEPTH = 100_000;

/**
 * What one expansion may do: a step is a node, a command, a turn of a loop, or some bytes of a string that is made. Go has no
 * such limit, so that a template of 50 bytes can keep it busy for years. So many steps take some seconds.
 */
export const MAX_STEPS = 10_000_000;

/** So many bytes that a function makes or compares are one step: all strings of an expansion have less than 1 GB in sum. */
export const BYTES_PER_STEP = 64;

/** Bytes that one expansion may write, and that one string may have on the way: an API server takes no resource of 3 MiB. */
export const MAX_BYTES = 16 * 1024 * 1024;

/** Collections inside collections, in data: the readers of YAML refuse more, and printing a value is recursive. */
export const MAX_DATA_DEPTH = 200;
