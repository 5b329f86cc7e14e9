import { fileURLToPath } from 'node:url';
import applyReplacements from '../../../functions/apply-replacements/index.ts';
import { loaded } from '../../support/probe.ts';
import { itEqualsTheOriginal } from '../../support/recorded-outcomes.ts';

/** Inputs with another outcome than that of the original, by tag, each with the row of "Differences" that it shows. */
const DIFFERENCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'v0.1.1': { 'seed 125': 'a source around its target' },
  'v0.1.2': {
    'seed 125': 'a source around its target',
    'seed 151': 'a map or list in place of a scalar',
    'seed 217': 'a text that does not fit the type of the field',
  },
};

for (const [tag, differences] of Object.entries(DIFFERENCES))
  describe(`apply-replacements, compared with recorded outcomes of ${tag}`, () => {
    const file = fileURLToPath(new URL(`recorded-${tag}.jsonl`, import.meta.url));
    itEqualsTheOriginal(loaded(applyReplacements), file, differences, tag);
  });
