import { mkdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findFunctions, root } from '../../scripts/functions.ts';
import type { Files } from '../cli/run-support.ts';
import { builtImages } from './built-images.ts';
import { imageOf } from './containers.ts';
import { builtFunction, needTools } from './kpt.ts';
import { parentOf, processesWith, rootMountOf } from './running.ts';

/** Form in which kpt finds the functions of a pipeline. */
export interface PipelineForm {
  readonly name: string;
  /** Tools required on the PATH besides kpt. */
  readonly tools: readonly string[];
  /** Makes a folder for the PATH with executables, including `others`, and returns the environment for kpt. */
  install(folder: string, others?: readonly string[]): Readonly<Record<string, string>>;
  /** Returns a package whose Kptfiles name our executables, with this form's functions instead. */
  named(files: Files): Files;
  /** Returns the text of a Kptfile or of results with the executables named again. */
  renamed(text: string): string;
  /** Returns the process of a function that this kpt has started. */
  processOf(functionName: string, kpt: number): number | undefined;
}

const names = findFunctions();

/** An executable of each function, for Node.js. */
export const BUNDLES = onPath('bundles', builtFunction);

/** One executable, which selects the function by the name it is called with. */
export const NATIVE = onPath('the native executable', () => join(root, 'dist/krm-variants'));

function onPath(name: string, ours: (functionName: string) => string): PipelineForm {
  return {
    name,
    tools: [],
    install: (folder, others = []) => {
      const linked = Object.fromEntries(names.map((functionName) => [functionName, ours(functionName)]));
      return { PATH: linkFolder(folder, { ...linked, ...byName(others) }) };
    },
    named: (files) => files,
    renamed: (text) => text,
    processOf: (functionName, kpt) => processesWith(functionName).find((pid) => parentOf(pid) === kpt),
  };
}

/** An image of each function, run by podman. Executables of others are unchanged. */
export const IMAGES: PipelineForm = {
  name: 'images',
  tools: ['podman', 'runc'],
  install: (folder, others = []) => ({ ...builtImages().env, PATH: linkFolder(folder, byName(others)) }),
  named: (files) => {
    const kptfiles = Object.entries(files).filter(([path]) => isKptfile(path));
    return { ...files, ...Object.fromEntries(kptfiles.map(([path, text]) => [path, withImages(String(text))])) };
  },
  renamed: (text) => names.reduce((named, name) => named.replaceAll(`image: ${imageOf(name)}`, `exec: ${name}`), text),
  processOf: (functionName) => {
    const store = dirname(builtImages().env['CONTAINERS_CONF'] ?? '');
    return processesWith(functionName).find((pid) => rootMountOf(pid).includes(store));
  },
};

/**
 * For a `before` hook: like `needTools`, for kpt and the tools of the form; builds the images if the form is images.
 */
export function needForm(suite: Mocha.Context, form: PipelineForm): void {
  needTools(suite, 'kpt', ...form.tools);
  if (form === IMAGES) builtImages();
}

export function isKptfile(path: string): boolean {
  return basename(path) === 'Kptfile';
}

function withImages(kptfile: string): string {
  return kptfile.replaceAll(/\bexec: (\S+)$/gm, (line, name: string) =>
    names.includes(name) ? `image: ${imageOf(name)}` : line,
  );
}

function byName(executables: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(executables.map((file) => [basename(file), file]));
}

function linkFolder(folder: string, executables: Readonly<Record<string, string>>): string {
  mkdirSync(folder);
  for (const [name, file] of Object.entries(executables)) symlinkSync(file, join(folder, name));
  return folder;
}
