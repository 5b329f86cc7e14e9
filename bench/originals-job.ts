import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { IMAGE_PREFIX } from '../cli/arguments/host-arguments.ts';
import { configMap, kptfile, readFiles, writeFiles } from '../test/cli/run-support.ts';
import { resourceList } from '../test/support/resource-list.ts';
import { fleetBin } from './stores/bin.ts';
import { NATIVE, type Contender } from './contender.ts';
import { countMatches } from './count-edits.ts';
import { measureRatio, runOnce } from './measure.ts';
import type { Setting } from './setting.ts';
import type { TypicalCost } from './typical.ts';
import { kptAnnotations, workloadName } from './workload.ts';

/** A function of kpt's catalog at work. */
interface OriginalJob {
  readonly name: string;
  /** Tag of the image whose program it is compared with. */
  readonly tag: string;
  readonly config: string;
  /** Matches each edit in the output. */
  readonly edit: RegExp;
}

/** Number of resources of each job. */
const COUNT = 10_000;

const REPLACEMENTS = `apiVersion: fn.kpt.dev/v1alpha1
kind: ApplyReplacements
metadata:
  name: replicas
  annotations:
    config.kubernetes.io/local-config: "true"
replacements:
- source:
    kind: Deployment
    name: app-0
    fieldPath: spec.template.spec.containers.0.image
  targets:
  - select:
      kind: Deployment
    fieldPaths:
    - spec.template.spec.containers.*.image
`;

const JOBS: readonly OriginalJob[] = [
  { name: 'set-namespace', tag: 'v0.4.1', config: inputs('namespace: edited'), edit: /^ {4}namespace: edited$/gm },
  { name: 'set-labels', tag: 'v0.2.1', config: inputs('tier: edited'), edit: /^ {6}tier: edited$/gm },
  { name: 'set-annotations', tag: 'v0.1.4', config: inputs('owner: edited'), edit: /^ {6}owner: ["']?edited["']?$/gm },
  {
    name: 'apply-setters',
    tag: 'v0.2.0',
    config: inputs('tag: v9'),
    edit: /image: registry\.example\.com\/shop\/\S+:v9 #/g,
  },
  {
    name: 'apply-replacements',
    tag: 'v0.1.1',
    config: REPLACEMENTS,
    edit: /image: ["']?registry\.example\.com\/shop\/app-0:/g,
  },
];

/** Largest share of the original's CPU for a function, and of kpt's for a pipeline. */
const GOALS = { function: 1 / 8, pipeline: 1 / 20 };

/** Runs of each, in turn. */
const RUNS = 7;

/**
 * Measures functions of kpt's catalog beside their originals, on plain Deployments as kpt passes them, and a pipeline
 * beside kpt. `originals`: folder with their programs, by name and tag. Throws if one does not edit each resource.
 * `show` receives each cost as soon as it is known.
 */
export function measureOriginals(
  setting: Setting,
  originals: string,
  show: (cost: TypicalCost) => void,
): readonly TypicalCost[] {
  const { tools, scratch } = setting;
  const deployments = Array.from({ length: COUNT }, (_, number) => {
    const name = workloadName(2 * number);
    return deployment(name, `  annotations:\n${kptAnnotations(name, number)}`);
  });
  const costs = JOBS.map(({ name, tag, config, edit }) => {
    const list = join(scratch, `${name}.yaml`);
    const output = join(scratch, 'output.yaml');
    writeFileSync(list, resourceList(deployments, config));
    const base = { isFloor: false, stdin: list, resources: list };
    const original = resolve(originals, `${name}-${tag}`);
    const pair = [
      { ...base, name: NATIVE, command: [tools.native, name] },
      { ...base, name: original, command: [original] },
    ] as const;
    for (const contender of pair) {
      assert.equal(runOnce(tools.runner, contender, output, { limit: 3600 }), '', contender.name);
      const count = countMatches(readFileSync(output, 'utf8'), edit);
      assert.ok(count >= COUNT, `${contender.name} made ${count} edits`);
    }
    const title = `\`${name}\`, ${COUNT.toLocaleString('en')} Deployments`;
    // The original of set-annotations takes quadratic time.
    const runs = name === 'set-annotations' ? 1 : RUNS;
    const cost = {
      title,
      beside: `\`${name}:${tag}\``,
      goal: GOALS.function,
      ...measureRatio(tools.runner, ...pair, runs),
    };
    show(cost);
    return cost;
  });
  const pipeline = pipelineCost(setting, originals, 1000);
  show(pipeline);
  return [...costs, pipeline];
}

/** Measures a pipeline of three of these functions and one of ours beside kpt, which starts their originals. */
function pipelineCost({ tools, scratch }: Setting, originals: string, count: number): TypicalCost {
  const steps = [
    ['set-namespace', 'v0.4.1', 'configMap: {namespace: edited}'],
    ['apply-replacements', 'v0.1.1', 'configPath: replacements.yaml'],
    ['set-labels', 'v0.2.1', 'configMap: {tier: edited}'],
  ] as const;
  const names = Array.from({ length: count }, (_, number) => workloadName(2 * number));
  const folderOf = (name: string, call: (fn: string, tag: string) => string): string => {
    const folder = join(scratch, name);
    mkdirSync(folder, { recursive: true });
    const lines = steps.map(([fn, tag, config]) => `  - ${call(fn, tag)}\n    ${config}\n`);
    writeFiles(folder, {
      Kptfile: `${kptfile('shop')}pipeline:\n  mutators:\n${lines.join('')}  - exec: apply-package-context\n    configMap: {region: eu-1}\n`,
      'package-context.yaml': configMap('kptfile.kpt.dev', 'data:\n  name: shop\n'),
      'replacements.yaml': REPLACEMENTS,
      ...Object.fromEntries(names.map((app) => [`${app}.yaml`, deployment(app)])),
    });
    return folder;
  };
  const bin = fleetBin(join(scratch, 'originals-bin'), tools.native, ['apply-package-context']);
  const own = folderOf('pipeline', (fn, tag) => `image: ${IMAGE_PREFIX}${fn}:${tag}`);
  const kpt = folderOf('kpt-pipeline', (fn, tag) => `exec: ${resolve(originals, `${fn}-${tag}`)}`);
  const rendered = join(scratch, 'rendered-pipeline');
  const contender = (name: string, from: string, command: readonly string[]): Contender => ({
    name,
    isFloor: false,
    stdin: devNull,
    resources: from,
    folder: { from, to: rendered },
    command: [...command, rendered],
  });
  const path = `PATH=${bin}${delimiter}${process.env['PATH']}`;
  const pair = [
    contender(NATIVE, own, [tools.native, 'render']),
    contender('kpt', kpt, ['env', path, 'kpt', 'fn', 'render', '--allow-exec']),
  ] as const;
  for (const each of pair) {
    assert.equal(runOnce(tools.runner, each, devNull, { limit: 3600 }), '', each.name);
    const text = Object.values(readFiles(rendered)).join('');
    assert.ok(countMatches(text, /^ {2}namespace: edited$/gm) >= count, each.name);
    assert.ok(countMatches(text, /^ {4}tier: edited$/gm) >= count, each.name);
  }
  const title = `a pipeline of four functions, ${count.toLocaleString('en')} Deployments`;
  return { title, beside: 'kpt', goal: GOALS.pipeline, ...measureRatio(tools.runner, ...pair, RUNS) };
}

/**
 * Returns the text of a Deployment as kpt writes it, without comments but for a setter. `more`: lines of its metadata.
 */
function deployment(name: string, more = ''): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: shop
  labels:
    app: ${name}
${more}spec:
  replicas: 3
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
      containers:
      - name: ${name}
        image: registry.example.com/shop/${name}:v1 # kpt-set: registry.example.com/shop/${name}:\${tag}
        ports:
        - name: http
          containerPort: 8080
        resources:
          requests:
            cpu: 100m
            memory: 128Mi
          limits:
            memory: 256Mi
        env:
        - name: LOG_LEVEL
          value: info
`;
}

function inputs(data: string): string {
  return configMap('function-input', `data:\n  ${data}\n`);
}
