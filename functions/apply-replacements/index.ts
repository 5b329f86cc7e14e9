import { configForm, defineFunction } from '../../src/function/index.ts';
import { applyReplacements } from './apply.ts';
import { applyReplacements as kind } from './kinds/apply-replacements.ts';
import { warnOfIgnored } from './ignored-options.ts';
import { readReplacement, type ReplacementConfig } from './replacement.ts';

const fromApplyReplacements = configForm({
  ...kind,
  read: ({ replacements = [] }, problems, source): ReplacementConfig => ({
    source,
    replacements: replacements.map((each, index) => readReplacement(each, ['replacements', index], problems)),
  }),
});

/** Copies values between fields as `apply-replacements` of kpt's catalog does, which calls Kustomize. */
export default defineFunction({
  name: 'apply-replacements',
  summary: 'Copies values from fields of resources to fields of others.',
  origin: 'kpt catalog `apply-replacements`',
  configs: [fromApplyReplacements],
  originalTags: ['v0.1', 'v0.1.0', 'v0.1.1', 'v0.1.2'],
  run(call) {
    if (call.config.replacements.length === 0) {
      call.results.warning('nothing to do: `replacements` is empty', { code: 'rule-idle' });
      return;
    }
    warnOfIgnored(call);
    applyReplacements(call);
  },
});
