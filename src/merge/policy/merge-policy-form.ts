import { configForm, objectMeta, typeMeta } from '../../function/index.ts';
import { KrmError } from '../../krm/result.ts';
import { checkFieldPattern } from './field-pattern.ts';
import { TAKES, type MergeRule } from './merge-rule.ts';

/** Kind of the policies of a merge. */
export const mergePolicyForm = configForm({
  apiVersion: 'krm-variants.dev/v1alpha1',
  kind: 'MergePolicy',
  schema: {
    type: 'object',
    description: 'Decides what a merge takes where the local package and the new version differ.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('krm-variants.dev/v1alpha1', 'MergePolicy'),
      metadata: objectMeta,
      spec: {
        type: 'object',
        description: 'Rules of the merge.',
        additionalProperties: false,
        required: ['rules'],
        properties: {
          rules: {
            type: 'array',
            description: 'Rules in their order: the first that matches decides.',
            items: {
              type: 'object',
              description:
                'What to take for the fields or files that match all patterns, and for everything below them.',
              additionalProperties: false,
              required: ['take'],
              properties: {
                resource: {
                  type: 'object',
                  description: 'Resources, by patterns in which `*` stands for any characters. Default: all.',
                  additionalProperties: false,
                  properties: {
                    group: { type: 'string', description: 'API group, such as `apps`; empty for the core group.' },
                    kind: { type: 'string', description: 'Kind, such as `Deployment`.' },
                    namespace: { type: 'string', description: 'Namespace; empty for resources without one.' },
                    name: { type: 'string', description: 'Name.' },
                  },
                },
                file: {
                  type: 'string',
                  description: 'Files, by a pattern of their path, such as `*.md`. Default: all.',
                },
                path: {
                  type: 'string',
                  description:
                    'Field, such as `spec.replicas`, `spec.containers[name=web].*` or `items[*]`. Default: the whole resource or file.',
                },
                take: {
                  type: 'string',
                  enum: TAKES,
                  description:
                    '`local` and `new` decide conflicts. `pin` keeps the local value even where only the new version changes it. `union` keeps list elements that one side removes.',
                },
              },
            },
          },
        },
      },
    },
  },
  read({ spec: { rules } }, problems): readonly MergeRule[] {
    for (const [index, { path }] of rules.entries()) {
      try {
        if (path !== undefined) checkFieldPattern(path);
      } catch (error) {
        if (!(error instanceof KrmError)) throw error;
        problems.add({ field: ['spec', 'rules', index, 'path'], message: error.message, currentValue: path ?? '' });
      }
    }
    return rules;
  },
});
