/**
 * Codes of results, each with what it says, by topic. Stable: scripts may compare them (docs/versioning.md). Results of functions that are
 * not of this program have `function-result`; codes of programs that use the library begin with `x-`.
 */
export const RESULT_CODES = {
  // Files and their text.
  'invalid-yaml': 'A text is not YAML or JSON, as Kubernetes reads it.',
  'not-utf8': 'A text is not UTF-8.',
  'empty-input': 'The input has nothing to work on.',
  'file-not-found': 'A file or folder does not exist.',
  'file-unreadable': 'A file or folder cannot be read.',
  'file-unwritable': 'A file or folder cannot be written.',
  'file-exists': 'A file or folder that must be new exists already.',
  'file-changed': 'A file changed between reading and writing.',
  'file-skipped': 'A file was left out, or was not read.',
  'leftovers-removed': 'Files of a call that was killed were removed or restored.',

  // Fields and resources.
  'invalid-value': 'A field has a value that the rule does not allow.',
  'missing-field': 'A field that is needed is absent.',
  'unknown-field': 'A field is not known where it stands.',
  'unknown-kind': 'A kind or API version is not known, or not allowed there.',
  'unknown-annotation': 'An annotation is not known, and has no effect.',
  'exclusive-fields': 'Fields or options exclude each other.',
  'duplicate-resource': 'Several resources have one identity.',
  'duplicate-key': 'A map has a key twice.',
  'ignored-field': 'A field is known, and has no effect here.',

  // Functions and their rules.
  'rule-applied': 'A rule was applied, or finds everything as it asks for.',
  'rule-skipped': 'A rule is for another cluster, time or state.',
  'rule-unmatched': 'A rule or selector matches nothing.',
  'target-missing': 'A field, container or element that a rule edits does not exist.',
  'no-policy': 'No policy was found.',
  'near-name': 'A name matches nothing, and is close to a name that exists.',
  'not-repeatable': 'A second run of the rules would change the result again.',
  'alias-replaced': 'An anchor was edited, and its aliases became copies of the old value.',
  'function-failed': 'A function of another program failed.',
  'function-output': 'A function printed something other than the ResourceList that it must print.',
  'function-timeout': 'A function took longer than its limit.',
  'function-unavailable': 'A function cannot be started: its program, image or runtime is absent or not allowed.',
  'function-result': 'A function that is not of this program reported this.',

  // Merges.
  'conflict-edit-edit': 'A conflict: both sides changed a value differently.',
  'conflict-add-add': 'A conflict: both sides added different values.',
  'conflict-delete-change': 'A conflict: one side deleted what the other changed.',
  'conflict-union': 'A conflict: both sides chose a member of a union.',
  'conflict-lines': 'A conflict: both sides changed the same lines.',
  'conflict-identity': 'A conflict: it is not certain what is the same thing on both sides.',
  'conflict-binary': 'A conflict: both sides changed a binary file.',
  'conflict-invalid': 'A conflict: the merged result would be invalid.',
  'conflict-decided': 'An answer, a rule or a resolution decided a conflict.',

  // Arguments, git and this program.
  'invalid-argument': 'An argument is wrong, or does not fit the others or the state of the files.',
  'git-failed': 'A call of git failed.',
  'revision-not-found': 'A revision, tag, branch or commit does not exist.',
  'repository-unreachable': 'A git repository cannot be reached or read.',
  defect: 'A defect of this program. Nothing was changed.',
} as const;

/** Code of a result of this program, or of one that uses the library. */
export type ResultCode = keyof typeof RESULT_CODES | `x-${string}`;
