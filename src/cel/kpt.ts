import { environmentWith } from './environment.ts';
import { EXTENDED_FUNCTIONS } from './extended-functions.ts';
import { EXTENDED_MACROS } from './extended-macros.ts';
import { FORMAT } from './format.ts';
import { MAX_CONDITION_STEPS } from './limits.ts';
import { LIST_FUNCTIONS } from './list-functions.ts';
import { OPTIONAL_FUNCTIONS } from './optional-functions.ts';
import type { Profile } from './profile.ts';
import { STRING_FUNCTIONS } from './string-functions.ts';
import { DYN, listOf } from './types.ts';

/**
 * Language of `when` in a pipeline, as kpt 1.0 has it: one variable, and cel-go's optional values, strings (version 2),
 * sets, loops with two variables, and lists (version 3).
 */
export const KPT: Profile = {
  variables: new Map([['resources', listOf(DYN)]]),
  functions: EXTENDED_FUNCTIONS,
  macros: EXTENDED_MACROS,
  environment: environmentWith([FORMAT, ...LIST_FUNCTIONS, ...OPTIONAL_FUNCTIONS, ...STRING_FUNCTIONS]),
  hasOptionals: true,
  comparesMixed: true,
  isOptimized: false,
  maxSteps: MAX_CONDITION_STEPS,
};
