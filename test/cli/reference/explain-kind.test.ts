import assert from 'node:assert/strict';
import { explainKind } from '../../../cli/reference/explain-kind.ts';
import { UsageError } from '../../../cli/arguments/usage-error.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { probe } from '../../support/probe.ts';

const PROBE = { probe: () => probe(), 'other-probe': () => probe() };

const PROBE_SPEC = `GROUP:      krm-variants.dev
KIND:       Probe
VERSION:    v1alpha1
FUNCTIONS:  probe, other-probe

FIELD: spec <Object>

DESCRIPTION:
    What it does.

FIELDS:
  names\t<[]string> -required-
    <no description>

  mode\t<string>
  enum: fast, safe
    <no description>

  revision\t<integer or string>
    <no description>

  steps\t<[]Object>
    <no description>

`;

const PROBE_RECURSIVE = `GROUP:      krm-variants.dev
KIND:       Probe
VERSION:    v1alpha1
FUNCTIONS:  probe, other-probe

DESCRIPTION:
    Configures the probe.

FIELDS:
  apiVersion\t<string> -required-
  kind\t<string> -required-
  metadata\t<Object>
  spec\t<Object> -required-
    names\t<[]string> -required-
    mode\t<string>
    enum: fast, safe
    revision\t<integer or string>
    steps\t<[]Object>
      image\t<string>
`;

const errors: readonly (readonly [target: string, message: string])[] = [
  ['PackageContxt', 'unknown kind "PackageContxt"; did you mean "PackageContext"?'],
  ['toString', 'unknown kind "toString"'],
  ['packagecontext.spec.dta', 'unknown field "PackageContext.spec.dta"; did you mean "PackageContext.spec.data"?'],
  ['PackageContext.spec.data.key', 'unknown field "PackageContext.spec.data.key"'],
  ['PackageContext.spec.toString', 'unknown field "PackageContext.spec.toString"'],
  ['PackageContext.', 'unknown field "PackageContext."'],
  ['ConfigMap.dta', 'unknown field "ConfigMap.dta"; did you mean "ConfigMap.data"?'],
];

describe('krm-variants explain', () => {
  it('prints a field in the layout of kubectl explain, with the functions that read it', () =>
    assert.equal(explainKind('Probe.spec', PROBE), PROBE_SPEC));

  it('lists the fields of all levels with --recursive, without descriptions', () =>
    assert.equal(explainKind('probe', PROBE, { isRecursive: true }), PROBE_RECURSIVE));

  it('prints a field of the kind that merges read', () =>
    assert.match(
      explainKind('mergepolicy.spec.rules.take', {}),
      /^GROUP: {6}krm-variants\.dev\nKIND: {7}MergePolicy\nVERSION: {4}v1alpha1\nCOMMAND: {4}merge\n\nFIELD: take <string>\nENUM:\n {4}local\n/,
    ));

  it('prints the values of an enumeration', () =>
    assert.match(
      explainKind('Probe.spec.mode', PROBE),
      /^FIELD: mode <string>\nENUM:\n {4}fast\n {4}safe\n\nDESCRIPTION:\n {4}<empty>\n/m,
    ));

  it('passes through lists', () =>
    assert.match(explainKind('Probe.spec.steps.image', PROBE), /^FIELD: image <string>$/m));

  it('takes the paths of references, with the signs of lists and maps', () =>
    assert.equal(explainKind('Probe.spec.steps[].image', PROBE), explainKind('Probe.spec.steps.image', PROBE)));

  it('explains a kind that several functions share once', async () => {
    const text = explainKind('overridePOLICY.spec.overrideRules.overriders', await allFunctions());
    assert.equal(text.match(/^KIND: {7}OverridePolicy$/gm)?.length, 1);
    assert.match(text, /^FUNCTIONS: {2}apply-override-policy, field-override$/m);
    assert.match(text, /^ {2}imageOverrider\t<\[\]Object>$/m);
  });

  it('explains each form of a kind that functions read differently, and each version', async () => {
    const functions = await allFunctions();
    assert.deepEqual(explainKind('ConfigMap.data', functions).match(/^(KIND|FUNCTIONS): .*$/gm), [
      'KIND:       ConfigMap',
      'FUNCTIONS:  apply-override-policy',
      'KIND:       ConfigMap',
      'FUNCTIONS:  apply-package-context',
      'KIND:       ConfigMap',
      'FUNCTIONS:  apply-setters',
      'KIND:       ConfigMap',
      'FUNCTIONS:  expand-templates',
      'KIND:       ConfigMap',
      'FUNCTIONS:  set-annotations',
      'KIND:       ConfigMap',
      'FUNCTIONS:  set-labels',
      'KIND:       ConfigMap',
      'FUNCTIONS:  set-namespace',
    ]);
    assert.deepEqual(explainKind('PodPreset', functions).match(/^GROUP: .*$/gm), [
      'GROUP:      settings.k8s.io',
      'GROUP:      redhatcop.redhat.io',
    ]);
  });

  for (const [target, message] of errors) {
    it(`rejects ${target}`, async () => {
      const functions = await allFunctions();
      assert.throws(() => explainKind(target, functions), new UsageError(message));
    });
  }
});
