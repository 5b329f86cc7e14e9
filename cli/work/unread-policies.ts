import { type FunctionDefinition, type Functions, type GivenPolicies, formsOf } from '../../src/function/index.ts';
import { makeResult, type Resource, type Result } from '../../src/krm/index.ts';
import { didYouMean } from '../../src/nearest-name.ts';
import { oneOf } from '../../src/wording.ts';
import { withNamedFile } from '../package/named-path.ts';
import type { SourceArguments } from './sources.ts';

/** Functions that could have read a policy. */
export interface PolicyReaders {
  /** The function that ran; undefined for the pipelines of packages. */
  readonly running: FunctionDefinition | undefined;
  /** All functions of this program. */
  readonly functions: Functions;
}

/** Returns an error for each policy of the command line that no function has read, with the option that it is for. */
export function unreadPolicies(policies: GivenPolicies | undefined, readers: PolicyReaders): readonly Result[] {
  const { running } = readers;
  const unread = running === undefined ? UNREAD : `${running.name} does not read this policy`;
  return (policies?.unread ?? []).map((resource) =>
    withNamedFile(makeResult('error', `${unread}: ${remedy(resource, readers)}`, { code: 'policy-ignored', resource })),
  );
}

/** Returns the warning about objects of the command line that no function has read; none if it names none. */
export function unreadObjects({ objects, context }: Pick<SourceArguments, 'objects' | 'context'>): readonly Result[] {
  const option = objects === undefined ? `--context ${context ?? ''}` : `--objects ${objects}`;
  if (objects === undefined && context === undefined) return [];
  const message = `no function that was run reads objects of a cluster, so \`${option}\` has no effect`;
  return [{ severity: 'warning', code: 'option-unused', message }];
}

const UNREAD = 'no function that was run reads this policy';

function remedy(resource: Resource, { running, functions }: PolicyReaders): string {
  const all = Object.values(functions).map((load) => load().definition);
  const { apiVersion, kind } = resource;
  const isOfKind = (form: { readonly apiVersion: string; readonly kind: string }): boolean =>
    form.kind === kind && form.apiVersion === apiVersion;
  if (kind === 'MergePolicy') return 'give it to `krm-variants merge`';
  if (running?.policies?.forms.some(isOfKind) === true) return 'the policy of `--fn-config` is the only one';
  if (running?.configs.some(isOfKind) === true) return 'give it with `--fn-config FILE`';
  const others = all.filter(({ policies }) => policies?.forms.some(isOfKind) === true).map(({ name }) => name);
  if (others.length > 0) return `${oneOf(others)} does`;
  const forms = running === undefined ? all.flatMap(formsOf) : formsOf(running);
  const kinds = [...new Set(forms.map((form) => form.kind))];
  const meant = didYouMean(kind, kinds);
  const objects = running?.takesObjects === true && meant === '' ? '; objects of a cluster need `--objects DIR`' : '';
  return `it reads ${oneOf(kinds)}${meant}${objects}`;
}
