import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles } from '../../cli/run-support.ts';
import { FOLDERS, inputFiles, resourcesOf, type FleetSettings } from './fleet-settings.ts';
import { filesOf, type PackageVersion } from './package-version.ts';

/** A line, and who set it: `upstream FILE:LINE`, `person`, and so on. */
export interface CausedLine {
  readonly text: string;
  readonly by: string;
  /** Cause of the line that a person replaced. */
  readonly without?: string;
}

/** Texts that name the inputs of a fleet. */
const INPUTS: Readonly<Record<number, string>> = {
  5: 'name: eu-shop\n',
  6: 'name: copy\n',
  7: 'kind: PackageVariantSet\n',
  8: 'kind: Site\nmetadata:\n  name: eu\n',
};

/** Lines of the files of a variant, by path. */
export type CausedFiles = ReadonlyMap<string, readonly CausedLine[]>;

/** Files of a fleet's variants that nobody edited, with the causes that the generator knows. */
export class GeneratedCauses {
  readonly #version: PackageVersion;
  readonly #settings: FleetSettings;
  readonly #inputs: Readonly<Record<string, string>>;

  constructor(version: PackageVersion, settings: FleetSettings) {
    this.#version = version;
    this.#settings = settings;
    this.#inputs = inputFiles(resourcesOf(settings, 'v1', false)) as Readonly<Record<string, string>>;
  }

  /** Returns the lines in the folder of a variant below `root`. `index`: in {@link FOLDERS}. */
  of(root: string, index: number): CausedFiles {
    const folder = FOLDERS[index] ?? '';
    const upstream = filesOf(this.#version);
    return new Map(
      Object.entries(readFiles(join(root, folder))).map(([path, content]): readonly [string, readonly CausedLine[]] => {
        const lines = linesIn(content);
        if (index === 3) return [path, this.#copied(path, lines, this.of(root, 0).get(path) ?? [])];
        const original = linesIn(String(upstream[path] ?? ''));
        const from = matched(lines, original);
        return [
          path,
          lines.map((text, at) => {
            const line = from[at];
            const by =
              line === undefined ? this.#made(path, text, index) : `upstream packages/shop/${path}:${line + 1}`;
            return { text, by };
          }),
        ];
      }),
    );
  }

  /** A copy has the causes of the first variant, except for what its own PackageVariant records. */
  #copied(path: string, lines: readonly string[], first: readonly CausedLine[]): readonly CausedLine[] {
    const own = path === 'Kptfile' ? lines.indexOf('status:') : -1;
    return lines.map((text, at) => {
      const isOwn = own >= 0 && at >= own;
      return { text, by: isOwn ? `variant ${this.#input(6, '  upstream:')}` : (first[at]?.by ?? '') };
    });
  }

  #made(path: string, text: string, index: number): string {
    if (path === 'Kptfile') return `variant ${this.#kptfileField(text, index)}`;
    if (path === 'package-context.yaml') {
      const isTier = text.startsWith('  tier:');
      return `variant ${index > 0 ? this.#target('repositorySelector') : this.#input(5, isTier ? '  packageContext:' : '  downstream:')}`;
    }
    if (text.includes('injected-resource')) return `variant ${this.#input(5, '  injectors:')}`;
    if (path === 'site.yaml') return `object ${this.#input(8, '  host:')}`;
    const wanted = text.includes('image:') ? 'imageOverrider' : `clusterNames: [${this.#settings.stage ?? ''}]`;
    const rule = linesIn(String(filesOf(this.#version)['policy.yaml'])).findIndex((line) => line.includes(wanted));
    const [file, line] = [`${FOLDERS[index] ?? ''}/policy.yaml`, rule + (text.includes('image:') ? 2 : 4)];
    return `function ${file}:${line}`;
  }

  #kptfileField(text: string, index: number): string {
    if (index > 0) return this.#target(this.#settings.label === undefined ? 'repositorySelector' : 'template:');
    if (/^ +configMap:/.test(text)) return this.#input(5, '        configMap:');
    if (/^ +exec:/.test(text)) return this.#input(5, '        exec:');
    if (/^pipeline:|mutators:|name: PackageVariant/.test(text)) return this.#input(5, '      - name: stage');
    return this.#input(5, this.#settings.host === undefined ? '  upstream:' : '  injectors:');
  }

  #target(field: string): string {
    return this.#input(7, field);
  }

  /** Returns the place of the first line of an input that has a text. */
  #input(index: number, text: string): string {
    const [path = ''] = Object.entries(this.#inputs).find(([, each]) => each.includes(INPUTS[index] ?? '')) ?? [];
    return `${path}:${linesIn(this.#inputs[path] ?? '').findIndex((line) => line.includes(text)) + 1}`;
  }
}

/** Returns the lines of a file after edits that each put a mark on the lines that they add or replace. */
function editedCauses(root: string, path: string, before: readonly CausedLine[]): readonly CausedLine[] {
  const left = [...before];
  return linesIn(readFileSync(join(root, path), 'utf8')).map((text) => {
    if (MARKED.test(text)) {
      const [next] = left;
      const isReplaced = next !== undefined && isSameStart(next.text, text);
      if (isReplaced) left.shift();
      return { text, by: 'person', ...(isReplaced && { without: next.by }) };
    }
    const at = left.findIndex((each) => each.text === text);
    const [found] = left.splice(0, at + 1).slice(-1);
    return { text, by: found?.by ?? 'person' };
  });
}

/**
 * Returns the files of a variant after such edits. A rule of a policy is named where it is now. `root`: of the variant.
 */
export function editedFiles(root: string, files: CausedFiles): CausedFiles {
  const edited = new Map([...files].map(([path, lines]) => [path, editedCauses(root, path, lines)]));
  const rules = edited.get('policy.yaml') ?? [];
  const moved = (by: string): string =>
    by.replace(/^(function .*policy\.yaml:)(\d+)$/, (_, file: string, line: string) => {
      return `${file}${rules.findIndex((each) => each.by === `upstream packages/shop/policy.yaml:${line}`) + 1}`;
    });
  return new Map(
    [...edited].map(([path, lines]) => [
      path,
      lines.map(({ by, without, ...line }) => ({
        ...line,
        by: moved(by),
        ...(without !== undefined && { without: moved(without) }),
      })),
    ]),
  );
}

/** Matches what edits add: their mark, or the line above a description. */
const MARKED = /m1\d{3}|M1\d{3}|\b11\d{3}\b/;

function isSameStart(a: string, b: string): boolean {
  const start = (text: string): string => /^\s*[^:\s]+:?/.exec(text)?.[0] ?? '';
  return start(a) === start(b) && !b.trimStart().startsWith('- {');
}

function linesIn(content: string): readonly string[] {
  return content.split('\n').slice(0, -1);
}

/** Returns the index of the original line that each line is, in the same order; undefined for a new one. */
function matched(lines: readonly string[], original: readonly string[]): readonly (number | undefined)[] {
  let next = 0;
  return lines.map((text) => {
    const at = original.indexOf(text, next);
    if (at < 0) return undefined;
    next = at + 1;
    return at;
  });
}
