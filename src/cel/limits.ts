/** Maximum number of code points in an expression; same as in cel-go. */
export const MAX_LENGTH = 100_000;

/**
 * Maximum depth of recursion of a grammar rule: parentheses, lists and arguments, but also operators, since `a + b + c`
 * is `(a + b) + c`. cel-go has the same limit. Parsing and evaluating such an expression uses less than a tenth of the
 * stack.
 */
export const MAX_DEPTH = 250;

/**
 * Maximum number of steps of one evaluation. A step is a node of the expression in an iteration of a macro, or some of
 * the characters or elements that a function makes or reads. cel-go has no limit, so three nested macros keep it busy
 * for minutes. This many steps take a tenth of a second.
 */
export const MAX_STEPS = 500_000;

/**
 * Maximum number of steps of one evaluation of the condition of a function, the limit of cost that kpt gives to cel-go,
 * which counts almost the same.
 */
export const MAX_CONDITION_STEPS = 1_000_000;

/** Number of characters or bytes made or read per step: all those made by an evaluation take less than 100 MB. */
export const CHARACTERS_PER_STEP = 64;

/** Number of elements of lists and maps made or read per step. */
export const ELEMENTS_PER_STEP = 4;

/**
 * Maximum number of steps of type checking. A step is a visited type, or a part of one. A few consecutive macros can
 * make a type of millions of parts: `.map(x, {x: x})` doubles it. An expression of the maximum length with usual types
 * uses half.
 */
export const MAX_TYPE_STEPS = 1_000_000;

/** Maximum number of cached compiled patterns. */
export const MAX_PATTERNS = 100;
