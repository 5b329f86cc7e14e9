import fc from 'fast-check';
import { versions } from './generate-merge.ts';
import { LAWS } from './merge-laws.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 500);

describe('merge of packages, by property', () => {
  for (const { title, ofNew, ofLocal, alone, check } of LAWS)
    it(title, () => {
      fc.assert(fc.property(versions(ofNew, ofLocal, alone), check), { numRuns: RUNS });
    });
});
