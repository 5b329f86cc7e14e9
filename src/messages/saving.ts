/** Messages about functions that `eval --save` writes to a Kptfile. Each function returns the text of a result. */

/** `called`: command or image of the function. */
export function functionSaved(called: string): string {
  return `is ${JSON.stringify(called)}, saved by \`--save\``;
}

/** Is about the entry of the pipeline. */
export function entrySaved(change: 'added' | 'replaced'): string {
  return `${change} by \`--save\``;
}

export const PACKAGE_TO_SAVE_NEEDED = '`--save` requires a package: a folder with a Kptfile';

/** `file`: the one of the configuration. */
export function configurationOutside(file: string): string {
  return `\`--save\` requires a configuration in the package: ${JSON.stringify(file)} is outside of it`;
}
