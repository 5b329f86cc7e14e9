import { blogAndTutorials } from './blog-and-tutorials.ts';
import type { DocumentedPolicy } from './documented-policy.ts';
import { repeatedEdits } from './repeated-edits.ts';
import { rollouts } from './rollouts.ts';
import { samples } from './samples.ts';
import { userGuideOverriders } from './user-guide-overriders.ts';
import { userGuideTargets } from './user-guide-targets.ts';

/** Every policy of Karmada's documentation that Karmada accepts. */
export const documentedPolicies: readonly DocumentedPolicy[] = [
  ...userGuideTargets,
  ...userGuideOverriders,
  ...blogAndTutorials,
  ...rollouts,
  ...samples,
  ...repeatedEdits,
];
