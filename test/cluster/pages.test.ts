import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import type { Audit } from './cluster.ts';
import { inject, injectedPoint, injectEverywhere, injectionList, point } from './injection.ts';
import { useCluster } from './shared-cluster.ts';
import { withStandIn } from './stand-in.ts';

const COUNT = 2500;
const LAST = 'config-2499';
const LIST = '/api/v1/namespaces/many/configmaps';
const FOUND = `ConfigMap.target True injected resource "${LAST}" from cluster`;

describe('inject-config from a cluster: 2,500 objects', function () {
  const cluster = useCluster();

  before(async function () {
    cluster().kubectl(['create', 'namespace', 'many']);
    await Promise.all(Array.from({ length: COUNT }, (_, index) => create(`config-${String(index).padStart(4, '0')}`)));
  });

  async function create(name: string): Promise<void> {
    const { status, text } = await cluster().send('POST', LIST, JSON.stringify({ metadata: { name }, data: { name } }));
    assert.equal(status, 201, text);
  }

  function listFor(name: string, points: readonly string[], server = cluster().url): string {
    const kubeconfig = cluster().kubeconfig({ cluster: { server }, user: { token: 'reader' } });
    return injectionList(points, { namespace: 'many', injectors: [{ name }], sources: { cluster: { kubeconfig } } });
  }

  const target = point('v1', 'ConfigMap', 'target');

  it('are read in pages, once for all points of a kind, with no other requests', async () => {
    const points = [target, point('v1', 'ConfigMap', 'other'), point('v1', 'Secret', 'target')];
    const asked = await cluster().audited(async () => {
      const { conditions } = await inject(listFor(LAST, points));
      assert.equal(conditions[1], FOUND);
    });
    assert.deepEqual(asked.map(shown), [
      'get /api/v1',
      `list ${LIST}?limit=500`,
      ...Array.from({ length: 4 }, () => `list ${LIST}?limit=500&continue=...`),
      'get /api/v1',
      'list /api/v1/namespaces/many/secrets?limit=500',
    ]);
  });

  it('yield the same output on every runtime, and in a second run', async () => {
    const once = await injectEverywhere(listFor(LAST, [target]));
    const want = injectedPoint('v1', 'ConfigMap', 'target', LAST, `data:\n  name: ${LAST}\n`);
    assert.ok(once.items.endsWith(want.trim().replaceAll(/\n(?=.)/g, '\n  ')), once.items);
    assert.equal((await injectEverywhere(once.stdout)).items, once.items);
  });

  it('are not requested without an injection point', async () => {
    const asked = await cluster().audited(async () => {
      const { conditions, stderr } = await injectEverywhere(listFor(LAST, []));
      assert.deepEqual([stderr, conditions], ['', []]);
    });
    assert.deepEqual(asked, []);
  });

  describe('objects that change between pages', () => {
    /**
     * Reads through a server that answers like the cluster, and performs an action when the second page is requested.
     */
    async function readWhile(name: string, act: () => Promise<void>): Promise<Read> {
      let isDone = false;
      const lists: string[] = [];
      const answer: RequestListener = async ({ url = '' }, response) => {
        if (url.includes('continue=') && !isDone) {
          isDone = true;
          await act();
        }
        const { status, text } = await cluster().send('GET', url);
        if (url.startsWith(LIST)) lists.push(`${status} ${shortened(url)}`);
        response.writeHead(status).end(text);
      };
      return await withStandIn(cluster().certificate, answer, async (server) => {
        const { conditions, exitCode, stderr } = await inject(listFor(name, [target], server));
        assert.equal(exitCode, 0, stderr);
        return { conditions, lists };
      });
    }

    it('are read in the state of the first page', async () => {
      const { conditions, lists } = await readWhile('config-new', () => create('config-new'));
      assert.deepEqual(conditions, [
        'ConfigMap.target False no resource matched any injection selector for this injection point',
      ]);
      assert.equal(lists.length, 5);
      const { conditions: now } = await inject(listFor('config-new', [target]));
      assert.deepEqual(now, ['ConfigMap.target True injected resource "config-new" from cluster']);
    });

    it('are read again from the start if the server cannot continue', async () => {
      const { conditions, lists } = await readWhile(LAST, async () => {
        await create('config-newer');
        await cluster().forgetHistory();
      });
      assert.deepEqual(conditions, [FOUND]);
      assert.deepEqual(lists, [`200 ${LIST}?limit=500`, `410 ${LIST}?limit=500&continue=...`, `200 ${LIST}`]);
    });
  });
});

/** Objects read, and the answers to list requests. */
interface Read {
  readonly conditions: readonly string[];
  readonly lists: readonly string[];
}

function shown({ verb, requestURI }: Audit): string {
  return `${verb} ${shortened(requestURI)}`;
}

function shortened(url: string): string {
  return url.replace(/(?<=continue=)[^&]+/, '...');
}
