import { withoutPlaces } from '../support/example-results.ts';

/** Lines about packages and functions, which both renderers show. */
const SHARED = /^(?:Package|\[RUNNING\]|\[PASS\]|\[FAIL\]|Successfully executed|  Results:)/;

const RESULT = /^ {4}(\[.*)$/;

/** A problem of many resources, which is shown for the first of them in the order of their files. */
const REPEATED = /^(\[\w+\]).*( \(and \d+ more).*$/;

/**
 * Returns the lines that the renderers share on stderr: packages, functions without times, and results without their
 * files, those of each function in one order, and without the resources that repeat a problem. `shown`: results as kpt
 * shows them, by our lines.
 */
export function sharedLines(stderr: string, shown: ReadonlyMap<string, string> = new Map()): readonly string[] {
  const byPlace = new Map(Array.from(shown, ([line, kpts]) => [withoutPlaces(line), kpts]));
  const byMessage = new Map(
    Array.from(shown).flatMap(([line, kpts]) => (line.includes(GENERATED) ? [[messageOf(line), kpts]] : [])),
  );
  const asKpt = (line: string): string =>
    byPlace.get(withoutPlaces(line)) ?? (IN_KPTFILE.test(line) ? byMessage.get(messageOf(line)) : undefined) ?? line;
  const lines: string[] = [];
  let results: string[] = [];
  for (const line of [...stderr.split('\n'), 'end']) {
    const result = RESULT.exec(line)?.[1];
    if (result !== undefined) results.push(asKpt(result).trimEnd().replace(REPEATED, '$1$2'));
    else {
      lines.push(...results.toSorted(), ...(SHARED.test(line) ? [line.replace(/ in [\d.]+m?s$/, '').trimEnd()] : []));
      results = [];
    }
  }
  return lines;
}

/** Name of the ConfigMap that is made of a pipeline's data. Our errors about it name the Kptfile. */
const GENERATED = '/ConfigMap/function-input';
const IN_KPTFILE = /^\[error\] \S*Kptfile:\d+:\d+ .*\.configMap/;

function messageOf(line: string): string {
  return line.slice(line.indexOf(': ') + 2);
}
