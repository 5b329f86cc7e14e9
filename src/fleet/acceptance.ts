import { validatorOf } from '#validators';
import { readForm } from '../function/index.ts';
import { joinPath } from '../files/index.ts';
import type { Resource } from '../krm/resource.ts';
import type { Result } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import { matchesWildcard } from '../wildcard.ts';
import { warningAcceptanceForm, type Acceptance } from './acceptance-form.ts';
import { ACCEPTANCE_UNUSED, warningAccepted } from './messages/decisions.ts';

/** Reports whether a resource is a WarningAcceptance. */
export function isAcceptance({ kind, apiVersion }: Resource): boolean {
  return kind === warningAcceptanceForm.kind && apiVersion === warningAcceptanceForm.apiVersion;
}

/** Reads a WarningAcceptance. Throws a `KrmError` that lists everything wrong with it. */
export function readAcceptance(resource: Resource): Acceptance {
  return readForm(warningAcceptanceForm, validatorOf(warningAcceptanceForm), resource);
}

/** WarningAcceptances of a fleet, which remember whether they accept anything. */
export class Acceptances {
  readonly #all: readonly Acceptance[];
  readonly #used = new Set<Acceptance>();

  constructor(all: readonly Acceptance[]) {
    this.#all = all;
  }

  /** Replaces accepted warnings by infos that name the file and the reason. `folder`: that of the variant. */
  accept(results: readonly Result[], folder: string): readonly Result[] {
    if (this.#all.length === 0) return results;
    return results.map((result) => {
      const accepting = this.#all.filter((each) => accepts(each, result, folder));
      for (const each of accepting) this.#used.add(each);
      const [first] = accepting;
      if (first === undefined) return result;
      const { reason, resource } = first;
      const message = warningAccepted(result.message, { file: resource.location.path ?? '', reason });
      return { ...result, severity: 'info', message };
    });
  }

  /** Returns an info for each one that has accepted nothing so far. */
  unused(): readonly Result[] {
    return this.#all
      .filter((each) => !this.#used.has(each))
      .map(({ resource }) => makeResult('info', ACCEPTANCE_UNUSED, { code: 'acceptance-unused', resource }));
  }
}

function accepts({ about, file, path, text }: Acceptance, { severity, ...result }: Result, folder: string): boolean {
  if (severity !== 'warning') return false;
  const { resourceRef, field, message } = result;
  const place = Object.entries(about ?? {}).every(
    ([name, wanted]) => wanted === undefined || wanted === { ...resourceRef }[name],
  );
  const isFile = file === undefined || [file, joinPath(folder, file)].includes(result.file?.path ?? '');
  return place && isFile && (path === undefined || path === field?.path) && isText(text, message);
}

/** Compares texts as they are shown, on one line. */
function isText(text: Acceptance['text'], message: string): boolean {
  const shown = onOneLine(message);
  return 'message' in text ? onOneLine(text.message) === shown : matchesWildcard(onOneLine(text.pattern), shown);
}

function onOneLine(text: string): string {
  return text.trim().replaceAll(/[\s\p{Cc}]+/gu, ' ');
}
