import { configForm, defineFunction, type Call } from '../../src/function/index.ts';
import { KrmError, resultsOf, type Result } from '../../src/krm/index.ts';
import { customTransform } from './kinds/custom-transform.ts';
import { warnOfNames } from './preserve.ts';
import { report, warnShared } from './report.ts';
import { StripRules, type StripConfig } from './rules.ts';
import { stripResource } from './strip.ts';
import { readStripTransform, stripTransform } from './kinds/strip-transform.ts';
import { Tally } from './tally.ts';
import { readTransform } from './transform.ts';

const fromCustomTransform = configForm({
  ...customTransform,
  read({ spec }, problems, source): StripConfig {
    const place = { title: `CustomTransform ${JSON.stringify(source.name)}`, source, field: ['spec'], lists: false };
    return { builtIn: true, transforms: [readTransform(spec, place, problems)] };
  },
});

const fromStripTransform = configForm({
  ...stripTransform,
  read: ({ spec }, problems, source): StripConfig => readStripTransform(spec, source, problems),
});

/** Removes content as KubeStellar does (design "WEC-independent workload object transformation"). */
export default defineFunction({
  name: 'strip-transform',
  summary: 'Removes fields that a cluster sets, such as `status` and `uid`, and fields that CustomTransforms list.',
  origin: 'KubeStellar CustomTransform',
  configs: [fromCustomTransform, fromStripTransform],
  policies: {
    forms: [fromCustomTransform],
    combine(given = { builtIn: true, transforms: [] }, found) {
      if (given.transforms.length > 0) return given;
      return { ...given, transforms: found().flatMap(({ transforms }) => transforms) };
    },
  },
  run(call) {
    const { config, resources, results } = call;
    if (!config.builtIn && config.transforms.length === 0) {
      results.warning('no transform in the function config or among the items, and `builtIn` is false', {
        code: 'no-policy',
      });
      return;
    }
    warnShared(config.transforms, results);
    strip(new StripRules(config, resources), call);
  },
});

/** Strips all resources, so that all errors are reported. */
function strip(rules: StripRules, { resources, results }: Call<StripConfig>): void {
  const tally = new Tally();
  const failures: Result[] = [];
  for (const resource of resources) {
    const own = rules.of(resource);
    try {
      tally.add(resource, own, stripResource(resource, own, results));
      if (rules.builtIn.length > 0) warnOfNames(resource, results);
    } catch (error) {
      failures.push(...resultsOf(error));
    }
  }
  report(rules, tally, results);
  if (failures.length > 0) throw new KrmError(failures);
}
