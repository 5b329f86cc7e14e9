// Prints the annotations of GitHub for a JSON report: `node annotate.js REPORT`, with paths relative to the current folder.
// Plain JavaScript without dependencies, for the Node of a runner.
import { readFileSync } from 'node:fs';
import { normalize } from 'node:path';

/**
 * @typedef {{ line: number, column: number }} Position
 * @typedef {{ severity: string, message: string, file?: { path: string }, position?: Position, field?: { path: string } }} Result
 * @typedef {{ path: string, change: string, added: number, removed: number }} ChangedFile
 */

const [report = ''] = process.argv.slice(2);
const { results, files } = /** @type {{ results: Result[], files: ChangedFile[] }} */ (
  JSON.parse(readFileSync(report, 'utf8'))
);

for (const { severity, message, file, position, field } of results) {
  const where = field === undefined ? '' : `${field.path}: `;
  if (severity !== 'info') annotate(severity, file?.path, `${where}${message}`, position);
}
for (const { path, change, added, removed } of files)
  annotate('error', path, `would be ${change}: lines added: ${added}, removed: ${removed}`);

/**
 * Prints one annotation.
 * @param {string} severity
 * @param {string | undefined} path
 * @param {string} message
 * @param {Position} [position]
 */
function annotate(severity, path, message, position) {
  const place = position === undefined ? '' : `,line=${position.line},col=${position.column}`;
  const shown = path === undefined ? '' : ` file=${escaped(normalize(path), /[%\r\n:,]/g)}${place}`;
  console.log(`::${severity}${shown}::${escaped(message, /[%\r\n]/g)}`);
}

/**
 * @param {string} value
 * @param {RegExp} characters
 */
function escaped(value, characters) {
  return value.replaceAll(characters, (character) => encodeURIComponent(character));
}
