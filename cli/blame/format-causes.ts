import { alignColumns } from '../terminal/table.ts';
import { printable } from '../terminal/printable.ts';
import { type BlamedFile, type BlamedLine, type Cause, causePlace, type Rule, rulesOf } from '../../src/blame/index.ts';
import type { LineCommit } from '../../src/upstream/index.ts';

/** Maximum width of a column before the text of a line, so that lines fit into 120 columns. */
const MAX_WIDTH = 34;

/**
 * Formats lines of files for people: cause, who or what, number, text. The text without a person's change is in a line
 * with `~`.
 */
export function formatFiles(files: readonly BlamedFile[], nameOf: (path: string) => string): string {
  return files
    .map(({ path, lines }) => {
      const rows = lines.flatMap(({ line, text, cause, derived }) => [
        [...columnsOf(cause), `${line}`, text],
        ...(derived === undefined ? [] : [[...columnsOf(derived.cause), '~', derived.text]]),
      ]);
      const width = Math.max(1, ...rows.map((row) => row[2]?.length ?? 0));
      const aligned = rows.map(([by = '', who = '', line = '', text = '']) => [by, who, line.padStart(width), text]);
      const head = files.length === 1 ? '' : `${printable(nameOf(path))}:\n`;
      return `${head}${alignColumns(aligned.map((row) => row.map(printable))).join('\n')}\n`;
    })
    .join('\n');
}

/** Returns the kind of a cause with its place, and who or what it was. */
export function columnsOf(cause: Cause): readonly [place: string, who: string] {
  const place = causePlace(cause);
  const kind = cause.by === 'function' && cause.isOther ? 'program' : cause.by;
  const at =
    place === undefined ? clusterOf(cause) : `${place.file}${place.line === undefined ? '' : `:${place.line}`}`;
  return [`${kind} ${lastPart(at, MAX_WIDTH - kind.length - 1)}`.trimEnd(), firstPart(whoOf(cause), MAX_WIDTH)];
}

/** Returns the cluster of an object; '' if there is none, or it is not known. */
function clusterOf(cause: Cause): string {
  const { cluster } = rulesOf(cause)[0] ?? {};
  return cluster === undefined ? '' : `cluster ${cluster}`;
}

function whoOf(cause: Cause): string {
  if (cause.by === 'get') return 'fields for updates';
  if (cause.by === 'function') return cause.name ?? 'the pipeline';
  if (cause.by === 'variant' || cause.by === 'object') return cause.rules[0]?.resource ?? '';
  if (cause.commit !== undefined) return shortCommit(cause.commit);
  return cause.by === 'upstream' ? (cause.version?.ref ?? 'folder of --base') : (cause.reason ?? '');
}

/** Returns a commit in at most 34 columns. */
function shortCommit({ commit, author, date }: LineCommit): string {
  return `${commit.slice(0, 8)} ${date} ${author}`;
}

function lastPart(text: string, width: number): string {
  return text.length <= width ? text : `…${text.slice(text.length - width + 1)}`;
}

function firstPart(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** Formats one line with all that is known of it. */
export function formatLine(name: string, { line, text, cause, derived }: BlamedLine): string {
  const lines = [`${name}:${line}: ${text}`, ...detailsOf(cause).map((each) => `  ${each}`)];
  if (derived !== undefined) {
    const isLocal = cause.by === 'person' || cause.by === 'unknown';
    lines.push(`  ${isLocal ? 'without this change' : 'the pipeline now makes'}: ${derived.text.trim()}`);
    lines.push(...detailsOf(derived.cause).map((each) => `    ${each}`));
  }
  return lines.map((each) => `${printable(each)}\n`).join('');
}

function detailsOf(cause: Cause): readonly string[] {
  const { through = [] } = cause;
  return [...ownDetails(cause), ...through.map((place) => `through the variant at ${place}`)];
}

function ownDetails(cause: Cause): readonly string[] {
  if (cause.by === 'get') return ['written by get or update: names the package and its upstream'];
  if (cause.by === 'function') return functionDetails(cause);
  if (cause.by === 'upstream') return upstreamDetails(cause);
  if (cause.by === 'variant') return cause.rules.map((rule) => `asked for by ${ruleText(rule)}`);
  if (cause.by === 'object') return objectDetails(cause.rules);
  if (cause.reason === 'derived by the last apply') return [cause.reason, 'its inputs are not at hand'];
  const who = cause.by === 'person' ? 'set by a person' : 'set by a person, or by a pipeline that was not run';
  return [who, cause.commit === undefined ? (cause.reason ?? '') : longCommit(cause.commit)];
}

function upstreamDetails({ version, commit, file, line }: Extract<Cause, { by: 'upstream' }>): readonly string[] {
  if (version === undefined) return [`from the folder of --base, ${file}:${line}`];
  const id = version.commit === undefined ? '' : ` (${version.commit.slice(0, 12)})`;
  const from = `from upstream ${version.ref}${id} of ${version.repository}, ${file}:${line}`;
  return [from, commit === undefined ? 'the history of upstream is not on this machine' : longCommit(commit)];
}

function objectDetails([object = {}, ...others]: readonly Rule[]): readonly string[] {
  const cluster = object.cluster === undefined ? 'the cluster' : `the cluster ${JSON.stringify(object.cluster)}`;
  const of = object.file === undefined ? ` of ${cluster}` : '';
  return [`injected from ${ruleText(object)}${of}`, ...others.map((rule) => `selected by ${ruleText(rule)}`)];
}

function functionDetails({ name, file, line, isOther, rules }: Extract<Cause, { by: 'function' }>): readonly string[] {
  if (name === undefined) return ['made by the pipeline: follows from an edit elsewhere'];
  const made = `made by ${isOther ? 'the program or image' : 'the function'} ${JSON.stringify(name)}, ${placeText({ file, line })}`;
  const asked = rules.map((rule) => `${isOther ? 'its configuration is' : 'asked for by'} ${ruleText(rule)}`);
  return [made, ...asked, ...(isOther ? ['its rules are not known'] : [])];
}

function ruleText({ resource = 'a resource', field, file, line }: Rule): string {
  const named = field === undefined ? resource : `${resource} \`${field}\``;
  return file === undefined ? named : `${named}, ${placeText({ file, line })}`;
}

function placeText({ file, line }: { readonly file?: string | undefined; readonly line?: number | undefined }): string {
  return line === undefined ? (file ?? '') : `${file}:${line}`;
}

function longCommit({ commit, author, date, subject, isCutOff }: LineCommit): string {
  const earlier = isCutOff ? ' (or earlier: the clone is shallow)' : '';
  return `commit ${commit.slice(0, 12)}${earlier}, ${author}, ${date}: ${subject}`;
}
