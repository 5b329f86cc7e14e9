import { configForm, defineFunction, type Problems } from '../../src/function/index.ts';
import { groupBy } from '../../src/group-by.ts';
import { rejectDuplicates, type Resource } from '../../src/krm/index.ts';
import { InjectedPod, type Presets } from './application.ts';
import { matching } from './matching.ts';
import { podPreset, redHatPodPreset, type PresetFields } from './kinds/pod-preset.ts';
import { DEFAULTS, podPresetApplication, readOptions } from './kinds/pod-preset-application.ts';
import { findPods } from './pods.ts';
import { readPreset } from './read-preset.ts';

const read = ({ spec }: { readonly spec: PresetFields }, problems: Problems, source: Resource): Presets => ({
  presets: [readPreset(spec, source, problems)],
  options: DEFAULTS,
});
const fromPodPreset = configForm({ ...podPreset, read });
const fromRedHatPodPreset = configForm({ ...redHatPodPreset, read });

const fromApplication = configForm({
  ...podPresetApplication,
  read: ({ spec }, problems, source): Presets => ({ presets: [], options: readOptions(spec, source, problems) }),
});

/** Injects the elements of PodPresets into pods and pod templates (design "Pod Preset"). */
export default defineFunction({
  name: 'apply-pod-preset',
  summary: 'Injects the variables, volumes and mounts of PodPresets into the pods that they select.',
  origin: 'Kubernetes PodPreset',
  configs: [fromPodPreset, fromRedHatPodPreset, fromApplication],
  policies: {
    forms: [fromPodPreset, fromRedHatPodPreset],
    combine(given = { presets: [], options: DEFAULTS }, found) {
      if (given.presets.length > 0) return given;
      return { ...given, presets: found().flatMap(({ presets }) => presets) };
    },
  },
  run(call) {
    const { config, resources, results } = call;
    const { presets, options } = config;
    if (presets.length === 0 && !options.prune) results.lackPolicy(NOTHING);
    // The record is by preset name, so it cannot distinguish presets with the same name.
    rejectDuplicates(
      presets.map(({ source }) => source),
      results,
    );
    const pods = findPods(options, { resources, results });
    const matches = matching(presets, pods, results);
    const application = new InjectedPod(call, matches);
    for (const [resource, own] of groupBy(pods, (pod) => pod.resource)) application.apply(resource, own);
    application.report();
  },
});

const NOTHING = 'no PodPreset in the function config or among the items';
