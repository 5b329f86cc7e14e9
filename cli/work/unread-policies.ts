import { type FunctionDefinition, type Functions, type GivenPolicies, formsOf } from '../../src/function/index.ts';
import { makeResult, type Resource, type Result } from '../../src/krm/index.ts';
import {
  kindsRead,
  objectsUnread,
  ONLY_POLICY,
  POLICY_IS_CONFIGURATION,
  POLICY_OF_MERGE,
  policyOfOthers,
  policyUnread,
} from '../../src/messages/inputs.ts';
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
  return (policies?.unread ?? []).map((resource) => {
    const message = policyUnread(readers.running?.name, remedy(resource, readers));
    return withNamedFile(makeResult('error', message, { code: 'policy-ignored', resource }));
  });
}

/** Returns the warning about objects of the command line that no function has read; none if it names none. */
export function unreadObjects({ objects, context }: Pick<SourceArguments, 'objects' | 'context'>): readonly Result[] {
  const option = objects === undefined ? `--context ${context ?? ''}` : `--objects ${objects}`;
  if (objects === undefined && context === undefined) return [];
  return [{ severity: 'warning', code: 'option-unused', message: objectsUnread(option) }];
}

function remedy(resource: Resource, { running, functions }: PolicyReaders): string {
  const all = Object.values(functions).map((load) => load().definition);
  const { apiVersion, kind } = resource;
  const isOfKind = (form: { readonly apiVersion: string; readonly kind: string }): boolean =>
    form.kind === kind && form.apiVersion === apiVersion;
  if (kind === 'MergePolicy') return POLICY_OF_MERGE;
  if (running?.policies?.forms.some(isOfKind) === true) return ONLY_POLICY;
  if (running?.configs.some(isOfKind) === true) return POLICY_IS_CONFIGURATION;
  const others = all.filter(({ policies }) => policies?.forms.some(isOfKind) === true).map(({ name }) => name);
  if (others.length > 0) return policyOfOthers(others);
  const forms = running === undefined ? all.flatMap(formsOf) : formsOf(running);
  const kinds = [...new Set(forms.map((form) => form.kind))];
  return kindsRead(kind, kinds, running?.takesObjects === true);
}
