import { resource } from '../../../support/resource-list.ts';
import { legacy, overridePolicy, type UpstreamCase } from './upstream-case.ts';

const MAPS = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'web' }];

/** Cases of the end-to-end tests on `fieldOverrider`. */
export const fieldCases: readonly UpstreamCase[] = [
  {
    title: 'edits JSON in a ConfigMap',
    policies: [
      overridePolicy(
        'web',
        legacy(MAPS, {
          fieldOverrider: [
            {
              fieldPath: '/data/deploy.json',
              json: [
                { subPath: '/spec/replicas', operator: 'replace', value: 5 },
                {
                  subPath: '/spec/template/spec/containers/-',
                  operator: 'add',
                  value: { name: 'nginx-helper', image: 'nginx:1.19.1' },
                },
                { subPath: '/spec/template/spec/containers/0/image', operator: 'remove' },
              ],
            },
          ],
        }),
      ),
    ],
    cluster: 'member1',
    item: resource(
      'v1',
      'ConfigMap',
      'web',
      `data:
  deploy.json: |
    {
      "kind": "Deployment",
      "spec": {
        "replicas": 3,
        "template": {"spec": {"containers": [
          {
            "name": "nginx",
            "image": "nginx:1.19.0"
          }
        ]}}
      }
    }
`,
    ),
    want: [
      '-        "replicas": 3,',
      '+        "replicas": 5,',
      '-            "name": "nginx",',
      '-            "image": "nginx:1.19.0"',
      '+            "name": "nginx"',
      '+          },',
      '+          {',
      '+            "image": "nginx:1.19.1",',
      '+            "name": "nginx-helper"',
    ],
  },
  {
    title: 'edits YAML in a ConfigMap',
    policies: [
      overridePolicy(
        'web',
        legacy(MAPS, {
          fieldOverrider: [
            {
              fieldPath: '/data/nginx.yaml',
              yaml: [
                { subPath: '/server/location ~1/root', operator: 'replace', value: '/var/www/html' },
                { subPath: '/server/error_page/-', operator: 'add', value: { code: 400 } },
                { subPath: '/server/location ~1/index', operator: 'remove' },
              ],
            },
          ],
        }),
      ),
    ],
    cluster: 'member1',
    item: resource(
      'v1',
      'ConfigMap',
      'web',
      `data:
  nginx.yaml: |
    server:
      listen: 80 # plain
      location /:
        root: /usr/share/nginx/html # files
        index: 
          - index.html
          - index.htm
      error_page:
        - code: 500
        - code: 502
      location /50x.html:
        root: /usr/share/nginx/html
`,
    ),
    want: [
      '-        root: /usr/share/nginx/html # files',
      '-        index: ',
      '-          - index.html',
      '-          - index.htm',
      '+        root: /var/www/html # files',
      '+        - code: 400',
    ],
  },
];
