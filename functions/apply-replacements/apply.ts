import type { Call } from '../../src/function/index.ts';
import { isProtectedField, type Resource } from '../../src/krm/index.ts';
import type { Path } from '../../src/yaml/index.ts';
import { readFieldPath, type PathMeaning, type Step } from './field-path.ts';
import { newValueOf } from './new-value.ts';
import { findPlaces, type Place } from './places.ts';
import type { Replacement, ReplacementConfig, Target } from './replacement.ts';
import { Report } from './report.ts';
import { isSelected } from './selection.ts';
import { setPlace } from './set-place.ts';
import { findSource } from './source.ts';
import type { SourceValue } from './source-value.ts';

/**
 * Tags of the catalog image with Kustomize's rules of 2021: a missing field is skipped, and a scalar takes the type of
 * the source.
 */
const OLD_TAGS: ReadonlySet<string | undefined> = new Set(['v0.1.0', 'v0.1.1']);

/** Applies all replacements, so that all errors are reported. */
export function applyReplacements(call: Call<ReplacementConfig>): void {
  const { config, results } = call;
  const isOld = OLD_TAGS.has(call.inPlaceOf);
  const plans = config.replacements.map((replacement) => planOf(replacement, call, isOld ? 'first' : 'patterns'));
  if (results.hasErrors()) return;
  const reports = plans.map((plan) => new Application(call, plan, isOld).run());
  // An error leaves the package as it is, as in the original.
  if (!results.hasErrors()) for (const report of reports) report.end();
}

/** A replacement with its paths as steps. */
interface Plan {
  readonly replacement: Replacement;
  readonly sourcePath: readonly Step[];
  readonly targets: readonly PlannedTarget[];
}

interface PlannedTarget extends Target {
  readonly paths: readonly PlannedPath[];
}

interface PlannedPath {
  readonly field: Path;
  readonly text: string;
  readonly steps: readonly Step[];
}

function planOf(replacement: Replacement, { config, results }: Call<ReplacementConfig>, meaning: PathMeaning): Plan {
  const read = (text: string, field: Path, as: PathMeaning): readonly Step[] => {
    const steps = readFieldPath(text, as);
    if (typeof steps !== 'string') return steps;
    results.error(steps, { code: 'invalid-value', resource: config.source, field, currentValue: text });
    return [];
  };
  const { source, targets, field } = replacement;
  return {
    replacement,
    sourcePath: read(source.fieldPath, [...field, 'source', 'fieldPath'], 'first'),
    targets: targets.map((target) => ({
      ...target,
      paths: target.fieldPaths.map((text, index) => {
        const at = [...target.field, 'fieldPaths', index];
        return { field: at, text, steps: read(text, at, meaning) };
      }),
    })),
  };
}

/** One replacement while it is applied. */
class Application {
  readonly #call: Call<ReplacementConfig>;
  readonly #plan: Plan;
  readonly #isOld: boolean;
  readonly #report: Report;

  constructor(call: Call<ReplacementConfig>, plan: Plan, isOld: boolean) {
    this.#call = call;
    this.#plan = plan;
    this.#isOld = isOld;
    this.#report = new Report(call, plan.replacement);
  }

  run(): Report {
    const { replacement, sourcePath, targets } = this.#plan;
    const source = findSource(replacement, sourcePath, this.#call);
    if (source === undefined) return this.#report;
    this.#report.start(source);
    for (const target of targets) this.#applyTo(target, source);
    return this.#report;
  }

  #applyTo(target: PlannedTarget, source: SourceValue): void {
    let selected = 0;
    for (const resource of this.#call.resources.items) {
      if (!isSelected(resource, target)) continue;
      selected++;
      for (const path of target.paths) this.#applyPath(resource, target, path, source);
    }
    if (selected === 0) this.#report.unselected(target);
  }

  #applyPath(
    resource: Resource,
    target: PlannedTarget,
    { field, text, steps }: PlannedPath,
    source: SourceValue,
  ): void {
    const create = target.options.create === true;
    const meaning = this.#isOld ? 'first' : 'patterns';
    const { places, missing, failure } = findPlaces(resource.document, steps, { meaning, create });
    const where = { resource, field, text };
    if (failure !== undefined) this.#report.failure(where, failure);
    else if (missing > 0 || places.length === 0) this.#report.missing(where, this.#isOld || places.length > 0);
    if (failure !== undefined) return;
    for (const place of places) this.#set(where, place, target, source);
  }

  #set(
    where: { resource: Resource; field: Path; text: string },
    place: Place,
    target: Target,
    source: SourceValue,
  ): void {
    const { resource } = where;
    if (isProtectedField(place.path)) {
      this.#report.failure(where, 'kpt keeps this annotation for itself: no rule may change it');
      return;
    }
    const settings = { options: target.options, keepsType: !this.#isOld };
    const replaced = newValueOf(resource.document, place, source, settings);
    if (typeof replaced === 'string') {
      this.#report.failure(where, replaced);
      return;
    }
    if (replaced.difference !== undefined) this.#report.difference(replaced.difference, resource, place.path);
    if (place.creation?.replacesNull === true)
      this.#report.difference('the original would leave null in place of what it creates', resource, place.path);
    const isWithin = source.isAround(resource, place.path);
    if (isWithin && place.creation !== undefined)
      this.#report.difference('the original would copy what it creates within the source, too', resource, place.path);
    if (replaced.isGrowing === true || isWithin) this.#report.growing(where);
    source.keepFrom(resource, place.path);
    if (setPlace(resource, place, replaced.value))
      this.#report.difference('the original would copy annotations that kpt keeps for itself', resource, place.path);
    this.#report.reached(resource, place.path);
  }
}
