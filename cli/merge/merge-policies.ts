import { KrmError, makeResult } from '../../src/krm/index.ts';
import { isMergePolicy, mergePolicyOf, type MergePolicy, type MergeRule } from '../../src/merge/index.ts';
import { MERGE_POLICY_NEEDED } from '../../src/merge/messages/policies.ts';
import { withNamedFile } from '../package/named-path.ts';
import { readPolicies } from '../work/policy-files.ts';

/** Reads the rules of the MergePolicies that the command line names, as `readNamedMergePolicies` does. */
export function readMergeRules(named: readonly string[]): readonly MergeRule[] {
  return readNamedMergePolicies(named).flatMap(({ rules }) => rules);
}

/**
 * Reads the MergePolicies that the command line names: files, `FILE#NAME`, or folders. Throws a `KrmError` that names
 * each invalid field, each file that cannot be read, and each resource of another kind.
 */
export function readNamedMergePolicies(named: readonly string[]): readonly MergePolicy[] {
  try {
    const policies = readPolicies(named);
    const own = policies.take(isMergePolicy, []);
    const others = policies.unread.map((resource) =>
      makeResult('error', MERGE_POLICY_NEEDED, { code: 'unknown-kind', resource }),
    );
    if (others.length > 0) throw new KrmError(others);
    return own.map(mergePolicyOf);
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    throw new KrmError(error.results.map(withNamedFile));
  }
}
