import fc from 'fast-check';
import { versions } from './generate-merge.ts';
import { LAWS } from './merge-laws.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(300);

describe('merge of packages, by property', () => {
  for (const { title, ofNew, ofLocal, alone, check } of LAWS)
    it(title, () => {
      fc.assert(fc.property(versions(ofNew, ofLocal, alone), check), { numRuns: RUNS });
    });
});
