import { foldersAround } from '../index.ts';
import {
  DECISION_IS_LINK,
  decisionMisplaced,
  decisionNotCheckedOut,
  decisionNotOfKind,
  DECISIONS_NOT_FOLDER,
  decisionTooLarge,
} from '../messages/decisions.ts';
import { KrmError, type Resource, Resources, type Result, fileError, makeResult, resultsOf } from '../../krm/index.ts';
import { contentText, type PackageFile, readEach, readPackageFile } from '../../package/index.ts';
import { checkOutCommand } from './fleet-paths.ts';
import type { Tree, Files } from '../ports.ts';

/** A kind of decisions about a fleet, which people write and review as files. */
export interface DecisionKind<Decision> {
  /** Folder of the files, relative to the top of the git repository. */
  readonly folder: string;
  readonly kind: string;
  /** Words for what a decision does: `holds variants`. */
  readonly purpose: string;
  readonly isOne: (resource: Resource) => boolean;
  /** Throws a `KrmError` that lists everything wrong with a decision. */
  readonly read: (resource: Resource) => Decision;
}

/** Parts of a work tree to read decisions from. */
export type DecisionTree = Files & Pick<Tree, 'filesBelow'>;

/**
 * Reads the decisions of a kind. Throws a `KrmError` for files that are not checked out, and for everything that is not
 * a valid decision: it would then be unknown what was decided.
 */
export function readDecisions<Decision>(tree: DecisionTree, of: DecisionKind<Decision>): readonly Decision[] {
  const { decisions, errors } = readEachDecision(tree, of);
  if (errors.length > 0) throw new KrmError(errors);
  return decisions;
}

/** Decisions of a kind that are valid, and the errors about all others. */
interface ReadDecisions<Decision> {
  readonly decisions: readonly Decision[];
  readonly errors: readonly Result[];
}

/** Reads the decisions of a kind that are valid: none if the files cannot be read. */
export function validDecisions<Decision>(tree: DecisionTree, of: DecisionKind<Decision>): ReadDecisions<Decision> {
  try {
    return readEachDecision(tree, of);
  } catch (error) {
    return { decisions: [], errors: resultsOf(error) };
  }
}

function readEachDecision<Decision>(tree: DecisionTree, of: DecisionKind<Decision>): ReadDecisions<Decision> {
  refuseSparse(tree, of);
  const resources = readDecisionFiles(tree, of).flatMap((file) => [...new Resources(file.resources)]);
  const errors: Result[] = [];
  const decisions = resources.flatMap((resource) => {
    try {
      if (of.isOne(resource)) return [of.read(resource)];
      errors.push(
        makeResult('error', decisionNotOfKind(of.kind, VERSION), {
          code: 'unknown-kind',
          resource,
        }),
      );
    } catch (error) {
      errors.push(...resultsOf(error));
    }
    return [];
  });
  return { decisions, errors };
}

/**
 * Reads the files of a kind of decisions. Throws a `KrmError` for those that are links, too large or not YAML, and for
 * other documents in them.
 */
export function readDecisionFiles(
  files: Files,
  { folder }: Pick<DecisionKind<unknown>, 'folder'>,
): readonly PackageFile[] {
  refuseLinks(files, folder);
  const { paths, passedOver } = files.list(folder);
  const links = passedOver.filter(({ file }) => files.isLink(file?.path ?? ''));
  if (links.length > 0)
    throw new KrmError(
      links.flatMap(({ file }) => fileError(file?.path ?? '', 'wrong-file-type', DECISION_IS_LINK).results),
    );
  for (const path of paths)
    if (files.sizeAt(path) > MAX_SIZE) throw fileError(path, 'file-too-large', decisionTooLarge(MAX_SIZE));
  const read = readEach(paths, (path) => {
    return readPackageFile(path, contentText(files.inputAt(path), path), { verify: true });
  });
  const others = read.flatMap((file) => file.passedOver);
  if (others.length > 0) throw new KrmError(others.map((result) => ({ ...result, severity: 'error' })));
  return read;
}

/** Returns a warning for each decision of a kind in another place, where it decides nothing. */
export function misplacedDecisions(resources: readonly Resource[], of: DecisionKind<unknown>): readonly Result[] {
  const message = decisionMisplaced(of.folder);
  return resources
    .filter(of.isOne)
    .map((resource) => makeResult('warning', message, { code: 'decision-misplaced', resource }));
}

function refuseSparse(tree: DecisionTree, { folder, purpose }: DecisionKind<unknown>): void {
  for (const [path, { state }] of tree.filesBelow(folder))
    if (state === 'sparse')
      throw fileError(
        `${folder}/${path}`,
        'file-not-checked-out',
        decisionNotCheckedOut(checkOutCommand(folder), purpose),
      );
}

/**
 * Throws a `KrmError` if a folder of decisions is a link, which may lead out of the git repository, or not a folder.
 */
function refuseLinks(files: Files, folder: string): void {
  for (const path of foldersAround(folder)) {
    const kind = files.kindAt(path);
    if (kind !== undefined && kind !== 'folder') throw fileError(path, 'wrong-file-type', DECISIONS_NOT_FOLDER);
  }
}

/** A decision has a few hundred bytes. Reading a file of any size could take any time. */
const MAX_SIZE = 2 ** 20;

const VERSION = 'krm-variants.dev/v1alpha1';
