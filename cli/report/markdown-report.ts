import {
  type ChangeClass,
  type ConflictClass,
  type VariantRow,
  foldersOf,
  pendingCount,
  placeText,
  placesText,
} from '../../src/fleet/index.ts';
import { groupBy } from '../../src/group-by.ts';
import { formatResult } from '../../src/krm/index.ts';
import { counted, firstNames } from '../../src/wording.ts';
import { formatExplainedLines } from '../../src/explain/index.ts';
import { otherResults } from './conflict-results.ts';
import { shownValues } from './conflict-values.ts';
import type { ReplacedPath, RunOutcome } from './run-outcome.ts';
import { formatSummary, type WrittenTo } from './summary.ts';

/** Maximum length of a diff in a comment, in characters: repository hosts refuse comments of more than 65,536. */
const MAX_DIFF = 50_000;

/** Maximum length of each other list, in characters. */
const MAX_LIST = 6000;

/**
 * Formats a run for a comment on a pull request: the packages, the counts, warnings and errors, the diff, and the
 * policy and rule of each changed line.
 */
export function markdownReport(outcome: RunOutcome, args: WrittenTo): string {
  const { functionName, packages, results, diff, variants, classes, conflicts = [], explanations = [] } = outcome;
  const { replaced = [], changeClasses } = outcome;
  const names = variants === undefined ? `${firstNames(packages(), (name) => name)} (${functionName})` : functionName;
  // Each class of conflicts is one row of a table.
  const problems = otherResults(results, classes === undefined ? [] : conflicts)
    .filter(({ severity }) => severity !== 'info')
    .map(formatResult);
  const parts = [
    `### ${escapeMarkdown(names)}: ${formatSummary(outcome, args)}`,
    replacedTable(replaced),
    variantTable(variants ?? []),
    changeTable(replaced.length === 0 ? [] : (changeClasses?.() ?? [])),
    conflictTable(classes ?? []),
    resolutionTable(variants ?? []),
    problemList(problems),
    details('Changes', 'diff', cut(diff(), MAX_DIFF)),
    details('Policy and rule of each line', 'text', cut(linesOf(explanations.map(formatExplainedLines)), MAX_LIST)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Formats the variants of a fleet that are not as they should be; '' if there are none. */
function variantTable(variants: readonly VariantRow[]): string {
  const rows = variants
    .filter(({ action }) => action !== 'unchanged')
    .map(({ action, repository, folder = '', name, from = '', to = '' }) => [
      action,
      repository === undefined ? folder : `${repository}/${folder}`,
      name,
      from === to ? '' : from,
      to,
    ]);
  return table(['action', 'folder', 'PackageVariant', 'from', 'to'], rows);
}

/** Formats the files that a run planned with in place of others; '' if there are none. */
function replacedTable(replaced: readonly ReplacedPath[]): string {
  const rows = replaced.map(({ from, at, isAdded }) => [from, isAdded ? `${at} (added)` : at]);
  return table(['with', 'in place of'], rows);
}

/** Formats equal changes of variants; '' if there are none. */
function changeTable(classes: readonly ChangeClass[]): string {
  const rows = classes.map((found) => {
    const { resource, field, before = '', after = '' } = found;
    const folders = foldersOf(found);
    const names = firstNames(folders, (each) => each);
    const pending = pendingCount(found);
    const count = `${counted(folders.length, 'variant')}${pending === 0 ? '' : ` (${pending} anyway)`}`;
    return [count, resource, field, before, after, placesText(found), names];
  });
  return table(['change in', 'resource', 'field', 'before', 'after', 'line', 'folders'], rows);
}

/** Formats the classes of conflicts of a fleet; '' if there are none. */
function conflictTable(classes: readonly ConflictClass[]): string {
  const rows = classes.map((found) => {
    const { base, theirs } = shownValues(found.first);
    return [found.id, counted(found.folders.length, 'variant'), placeText(found), found.kind, base, theirs];
  });
  return table(['conflict', 'in', 'place', 'kind', 'base', 'new'], rows);
}

/** Formats the conflicts that MergeResolutions decide, each once; '' if there are none. */
function resolutionTable(variants: readonly VariantRow[]): string {
  const all = variants.flatMap(({ resolutions = [] }) => resolutions);
  const groups = groupBy(all, ({ conflict, file }) => `${conflict} ${file}`);
  const rows = [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [[first.conflict, counted(others.length + 1, 'variant'), first.place, first.take, first.file]],
  );
  return table(['decided conflict', 'in', 'place', 'take', 'by'], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const { text, more } = cut(linesOf(rows.map((row) => `| ${row.map(escapeMarkdown).join(' | ')} |`)), MAX_LIST);
  return `| ${head.join(' | ')} |\n| ${head.map(() => '---').join(' | ')} |\n${text.trimEnd()}${more}`;
}

/** A text, and a sentence that follows it if it is cut. */
interface CutText {
  readonly text: string;
  readonly more: string;
}

/** Cuts a text after a line. */
function cut(text: string, length: number): CutText {
  if (text.length <= length) return { text, more: '' };
  return {
    text: text.slice(0, text.lastIndexOf('\n', length) + 1),
    more: '\n\nThere is more: run the command for the rest.',
  };
}

function problemList(problems: readonly string[]): string {
  const { text, more } = cut(linesOf(problems.map((problem) => `- ${escapeMarkdown(problem)}`)), MAX_LIST);
  return `${text.trimEnd()}${more}`;
}

/** Formats a text as a block that is folded at first; '' if there is none. */
function details(title: string, language: string, { text, more }: CutText): string {
  if (text === '' && more === '') return '';
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `<details><summary>${title}</summary>\n\n${fence}${language}\n${text}${fence}\n\n</details>${more}`;
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_<>|[\]#]/g, (character) => `\\${character}`).replaceAll('\n', ' ');
}
