import { writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../test/cli/run-support.ts';
import { realPackages } from '../test/support/corpus.ts';
import { NATIVE, ours, type Contender } from './contender.ts';
import { measure, type Measurement } from './measure.ts';
import type { Setting } from './setting.ts';
import type { Target } from './target.ts';

/** Costs of `krm-variants run` on a folder of real packages with a rule that matches nothing. */
export interface FolderCosts {
  readonly files: number;
  readonly megabytes: number;
  readonly measurements: readonly Measurement[];
}

/** Millions of bytes to which the corpus is repeated. */
const SIZE = 20;

/** Name of an earlier executable, given for comparison. */
export const EARLIER = 'the earlier executable';

/** Name of the native executable when it reads every file to its end. */
const VERIFYING = `${NATIVE}, --verify`;

/** Configuration of `field-override` that selects nothing in the corpus. */
export const NOTHING = `apiVersion: krm-variants.dev/v1alpha1
kind: FieldOverride
metadata:
  name: nothing
spec:
  resourceSelectors:
    - apiVersion: v1
      kind: ConfigMap
      name: is-in-no-package
  fieldOverrider:
    - fieldPath: /data/a
      yaml:
        - subPath: /b
          operator: replace
          value: c
`;

/**
 * Measures a rule that matches nothing on the corpus, repeated to 20 MB. `earlier`: path of an executable built before
 * a change. Returns undefined if the corpus is absent.
 */
export function measureFolder({ tools, rounds, scratch }: Setting, earlier?: string): FolderCosts | undefined {
  const folder = join(scratch, 'folder');
  const written = writeCorpus(folder);
  if (written === undefined) return undefined;
  const rule = join(scratch, 'nothing.yaml');
  writeFileSync(rule, NOTHING);
  const call = (name: string, ...command: readonly string[]): Contender => ({
    name,
    isFloor: false,
    command: [...command, 'run', 'field-override', folder, '--fn-config', rule],
    stdin: devNull,
    resources: folder,
  });
  const verifying = call(VERIFYING, tools.native);
  const contenders = [
    call(NATIVE, tools.native),
    { ...verifying, command: [...verifying.command, '--verify'] },
    ...tools.nodes.map((node) => call(ours(node), node.command, tools.bundle('krm-variants'))),
    ...(earlier === undefined ? [] : [call(EARLIER, earlier)]),
  ];
  return { ...written, measurements: measure(tools.runner, contenders, rounds) };
}

/** Writes copies of the corpus, a folder each. */
function writeCorpus(folder: string): Omit<FolderCosts, 'measurements'> | undefined {
  const packages = realPackages();
  if (packages.length === 0) return undefined;
  let [files, bytes] = [0, 0];
  for (let copy = 0; bytes < SIZE * 1e6; copy++) {
    for (const [name, texts] of packages) {
      writeFiles(join(folder, `${copy}-${name}`), texts);
      const all = Object.values(texts);
      files += all.length;
      bytes += all.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    }
  }
  return { files, megabytes: bytes / 1e6 };
}

/** Returns the goal beside an earlier executable that read every file to its end; none without one. */
export function folderTargets(costs: FolderCosts | undefined): Target[] {
  const find = (contender: string): Measurement | undefined =>
    costs?.measurements.find((one) => one.contender === contender);
  const [own, earlier] = [find(NATIVE), find(EARLIER)];
  if (own === undefined || earlier === undefined) return [];
  const title = 'a folder of 20 MB and a rule that matches nothing: CPU beside the earlier executable';
  return [{ title, contender: NATIVE, limit: 1 / 4, ratio: own.cpuMs / earlier.cpuMs }];
}
