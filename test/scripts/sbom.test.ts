import assert from 'node:assert/strict';
import packageJson from '../../package.json' with { type: 'json' };
import { billOfMaterials } from '../../scripts/sbom.ts';

const files = ['src/index.ts', 'node_modules/ajv/dist/runtime/equal.js', 'node_modules/yaml/dist/index.js'];

/** Returns the reference of a package of package.json. */
function ref(name: 'ajv' | 'bun' | 'yaml'): string {
  const versions = { ...packageJson.dependencies, ...packageJson.devDependencies };
  return `${name}@${versions[name]}`;
}

describe('billOfMaterials', () => {
  const text = billOfMaterials(files);
  const bill = JSON.parse(text) as {
    readonly serialNumber?: string;
    readonly metadata: { readonly timestamp?: string; readonly component: { readonly name: string } };
    readonly components: readonly Readonly<Record<string, unknown>>[];
    readonly dependencies: readonly object[];
  };

  it('lists the packages that contain the files, and the runtime', () => {
    assert.deepEqual(
      bill.components.map((component) => component['bom-ref']),
      [ref('ajv'), ref('bun'), ref('yaml')],
    );
    for (const { licenses, hashes, scope, properties } of bill.components) {
      assert.match(JSON.stringify(licenses), /"id":"(?:MIT|ISC)"/);
      assert.match(JSON.stringify(hashes), /"alg":"SHA-512"/);
      assert.deepEqual({ scope, properties }, { scope: 'required', properties: [] });
    }
  });

  it('relates only what it lists', () => {
    const own = { ref: `krm-variants@${packageJson.version}`, dependsOn: [ref('yaml'), ref('ajv'), ref('bun')] };
    const others = [ref('ajv'), ref('bun'), ref('yaml')].map((each) => ({ ref: each, dependsOn: [] }));
    assert.deepEqual(bill.dependencies, [own, ...others]);
  });

  it('has nothing that another call or another folder would change', () => {
    assert.equal(bill.serialNumber, undefined);
    assert.equal(bill.metadata.timestamp, undefined);
    assert.equal(bill.metadata.component.name, 'krm-variants');
    assert.equal(billOfMaterials(files), text);
  });
});
