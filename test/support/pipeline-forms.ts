import { mkdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findFunctions, root } from '../../scripts/functions.ts';
import type { Files } from '../cli/run-support.ts';
import { builtFunction } from './kpt.ts';

/** A form in which kpt finds the functions of a pipeline. */
export interface PipelineForm {
  /** For kpt. */
  readonly env: Readonly<Record<string, string>>;
  /** A package whose Kptfiles name our executables, with what this form calls by those names. */
  named(files: Files): Files;
  /** The text of a Kptfile, of a diff or of results with the executables named again. */
  renamed(text: string): string;
}

/** Executables on the PATH: those of a function each for Node.js, and others. `folder` is made. */
export function bundles(folder: string, others: readonly string[]): PipelineForm {
  return onPath(folder, builtFunction, others);
}

/** The native executable, which does what the function does by whose name it is called, and others. `folder` is made. */
export function native(folder: string, others: readonly string[]): PipelineForm {
  return onPath(folder, () => join(root, 'dist/krm-variants'), others);
}

function onPath(folder: string, ours: (name: string) => string, others: readonly string[]): PipelineForm {
  mkdirSync(folder);
  for (const name of findFunctions()) symlinkSync(ours(name), join(folder, name));
  for (const file of others) symlinkSync(file, join(folder, basename(file)));
  return { env: { PATH: folder }, named: (files) => files, renamed: (text) => text };
}
