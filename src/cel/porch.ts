import { environmentWith } from './environment.ts';
import { FUNCTIONS } from './functions.ts';
import { MAX_STEPS } from './limits.ts';
import { MACROS } from './macros.ts';
import type { Profile } from './profile.ts';
import { DYN, STRING } from './types.ts';

/** Language of the templates of a PackageVariantSet, as Porch has it. */
export const PORCH: Profile = {
  variables: new Map([
    ['repoDefault', STRING],
    ['packageDefault', STRING],
    ['upstream', DYN],
    ['target', DYN],
    ['repository', DYN],
  ]),
  functions: FUNCTIONS,
  macros: MACROS,
  environment: environmentWith(),
  hasOptionals: false,
  comparesMixed: false,
  isOptimized: true,
  maxSteps: MAX_STEPS,
};
