// Prints the annotations of GitHub for a JSON report: `node annotate.js REPORT PATH...`, with the paths of the run. Plain
// JavaScript without dependencies, for the Node of a runner.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ severity: string, message: string, file?: { path: string }, field?: { path: string } }} Result
 * @typedef {{ path: string, change: string, added: number, removed: number }} ChangedFile
 */

const [report = '', ...paths] = process.argv.slice(2);
const text = readFileSync(report, 'utf8');
// After a wrong command line there is no report.
const { results, files } = /** @type {{ results: Result[], files: ChangedFile[] }} */ (
  text === '' ? { results: [], files: [] } : JSON.parse(text)
);

for (const { severity, message, file, field } of results) {
  const where = field === undefined ? '' : `${field.path}: `;
  if (severity !== 'info') annotate(severity, file?.path, `${where}${message}`);
}
for (const { path, change, added, removed } of files)
  annotate('error', path, `would be ${change}: lines added: ${added}, removed: ${removed}`);

/**
 * Prints one annotation. A path is relative to the only folder.
 * @param {string} severity
 * @param {string | undefined} path
 * @param {string} message
 */
function annotate(severity, path, message) {
  const [folder = ''] = paths;
  const isOnly = paths.length === 1 && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  const shown = path === undefined ? '' : ` file=${escaped(isOnly ? join(folder, path) : path, /[%\r\n:,]/g)}`;
  console.log(`::${severity}${shown}::${escaped(message, /[%\r\n]/g)}`);
}

/**
 * @param {string} value
 * @param {RegExp} characters
 */
function escaped(value, characters) {
  return value.replaceAll(characters, (character) => encodeURIComponent(character));
}
