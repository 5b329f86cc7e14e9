import fc from 'fast-check';
import { resourceList } from '../support/resource-list.ts';
import { anchoredDocuments } from './generate-anchors.ts';
import { documents } from './generate.ts';
import { mutated } from './mutate.ts';

/** Generated texts of one or several documents, or of a ResourceList with them, mutated: nearly all are YAML. */
export function oddTexts(): fc.Arbitrary<string> {
  return mutated(
    fc.oneof({ weight: 4, arbitrary: one() }, { weight: 1, arbitrary: streams() }, { weight: 2, arbitrary: lists() }),
  );
}

/** A document, usually of a kind that the fast reader supports. */
function one(): fc.Arbitrary<string> {
  const plain = fc
    .tuple(documents(), fc.nat(9))
    .map(([text, choice]) => (choice === 0 ? text : text.replaceAll('\r', '').replaceAll('!!str ', '')));
  return fc.oneof({ weight: 2, arbitrary: plain }, { weight: 1, arbitrary: anchoredDocuments() });
}

function streams(): fc.Arbitrary<string> {
  const between = fc.constantFrom('---\n', '--- # beside\n', '# above\n---\n', '\n---\n\n');
  return fc
    .array(fc.tuple(one(), between), { minLength: 2, maxLength: 3 })
    .map((parts) => parts.map(([text, mark]) => `${mark}${text.replace(/^---\n/, '').replace(/\n?$/, '\n')}`).join(''));
}

/** ResourceLists as kpt passes them to functions. */
function lists(): fc.Arbitrary<string> {
  return fc
    .array(mutated(one()), { maxLength: 3 })
    .map((items) => resourceList(items.map((item) => item.replace(/^---\n/, '').replace(/\n?$/, '\n'))));
}
