import { fileURLToPath } from 'node:url';
import setLabels from '../../../functions/set-labels/index.ts';
import { loaded } from '../../support/probe.ts';
import { itEqualsTheOriginal } from '../../support/recorded-outcomes.ts';

/** Inputs with another outcome than that of the original, each with the row of "Differences" that it shows. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  'a List': 'a `List`, or a list such as a `RoleList`',
  'a RoleList': 'a `List`, or a list such as a `RoleList`',
  'an empty List': 'a `List`, or a list such as a `RoleList`',
  'a template with a list of labels': 'a label of a pod template that is not a string, or another wrong type there',
  'a CronJob with an empty jobTemplate': 'a CronJob with a `jobTemplate` that has no `spec`',
  'a NetworkPolicy with a null peer': 'another type where a map or list must be, such as a number in `ingress`',
  'a value that needs quotes': 'a label or value such as `yes`, `on` or `n`',
  'a key that needs quotes': 'a label or value such as `yes`, `on` or `n`',
  'seed 49': 'a CronJob with a `jobTemplate` that has no `spec`',
};

describe('set-labels, compared with recorded outcomes of the original', () => {
  itEqualsTheOriginal(
    loaded(setLabels),
    fileURLToPath(new URL('recorded.jsonl', import.meta.url)),
    DIFFERENCES,
    'v0.2.1',
  );
});
