import { startsWith, type Path } from '../yaml/index.ts';
import { askOverriders, type WrittenOverriders } from './overriders.ts';
import type { ResourceSelector, Selection } from './resource-selector.ts';

/** Policy with the selectors and the overriders that were written. */
interface Editing {
  readonly selection: Selection;
  readonly rules: readonly { readonly written: WrittenOverriders }[];
}

/**
 * Returns the field of a resource by which a selector matches it and that a policy may edit, so that it may match no
 * longer, or only then; undefined if there is none.
 */
export function editedSelectedField(
  policy: Editing,
  selector: ResourceSelector,
  selection: Selection,
): Path | undefined {
  if (!isForKind(policy.selection, selector)) return undefined;
  const edited = policy.rules.flatMap(({ written }) =>
    askOverriders(written, ({ editedFields }, entries) => entries.flatMap(editedFields)),
  );
  return selectedFields(selector, selection).find((field) =>
    edited.some((path) => startsWith(field, path) || startsWith(path, field)),
  );
}

/** Reports whether a selection may have resources of the kind that a selector names. */
function isForKind({ selectors }: Selection, { apiVersion, kind }: ResourceSelector): boolean {
  return selectors.length === 0 || selectors.some((each) => each.apiVersion === apiVersion && each.kind === kind);
}

/** Returns the fields that a selector compares. */
function selectedFields({ name = '', labelSelector, ...selector }: ResourceSelector, selection: Selection): Path[] {
  const { matchLabels = {}, matchExpressions = [] } = labelSelector ?? {};
  const labels = [...Object.keys(matchLabels), ...matchExpressions.map(({ key }) => key)];
  const isInNamespace = selection.namespace !== undefined || selector.namespace !== undefined;
  return [
    ...(name === '' ? [] : [['metadata', 'name']]),
    ...(name !== '' && selection.patterns !== true ? [] : labels.map((key) => ['metadata', 'labels', key])),
    ...(isInNamespace ? [['metadata', 'namespace']] : []),
    ['kind'],
    ['apiVersion'],
  ];
}
