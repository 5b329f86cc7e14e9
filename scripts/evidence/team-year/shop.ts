import { createHash } from 'node:crypto';
import { configMap, kptfile, type Files } from '../../../test/cli/run-support.ts';

/** Number of versions that the package can have. */
export const MAX_VERSIONS = 40;

const KEYS = Array.from({ length: 12 }, (_, index) => `key${index}`);

/**
 * Returns the files of a version of the package, by path: its values change at different times, and files come, go, and
 * get other names.
 */
export function shopFiles(version: number): Files {
  const phase = version % 12;
  const data = KEYS.map((key, index) => `  ${key}: ${valueOf(key, Math.floor((version + index) / 3))}\n`);
  return {
    'web.yaml': deployment(version, phase),
    [phase < 5 ? 'settings.yaml' : 'config.yaml']: configMap('settings', `data:\n${data.join('')}`),
    ...(phase > 2 &&
      phase < 9 && { 'routes.yaml': configMap('routes', `data:\n  home: /${version}\n  cart: /cart\n`) }),
    'README.md': `# shop\n\nRelease ${Math.floor(version / 2)}.\n\nAsk the owners before you change it.\n`,
  };
}

/** Returns the files of a version as a repository of blueprints has them. */
export function blueprintFiles(version: number): Files {
  return { Kptfile: kptfile('shop'), ...shopFiles(version) };
}

function valueOf(key: string, age: number): string {
  return createHash('sha256').update(`${key} ${age}`).digest('hex').slice(0, 6).replace(/^/, 'v');
}

function deployment(version: number, phase: number): string {
  const sidecar = phase > 3 && phase < 8 ? `        - name: proxy\n          image: proxy:${version}\n` : '';
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    app: web
spec:
  # more for large regions
  replicas: ${1 + (version % 3)}
  template:
    spec:
      containers:
        - name: web
          image: shop:${version}
          args:
            - --port=80
            - --age=${Math.floor(version / 4)}
${sidecar}`;
}
