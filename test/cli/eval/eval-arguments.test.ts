import assert from 'node:assert/strict';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { EVAL_OPTIONS, parseEvalArguments, parseMount } from '../../../cli/eval/eval-arguments.ts';
import { UsageError } from '../../../cli/arguments/usage-error.ts';

describe('the arguments of krm-variants eval', () => {
  it('name one function, on the current folder by default', () => {
    const { by, called, inputs, type, saves, allowsExec, allowsContainers } = parseEvalArguments(
      sortArguments(['--exec', 'cat -u'], EVAL_OPTIONS),
    );
    assert.deepEqual([by, called, inputs, type, saves], ['exec', 'cat -u', ['.'], 'mutator', false]);
    assert.deepEqual([allowsExec, allowsContainers], [true, true]);
  });

  it('are one selector for all `--match` options, and one for all `--exclude`', () => {
    const text =
      '--function f --match-kind K --match-labels a=b --match-labels c=d=e --exclude-name n --exclude-annotations x=y';
    assert.deepEqual(parseEvalArguments(sortArguments(text.split(' '), EVAL_OPTIONS)).selection, {
      selectors: [{ kind: 'K', labels: { a: 'b', c: 'd=e' } }],
      exclude: [{ name: 'n', annotations: { x: 'y' } }],
    });
  });

  const misuses: readonly (readonly [args: string, message: string])[] = [
    ['p', 'eval requires exactly one of `--exec COMMAND`, `--image IMAGE` and `--function NAME`'],
    ['--exec a --image b', 'eval requires exactly one of `--exec COMMAND`, `--image IMAGE` and `--function NAME`'],
    ['--exec a --type both', '`--type` must be mutator or validator, not "both"'],
    ['--exec a --match-labels a', '`--match-labels` must be KEY=VALUE, not "a"'],
    ['--exec a --comments none', '`--comments` must be added or function, not "none"'],
    ['--exec a --mount x', '`--mount` must have parts such as src=DIR and dst=DIR: unexpected "x" in "x"'],
    ['--exec a --mount src=x', '`--mount` must have src and dst, and optionally rw=true, not "src=x"'],
    ...[
      '--network',
      '--env A=b',
      '--mount src=/a,dst=/b',
      '--as-current-user',
      '--image-prefix x',
      '--image-pull-policy Never',
    ].map(
      (option) =>
        [
          `--exec a ${option}`,
          `\`${option.split(' ')[0]}\` requires \`--image\`: a function of \`--exec\` runs in no`,
        ] as const,
    ),
    ['--function f --network', '`--network` requires `--image`: a function of `--function` runs in no container'],
    ['--exec a --objects d', '`--objects` requires `--function`: other functions get only the package'],
    ['--image a --context c', '`--context` requires `--function`: other functions get only the package'],
    ['--exec a --allow-exec', 'unknown option "--allow-exec"'],
  ];
  for (const [args, message] of misuses)
    it(`cannot be ${args}`, () =>
      assert.throws(
        () => parseEvalArguments(sortArguments(args.split(' '), EVAL_OPTIONS)),
        (error) => error instanceof UsageError && error.message.startsWith(message),
      ));

  const mounts: readonly (readonly [given: string, want: string])[] = [
    ['src=/a,dst=/b', 'type=bind,source=/a,target=/b,readonly'],
    ['type=volume,source=v,target=/b,rw=true', 'type=volume,source=v,target=/b'],
    ['type=tmpfs,destination=/b', 'type=tmpfs,target=/b,readonly'],
  ];
  for (const [given, want] of mounts) it(`mount ${given}`, () => assert.equal(parseMount(given), want));
});
