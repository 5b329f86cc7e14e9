import assert from 'node:assert/strict';
import fc from 'fast-check';
import setLabels from '../../../functions/set-labels/index.ts';
import { runFunction } from '../../../src/function/index.ts';
import { loaded } from '../../support/probe.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { readOutcome } from '../../support/record-original.ts';
import { generatedInput } from './generated-input.ts';

type Data = { [key: string]: unknown };

const fn = loaded(setLabels);

/** Sets labels in plain data as v0.2 of the original, for data whose types fit. */
class Reference {
  readonly #labels: Readonly<Record<string, string>>;

  constructor(labels: Readonly<Record<string, string>>) {
    this.#labels = labels;
  }

  set(item: Data): void {
    const { apiVersion, kind } = item as { readonly apiVersion: string; readonly kind: string };
    const [version = '', group = ''] = apiVersion.split('/').toReversed();
    const [isController, isBatch] = [/^(?:Deployment|ReplicaSet|DaemonSet)$/.test(kind), ['', 'batch'].includes(group)];
    const isStateful = kind === 'StatefulSet' && group === 'apps';
    const isReplicated = kind === 'ReplicationController' && version === 'v1';
    this.#add(map(item, 'metadata'));
    if (isReplicated || (kind === 'Service' && version === 'v1')) this.#addTo(map(item, 'spec'), 'selector');
    if (isController || isStateful) this.#addTo(map(map(item, 'spec'), 'selector'), 'matchLabels');
    const spec = item['spec'] as Data | undefined;
    if (spec === undefined) return;
    const isJob = kind === 'Job' && isBatch;
    if (isJob || (kind === 'PodDisruptionBudget' && group === 'policy')) this.#replace(spec['selector']);
    if (isController || isStateful || isReplicated || isJob) this.#pod(spec['template']);
    if (kind === 'CronJob' && isBatch) this.#job(spec['jobTemplate'] as Data | undefined);
    if (isStateful) for (const claim of list(spec['volumeClaimTemplates'])) this.#add(map(claim, 'metadata'));
    if (kind !== 'NetworkPolicy' || group !== 'networking.k8s.io') return;
    this.#replace(spec['podSelector']);
    const peers = [...list(spec['ingress']), ...list(spec['egress'])].flatMap(({ from, to }) => [
      ...list(from),
      ...list(to),
    ]);
    for (const { podSelector } of peers) this.#replace(podSelector);
  }

  #job(job: Data | undefined): void {
    if (job === undefined) return;
    this.#add(map(job, 'metadata'));
    const spec = job['spec'] as Data | undefined;
    this.#replace(spec?.['selector']);
    this.#pod(spec?.['template']);
  }

  #pod(pod: unknown): void {
    if (pod === undefined) return;
    this.#add(map(pod as Data, 'metadata'));
    const spec = (pod as Data)['spec'] as Data | undefined;
    for (const { labelSelector } of list(spec?.['topologySpreadConstraints'])) this.#replace(labelSelector);
  }

  #add(metadata: Data): void {
    this.#addTo(metadata, 'labels');
  }

  #addTo(holder: Data, key: string): void {
    Object.assign(map(holder, key), this.#labels);
  }

  /** Sets the labels that a selector has. */
  #replace(selector: unknown): void {
    const labels = (selector as Data | undefined)?.['matchLabels'] as Data | undefined;
    for (const key of Object.keys(labels ?? {})) {
      const value = this.#labels[key];
      if (labels !== undefined && value !== undefined) labels[key] = value;
    }
  }
}

function map(holder: Data, key: string): Data {
  return (holder[key] ??= {}) as Data;
}

function list(value: unknown): readonly Data[] {
  return (value ?? []) as readonly Data[];
}

describe('set-labels, by a reference on plain data', () => {
  it('sets labels, keeps comments, and repeats itself', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const { config, items, text } = generatedInput(seed, { most: 4, faulty: 0 });
        const { labels, data } = config as {
          readonly labels?: Record<string, string>;
          readonly data?: Record<string, string>;
        };
        const reference = new Reference(labels ?? data ?? {});
        const want = structuredClone(items) as Data[];
        for (const item of want) if (!isLocal(item)) reference.set(item);

        const run = (input: string) => runFunction(fn, new TextEncoder().encode(input));
        const { stdout, stderr, exitCode } = await run(text);
        assert.equal(exitCode, 0, stderr);
        assert.deepEqual(JSON.parse(JSON.stringify(readOutcome(stdout).after)), want, text);
        const [output = ''] = stdout.split('\nresults:\n');
        assert.deepEqual(output.match(/# (?:above|beside)$/gm), text.match(/# (?:above|beside)$/gm));
        assert.equal((await run(`${output}\n`)).stdout, stdout, 'a second run');
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

function isLocal(item: Data): boolean {
  const annotations = (item['metadata'] as Data)['annotations'] as Data | undefined;
  const value = annotations?.['config.kubernetes.io/local-config'];
  return typeof value === 'string' && value !== '' && value !== 'false';
}
