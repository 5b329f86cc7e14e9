/** Code points that an expression may have; cel-go has the same limit. */
export const MAX_LENGTH = 100_000;

/**
 * How often a rule of the grammar may be inside itself: parentheses, lists and arguments, but also operators, since `a + b + c`
 * is `(a + b) + c`. cel-go has the same limit. What reads and evaluates such an expression uses less than a tenth of the stack.
 */
export const MAX_DEPTH = 250;

/**
 * What one evaluation may do: a step is a node of the expression in a turn of a macro, or some of the characters or elements that a
 * function makes or looks at. cel-go has no limit, so that three macros inside each other keep it busy for minutes. So many steps
 * take a tenth of a second.
 */
export const MAX_STEPS = 500_000;

/** So many characters or bytes that are made or looked at are one step: all that an evaluation makes have less than 100 MB. */
export const CHARACTERS_PER_STEP = 64;

/** So many elements of lists and maps that are made or looked at are one step. */
export const ELEMENTS_PER_STEP = 4;

/**
 * What checking the types of an expression may do: a step is a type, or a part of one, that is looked at. A few macros in a row can
 * make a type of millions of parts: `.map(x, {x: x})` doubles it. An expression of the greatest length with usual types uses half.
 */
export const MAX_TYPE_STEPS = 1_000_000;

/** Patterns that are kept compiled. */
export const MAX_PATTERNS = 100;
