import { posix } from 'node:path';
import fc from 'fast-check';
import { configMap, kptfile, type Files } from '../cli/run-support.ts';
import { commented } from './comments.ts';
import { extra, type Extra } from './generate-extras.ts';
import { failure, type Failure } from './generate-failures.ts';
import { part, type Part } from './generate-parts.ts';
import { formatPipeline, pipeline, type Pipeline, type Step } from './generate-pipeline.ts';
import { resources } from './generate-resources.ts';

/** A package with subpackages. */
export interface DrawnPackage {
  readonly files: Files;
  /** Paths of the configurations of validators in their packages: kpt gives these no path. */
  readonly validatorConfigs: ReadonlySet<string>;
  /** Fault that makes both renderers fail. */
  readonly failure: Failure | undefined;
  /** Files and links that only our package has, with paths relative to the root package. */
  readonly extra: Extra | undefined;
}

/** A package, and how our program calls its functions. */
export interface CalledPackage extends DrawnPackage {
  /** True if it calls them as programs, as kpt does, and not in its process. */
  readonly isHosted: boolean;
}

/** Folders of subpackages, of which some are in others or in a plain folder: in all kinds of orders. */
const FOLDERS = ['s', 's/deep', 's/deep/plain/er', 's-1', 't/u', 'a.x', 'a/y', 'a-b', 'Z', '.p'];

/** Files that both leave alone. */
const OTHERS: Files = { 'README.md': '# Read me\n', 'notes.txt': 'a: b\n', 'B.YAML': '- x\n', Kustomization: 'a: b\n' };

/** Rules that mean the same to both, for files of no use. */
const IGNORED: Files = {
  '.krmignore': '# Rules\nignored.yaml\n*.tmp.yaml\n/top/\n!kept.tmp.yaml\n',
  'ignored.yaml': 'not: a resource\n',
  'd/a.tmp.yaml': '- none\n',
  'kept.tmp.yaml': configMap('kept'),
  'top/x.yaml': 'x\n',
};

interface OnePackage {
  readonly files: Files;
  readonly pipeline: Pipeline;
}

const LOCAL = '  annotations:\n    config.kubernetes.io/local-config: "true"\n';

/** Draws the files of one package; its Kptfile has no pipeline. */
function onePackage(name: string): fc.Arbitrary<OnePackage> {
  const context = configMap('kptfile.kpt.dev', `${LOCAL}data:\n  name: ${name}\n`);
  return fc.array(part(), { maxLength: 2 }).chain((parts) =>
    fc
      .record({
        pipeline: pipeline(parts.map(({ step }) => step)),
        files: resources(),
        kptfile: fc.oneof(fc.constant(kptfileOf(name, parts)), commented(kptfile(name))),
        context: fc.oneof(fc.constant(context), commented(context)),
        others: fc.constantFrom({}, {}, OTHERS, IGNORED, { ...OTHERS, ...IGNORED }),
      })
      .map((drawn) => ({
        pipeline: drawn.pipeline,
        files: {
          'package-context.yaml': drawn.context,
          ...drawn.others,
          ...drawn.files,
          ...merged(parts.map(({ files }) => files)),
          Kptfile: drawn.kptfile,
        },
      })),
  );
}

function kptfileOf(name: string, [first]: readonly Part[]): string {
  return String(first?.files['Kptfile'] ?? kptfile(name));
}

/** Draws packages. One in six fails on purpose, and one in five has something that the renderers treat differently. */
export function packages(): fc.Arbitrary<DrawnPackage> {
  const below = FOLDERS.map((folder) =>
    rare(
      4,
      onePackage('sub').map((each) => [folder, each] as const),
    ),
  );
  return fc
    .record({
      root: onePackage('root'),
      below: fc.tuple(...below),
      failure: rare(5, failure()),
      extra: rare(4, extra()),
      place: fc.nat(),
    })
    .map(({ root, below: others, place, ...special }) => {
      const all = [['', root] as const, ...others.filter((each) => each !== undefined)];
      const files = all.map(([folder, each], index) =>
        moved(folder, filesOf(each, index === place % all.length ? special : {})),
      );
      const [folder] = all[place % all.length] ?? [''];
      return {
        files: merged(files),
        validatorConfigs: new Set(all.flatMap(([, each]) => each.pipeline.validators.flatMap(configPathOf))),
        failure: special.failure,
        extra: special.extra && extraIn(folder, special.extra),
      };
    });
}

function merged(all: readonly Files[]): Files {
  return Object.fromEntries(all.flatMap((files) => Object.entries(files)));
}

/** Draws undefined more often than a value: so many times. */
function rare<T>(times: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: times, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
}

/** Returns the files of a package with its pipeline, and with what is special in it. */
function filesOf({ files, pipeline: drawn }: OnePackage, { failure: failing, extra: other }: Special): Files {
  const { step, list = 'mutators', kptfile: replaced = (text: string): string => text } = failing ?? {};
  const mutators = [...drawn.mutators, ...(other?.step === undefined ? [] : [other.step])];
  const all = { ...drawn, mutators };
  const whole = step === undefined ? all : { ...all, [list]: [...all[list], step] };
  const text = `${String(files['Kptfile'])}${formatPipeline(whole)}${other?.step === undefined ? (other?.lines ?? '') : ''}`;
  return { ...files, ...failing?.files, Kptfile: replaced(text) };
}

function extraIn(folder: string, { files, links, ...extraHere }: Extra): Extra {
  return { ...extraHere, files: moved(folder, files), links: moved(folder, links) };
}

function configPathOf({ configPath }: Step): readonly string[] {
  return configPath === undefined ? [] : [configPath];
}

interface Special {
  readonly failure?: Failure | undefined;
  readonly extra?: Extra | undefined;
}

function moved<T>(folder: string, files: Readonly<Record<string, T>> = {}): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(files).map(([path, each]) => [posix.join(folder, path), each]));
}
