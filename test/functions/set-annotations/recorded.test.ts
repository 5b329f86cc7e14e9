import { fileURLToPath } from 'node:url';
import setAnnotations from '../../../functions/set-annotations/index.ts';
import { loaded } from '../../support/probe.ts';
import { itEqualsTheOriginal } from '../../support/recorded-outcomes.ts';

/** Inputs with another outcome than that of the original, each with the row of "Differences" that it shows. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  'texts in place of the maps': '`metadata.annotations` that is a text, a number or a boolean',
  'a List': 'a `List`, or a list such as a `RoleList`',
  'a RoleList': 'a `List`, or a list such as a `RoleList`',
  'an empty List': 'a `List`, or a list such as a `RoleList`',
  'two equal names': 'two resources of one kind, version, namespace and name',
  'unset and default namespace': 'two resources of one kind, version, namespace and name',
  'a value that needs quotes in place of one without':
    'a value such as `yes`, `on` or `n` that replaces one without quotes',
  'a key that needs quotes': 'a new key `y`, `n`, `yes`, `no`, `on` or `off`',
};

describe('set-annotations, compared with recorded outcomes of the original', () => {
  itEqualsTheOriginal(
    loaded(setAnnotations),
    fileURLToPath(new URL('recorded.jsonl', import.meta.url)),
    DIFFERENCES,
    'v0.1.4',
  );
});
