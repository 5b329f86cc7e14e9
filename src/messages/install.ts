/** Messages about links with the names of functions. Each function returns the text of a result. */
import { counted } from '../wording.ts';

/** `program`: target of the links. */
export function linked(names: readonly string[], program: string, folder: string): string {
  return `${linkedTo(names, program)} in "${folder}": ${names.join(', ')}`;
}

/** `program`: target of the links. */
export function linkedAlready(names: readonly string[], program: string): string {
  return `${linkedTo(names, program)} already: ${names.join(', ')}`;
}

function linkedTo(names: readonly string[], program: string): string {
  return `${counted(names.length, 'name')} linked to "${program}"`;
}

export function folderNotOnPath(folder: string): string {
  return `"${folder}" must be on the PATH, so that pipelines find the functions`;
}

/** Is about the target of the links. */
export const PROGRAM_NOT_CALLABLE = 'must be executable, and begin with #!: nothing was linked';

/** Is about a link, on Windows. */
export const LINK_REFUSED =
  'only an administrator, or any user in Developer Mode, can create symbolic links on Windows; nothing was linked';

export const FOLDER_IN_PLACE = 'is a folder; nothing was linked';

export const FILE_IN_PLACE =
  'already exists, and is not a link to this program; nothing was linked: pass `--force` to replace it';
