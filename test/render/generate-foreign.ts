import { posix } from 'node:path';
import fc from 'fast-check';
import { kptfile, type Files } from '../cli/run-support.ts';
import { commented } from './comments.ts';
import { foreign, withSteps } from './foreign.ts';
import type { Pipeline, Step } from './generate-pipeline.ts';
import { resources } from './generate-resources.ts';

/** A package whose functions are programs of others. */
export interface ForeignPackage {
  readonly files: Files;
  /** Modes of the functions, with their arguments, in all packages. */
  readonly modes: readonly string[];
}

/** A workload with containers, and resources around it. */
const WORKLOAD = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    app: web
spec:
  replicas: 1
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
      - name: a
        image: a:1
        env:
        - name: A
          value: "1"
        - name: B
          value: 'yes'
      - name: b
        image: b:1
        args: [x, "y"]
      volumes:
      - name: data
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: cfg
  annotations:
    note: "1"
data:
  a: "012"
  m: |
    two
    lines
`;

/** Folders of subpackages, those within others first. */
export const SUBPACKAGES = ['s/deep', 's', 'a-b'] as const;

const NAMES = ['web', 'cfg', 'a', 'b', 'once', 'json', 'nobody'];

/** Modes that change at most data, in the order of the output, or nothing. */
const EDITS: readonly string[] = [
  'echo',
  'copy',
  'sort-keys',
  'reverse',
  'drop-ids',
  'label tier=gold',
  'label app=yes',
  'annotate t=g',
  'annotate note=012',
  'image a:1=a:2',
  'wide',
  'long-args',
  'insert-container',
  'swap-containers',
  'remove-container a',
  'remove-container b',
  'comment web hello',
  'stderr 2',
  'results',
  'results-map',
  ...NAMES.flatMap((name) => [`proto ${name}`, `first-key ${name}`]),
];

/** Modes that change which resources there are, or their files. Each `N` becomes a number of its own. */
const MOVES: readonly string[] = [
  'add new/N.yaml',
  'add web-N.yaml',
  'add-many many-N',
  ...NAMES.flatMap((name) => [
    `remove ${name}`,
    `rename ${name} other-N`,
    `move ${name} moved/N.yaml`,
    `move-legacy ${name} moved/N.yaml`,
    `duplicate-id ${name} copies/N.yaml`,
  ]),
];

const FAILURES = ['fail', 'fail-quietly'];

/** Selections in which no resource matches twice. */
const SELECTIONS: readonly Step[] = [
  { selectors: [{ kind: 'Deployment' }] },
  { selectors: [{ name: 'web' }, { kind: 'ConfigMap' }] },
  { exclude: [{ kind: 'Kptfile' }] },
  { selectors: [{ kind: 'Nothing' }] },
];

/** A mode with its selection; `N` has no number yet. */
interface DrawnStep {
  readonly mode: string;
  readonly selection: Step;
}

/** Draws a function, with one of these modes more often than with one that fails. */
function step(...modes: readonly (readonly string[])[]): fc.Arbitrary<DrawnStep> {
  const usual = modes.map((each) => ({ weight: 10, arbitrary: fc.constantFrom(...each) }));
  return fc.record({
    mode: fc.oneof(...usual, { weight: 1, arbitrary: fc.constantFrom(...FAILURES) }),
    selection: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, fc.constantFrom(...SELECTIONS)),
  });
}

interface OnePackage {
  readonly files: Files;
  readonly mutators: readonly DrawnStep[];
  readonly validators: readonly DrawnStep[];
}

/** Draws a package without its subpackages. `most`: of its mutators. */
function onePackage(name: string, most: number): fc.Arbitrary<OnePackage> {
  const text = fc.oneof(fc.constant(WORKLOAD), commented(WORKLOAD), commented(WORKLOAD));
  return fc
    .record({
      workload: text,
      others: resources(),
      kptfile: fc.oneof(fc.constant(kptfile(name)), commented(kptfile(name))),
      mutators: fc.array(step(EDITS, MOVES), { maxLength: most }),
      // kpt refuses a validator that prints two resources at one place.
      validators: fc.array(step(EDITS), { maxLength: 1 }),
    })
    .map(({ workload, others, ...drawn }) => ({
      ...drawn,
      files: { ...others, 'web.yaml': workload, Kptfile: drawn.kptfile },
    }));
}

/** Draws packages, of which some have subpackages. */
export function foreignPackages(): fc.Arbitrary<ForeignPackage> {
  const below = SUBPACKAGES.map((folder) =>
    fc.option(
      onePackage('sub', 1).map((each) => [folder, each] as const),
      { freq: 2, nil: undefined },
    ),
  );
  return fc.tuple(onePackage('root', 3), ...below).map(([root, ...others]) => {
    const numbers = numbering();
    const all = [['', root] as const, ...others.filter((each) => each !== undefined)].map(
      ([folder, { files, ...drawn }]) => ({ folder, files, pipeline: numbered(drawn, numbers) }),
    );
    return {
      files: withOwnComments(Object.assign({}, ...all.map(filesOf)) as Files),
      modes: all.flatMap(({ pipeline }) => [...pipeline.mutators, ...pipeline.validators].map(({ mode }) => mode)),
    };
  });
}

type Steps = Pick<OnePackage, 'mutators' | 'validators'>;

/** Returns a function that numbers its calls. */
function numbering(): () => number {
  let last = 0;
  return () => (last += 1);
}

function numbered({ mutators, validators }: Steps, next: () => number): Steps {
  const own = (drawn: DrawnStep): DrawnStep => {
    const mode = drawn.mode.replace('N', () => String(next()));
    // A copy of a selected resource is lost with kpt.
    return { mode, selection: mode.startsWith('duplicate-id') ? {} : drawn.selection };
  };
  return { mutators: mutators.map(own), validators: validators.map(own) };
}

function filesOf({
  folder,
  files,
  pipeline,
}: {
  readonly folder: string;
  readonly files: Files;
  readonly pipeline: Steps;
}): Files {
  const whole = withSteps(files, calledBy(pipeline));
  return Object.fromEntries(Object.entries(whole).map(([path, text]) => [posix.join(folder, path), text]));
}

function calledBy({ mutators, validators }: Steps): Pipeline {
  const called = ({ mode, selection }: DrawnStep): Step => foreign(mode, selection);
  return { mutators: mutators.map(called), validators: validators.map(called) };
}

/** Gives each drawn comment a number that no other of the package has. */
function withOwnComments(files: Files): Files {
  const next = numbering();
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      String(text).replaceAll(/# comment \d+$/gm, () => `# comment ${next()}`),
    ]),
  );
}
