import { editedSelectedField, OR_ONCE } from '../../src/karmada/index.ts';
import { formatFieldPath, type Resource, type Result } from '../../src/krm/index.ts';
import { firstNames } from '../../src/wording.ts';
import type { Path } from '../../src/yaml/index.ts';
import { describePolicy, editorsOf } from './policy-names.ts';
import type { PolicyRun } from './policy-run.ts';
import type { NamedPolicy } from './settings.ts';

/** First words of each refusal of policies whose second run would not leave alone what the first has made. */
const REPEATABLE = 'edits must be repeatable';

/**
 * Describes why a further run changes a resource once more: other policies apply, or the same ones edit a field again.
 * `field`: the first one whose value differs.
 */
export function describeUnsettled(resource: Resource, first: PolicyRun, again: PolicyRun, field: Path = []): string {
  const reselected = describeReselection(first, again);
  if (reselected !== undefined) return `${REPEATABLE}: a second run would ${reselected}${OR_ONCE}`;
  const editors = editorsOf(resource, [first.from, resource.document.edits.length], formatFieldPath(field));
  const by = editors === '' ? '' : `, by ${editors}`;
  return `${REPEATABLE}: a second run would change this resource again${by}; write one entry with the final value${OR_ONCE}`;
}

/** Describes an error that a further run has and the first has not, with what the first did to cause it. */
export function describeFailure(resource: Resource, first: PolicyRun, again: PolicyRun, error: Result): string {
  const reselected = describeReselection(first, again);
  const editors = editorsOf(resource, [first.from, resource.document.edits.length], error.field?.path);
  const edited = editors === '' ? '' : `; edited by ${editors}: leave out one of these`;
  const cause = reselected === undefined ? edited : `; it would ${reselected}`;
  return `${REPEATABLE}: a second run would fail: ${error.message}${cause}${OR_ONCE}`;
}

/** Describes the policies that a further run selects otherwise, since edits changed what they select by; undefined if none. */
function describeReselection(first: PolicyRun, again: PolicyRun): string | undefined {
  const added = again.applied.filter((policy) => !first.applied.includes(policy));
  const gone = first.applied.filter((policy) => !again.applied.includes(policy));
  const moved = first.applied.filter((policy, index) => policy !== again.applied[index]);
  const [change, policies] =
    added.length > 0
      ? [`also apply ${namesOf(added)}`, added]
      : gone.length > 0
        ? [`no longer apply ${namesOf(gone)}`, gone]
        : [`apply ${namesOf(moved)} in another order`, moved];
  if (policies.length === 0) return undefined;
  return `${change}${causeOf(policies, first.applied)}; select by a name or by labels that no policy edits`;
}

function namesOf(policies: readonly NamedPolicy[]): string {
  return firstNames(policies, ({ source }) => describePolicy(source));
}

/** Names the policies that edit what others select by; '' if none does. */
function causeOf(policies: readonly NamedPolicy[], applied: readonly NamedPolicy[]): string {
  const causes = policies.flatMap(({ selection }) =>
    selection.selectors.flatMap((selector) =>
      applied.flatMap((editor) => {
        const field = editedSelectedField(editor, selector, selection);
        return field === undefined ? [] : [`${describePolicy(editor.source)} edits \`${formatFieldPath(field)}\``];
      }),
    ),
  );
  return causes.length === 0 ? '' : `, since ${firstNames([...new Set(causes)], (cause) => cause)}`;
}
