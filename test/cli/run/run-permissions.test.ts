import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runScript, type Ended } from '../../support/child.ts';
import { keptAt, resource, resourceList } from '../../support/resource-list.ts';
import { kinds, listOf, withCluster, type Answers, type StandIn } from '../cluster-stand-in.ts';
import { configMap, readFiles, writeFiles } from '../run-support.ts';

const KRM_VARIANTS = import.meta.resolve('../../support/krm-variants.ts');

const KPTFILE = resource('kpt.dev/v1', 'Kptfile', 'p', '', keptAt('Kptfile'));
const POINT = resource(
  'v1',
  'ConfigMap',
  'point',
  'data: {}\n',
  `${keptAt('c.yaml')}    kpt.dev/config-injection: required\n`,
);
const ANSWERS: Answers = {
  '/api/v1': kinds('configmaps ConfigMap'),
  '/api/v1/namespaces/default/configmaps': listOf({ metadata: { name: 'north' }, data: { x: 'live' } }),
};
const FILES = {
  'package/Kptfile': KPTFILE,
  'package/c.yaml': POINT,
  'objects/n.yaml': configMap('north', 'data:\n  x: folder\n'),
};

/** Returns a configuration with sources. `@` stands for the folder of the files. */
const injection = (sources: string): string =>
  resource(
    'krm-variants.dev/v1alpha1',
    'ConfigInjection',
    'i',
    `spec: {injectors: [{name: north}], sources: {${sources}}}\n`,
  );

/** User whose credentials come from a program, which leaves a file beside the kubeconfig. */
const EXEC = {
  exec: {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: 'sh',
    args: ['-c', `: > "$(dirname "$KUBECONFIG")/ran"; echo '{"status": {"token": "t"}}'`],
  },
};

/**
 * Ways to call inject-config with a configuration: arguments, in which `@` stands for the folder, and what is on stdin.
 */
const CALLS = {
  'a configuration given with --fn-config': ['run inject-config @package --fn-config @config.yaml', ''],
  'a --fn-config that names a file of the package': ['run inject-config @package --fn-config @package/config.yaml', ''],
  'a configuration that only lies in the package': ['run inject-config @package', ''],
  'the configuration in a ResourceList': ['run inject-config -', 'list'],
  'the configuration of a process of its own': ['inject-config', 'list'],
} as const;

type Call = keyof typeof CALLS;

interface Run extends Ended {
  /** Resulting text of the injection point. */
  readonly text: string;
  readonly asked: readonly string[];
  /** True if the program of the kubeconfig was run. */
  readonly hasRunProgram: boolean;
}

/** Calls inject-config with sources in its configuration. */
function inject(call: Call, sources: string, { user = EXEC, more = '' }: Settings = {}): Promise<Run> {
  const act = async ({ folder, asked }: StandIn): Promise<Run> => {
    const at = (text: string): string => text.replaceAll('@', `${folder}/`);
    const config = at(injection(sources));
    writeFiles(folder, { 'config.yaml': config, 'package/config.yaml': config });
    const [command, stdin] = CALLS[call];
    const args = at(`inject-config ${command} ${more}`.trim()).split(' ');
    const ended = await runScript(
      KRM_VARIANTS,
      args,
      stdin === '' ? undefined : resourceList([KPTFILE, POINT], config),
    );
    const text = stdin === '' ? readFiles(folder)['package/c.yaml'] : ended.stdout.split('functionConfig:')[0];
    return { ...ended, text: text ?? '', asked, hasRunProgram: existsSync(join(folder, 'ran')) };
  };
  return withCluster(ANSWERS, FILES, act, user);
}

interface Settings {
  readonly user?: object;
  /** More arguments. */
  readonly more?: string;
}

const OWN: readonly Call[] = [
  'a configuration given with --fn-config',
  'a --fn-config that names a file of the package',
  'the configuration of a process of its own',
];
const FOREIGN: Call = 'the configuration in a ResourceList';
const UNNAMED: Call = 'a configuration that only lies in the package';

const LIVE = 'cluster: {context: edge}';
const NAMED = 'cluster: {kubeconfig: @kubeconfig, context: edge}';

describe('whose configuration may read what', function () {
  for (const call of OWN) {
    it(`lets ${call} read a folder`, async () => {
      const { text, stderr } = await inject(call, 'path: @objects');
      assert.match(text, /data:\n +x: folder\n/, stderr);
    });

    it(`lets ${call} read a cluster of the default kubeconfig, with its program`, async () => {
      const { text, stderr, hasRunProgram } = await inject(call, LIVE);
      assert.match(text, /data:\n +x: live\n/, stderr);
      assert.ok(hasRunProgram);
    });

    it(`lets ${call} read a cluster of a kubeconfig that it names, with its token`, async () => {
      const { text, stderr } = await inject(call, NAMED, { user: { token: 't' } });
      assert.match(text, /data:\n +x: live\n/, stderr);
    });

    it(`runs no program of a kubeconfig that ${call} names`, async () => {
      const { text, stderr, exitCode, asked, hasRunProgram } = await inject(call, NAMED);
      assert.deepEqual([exitCode, asked, hasRunProgram], [1, [], false]);
      assert.match(text, /^ *data: \{\}$/m);
      assert.match(
        stderr,
        /spec\.sources\.cluster: context "edge" of .* programs are run only for your own kubeconfig/,
      );
    });
  }

  for (const call of [...OWN, FOREIGN]) {
    it(`always counts the items of ${call}`, async () => {
      const items = 'items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: north}, data: {x: inline}}]';
      const { text, stderr } = await inject(call, items);
      assert.match(text, /data:\n +x: inline\n/, stderr);
    });
  }

  const refused: readonly (readonly [title: string, sources: string, message: string])[] = [
    [
      'a folder',
      'path: @objects',
      'spec.sources.path: is read only for a configuration that is given with `--fn-config`: pass it there, or pass the folder with `--objects`',
    ],
    [
      'a cluster',
      LIVE,
      'spec.sources.cluster: is read only for a configuration that is given with `--fn-config`: pass it there, or pass a context of your kubeconfig with `--context`',
    ],
    [
      'a cluster of a kubeconfig that it names',
      NAMED,
      'spec.sources.cluster: is read only for a configuration that is given with `--fn-config`: pass it there, or pass a context of your kubeconfig with `--context`',
    ],
  ];
  for (const [title, sources, message] of refused) {
    it(`does not let ${FOREIGN} read ${title}, and names the flag`, async () => {
      const { text, stderr, exitCode, asked, hasRunProgram } = await inject(FOREIGN, sources);
      assert.deepEqual([exitCode, asked, hasRunProgram], [1, [], false]);
      assert.match(text, /^ *data: \{\}$/m);
      assert.ok(stderr.startsWith(`[error] krm-variants.dev/v1alpha1/ConfigInjection/i ${message}\n`), stderr);
    });
  }

  it('reads nothing for a configuration that only lies in the package', async () => {
    const { text, stderr, exitCode, asked, hasRunProgram } = await inject(UNNAMED, `path: @objects, ${LIVE}`);
    assert.deepEqual([exitCode, asked, hasRunProgram], [1, [], false]);
    assert.match(text, /^ *data: \{\}$/m);
    assert.match(stderr, /^\[error\]: no function config was given: /);
  });

  const flags: readonly (readonly [more: string, value: string, hasRunProgram: boolean])[] = [
    ['--objects @objects', 'folder', false],
    ['--context edge', 'live', true],
  ];
  for (const [more, value, expected] of flags) {
    it(`has the objects of ${more} in place of sources of ${FOREIGN}`, async () => {
      const { text, stderr, hasRunProgram } = await inject(FOREIGN, `path: /nowhere, ${NAMED}`, { more });
      assert.match(text, new RegExp(`data:\\n +x: ${value}\\n`), stderr);
      assert.equal(hasRunProgram, expected);
    });
  }
});
