import { isCluster, type Call } from '../../src/index.ts';
import type { Settings } from './settings.ts';

/** Notes the texts of a run's inputs. `check` reports those that were edited since: a second run would read others. */
export function watchInputs({ config, resources, results }: Call<Settings>): { check(): void } {
  const sources = (config.policies ?? []).map(({ source }) => source);
  const before = [...sources, ...[...resources].filter(isCluster)].map(
    (input) => [input, input.document.text()] as const,
  );
  return {
    check() {
      for (const [resource, text] of before) if (resource.document.text() !== text) results.error(EDITED, { resource });
      config.checkValues?.(results);
    },
  };
}

const EDITED =
  'edits must be repeatable: policies must not edit a policy or a Cluster, since a second run would read it edited';
