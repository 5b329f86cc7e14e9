import { copyOf, KYAML, NATIVE, ours, startOf } from './contender.ts';
import { everyVariant } from './fan-out-job.ts';
import { findCost, type Group } from './group.ts';
import { everyResource, oneResource, type Job } from './job.ts';
import type { Cost } from './measure.ts';
import type { NodeVersion } from './node-versions.ts';

/** Ratio that must not exceed its limit. */
export interface Target {
  readonly title: string;
  readonly contender: string;
  readonly limit: number;
  /** NaN if not measured. */
  readonly ratio: number;
}

/** Returns the goals of the project with the measured values. */
export function targets(groups: readonly Group[], nodes: readonly NodeVersion[]): Target[] {
  const runtimes: readonly Runtime[] = [
    { name: 'bun', contender: NATIVE },
    ...nodes.map((node) => ({ name: node.name, contender: ours(node) })),
  ];
  return runtimes.flatMap((runtime) => [
    ...besideKyaml(groups, runtime),
    ...besideCopy(groups, runtime),
    ...GROWTHS.flatMap((one) => growth(groups, runtime, one)),
    smallPackage(groups, runtime),
  ]);
}

interface Runtime {
  readonly name: string;
  readonly contender: string;
}

function besideKyaml(groups: readonly Group[], { contender }: Runtime): Target[] {
  const beside = (count: number, quantity: keyof Cost, limit: number): Target => {
    const [own, kyaml] = [contender, KYAML].map((one) => findCost(groups, everyResource, count, one));
    const title = `${count.toLocaleString('en')} resources, every one edited: ${QUANTITY[quantity]} beside kyaml`;
    return { title, contender, limit, ratio: ratio(own, kyaml, quantity) };
  };
  return [beside(10_000, 'cpuMs', 0.08), beside(50_000, 'cpuMs', 1 / 30), beside(10_000, 'peakMiB', 1 / 4)];
}

/** Quantities in the words of a target. */
export const QUANTITY: Readonly<Record<keyof Cost, string>> = { cpuMs: 'CPU', wallMs: 'wall time', peakMiB: 'memory' };

function besideCopy(groups: readonly Group[], { name, contender }: Runtime): Target[] {
  const own = findCost(groups, oneResource, 10_000, contender);
  const copy = findCost(groups, oneResource, 10_000, copyOf(name));
  // A copy takes bun less than half of the time that it takes Node.
  const limit = contender === NATIVE ? 5 : 3;
  return (['cpuMs', 'wallMs'] as const).map((quantity) => ({
    title: `one resource of 10,000 selected: ${QUANTITY[quantity]} beside a copy`,
    contender,
    limit,
    ratio: ratio(own, copy, quantity),
  }));
}

/** Job measured on few and on many resources, where the cost of one resource must not grow. */
interface Growth {
  readonly title: string;
  readonly job: Job;
  readonly few: number;
  readonly many: number;
}

const GROWTHS: readonly Growth[] = [
  { title: 'per resource, 100,000 beside 1,000', job: everyResource, few: 1000, many: 100_000 },
  { title: 'per PackageVariant, 20,000 beside 2,000', job: everyVariant, few: 100, many: 1000 },
];

/**
 * Returns the growth of the whole process, and that without the runtime's start, which makes up a larger share of a
 * small input.
 */
function growth(groups: readonly Group[], { name, contender }: Runtime, { title, job, few, many }: Growth): Target[] {
  const start = findCost(groups, everyResource, 10, startOf(name))?.cpuMs ?? NaN;
  const rise = (quantity: keyof Cost, less = 0): number => {
    const [little = NaN, much = NaN] = [few, many].map((count) => findCost(groups, job, count, contender)?.[quantity]);
    return (much - less) / (many / few) / (little - less);
  };
  return [
    { title: `CPU ${title}`, contender, limit: 1.3, ratio: rise('cpuMs') },
    { title: `CPU ${title}, without start-up`, contender, limit: 1.3, ratio: rise('cpuMs', start) },
    { title: `memory ${title}`, contender, limit: 1.3, ratio: rise('peakMiB') },
  ];
}

function smallPackage(groups: readonly Group[], { name, contender }: Runtime): Target {
  const own = findCost(groups, everyResource, 10, contender);
  const isNative = contender === NATIVE;
  const other = findCost(groups, everyResource, 10, isNative ? KYAML : startOf(name));
  return {
    title: `10 resources: wall time beside ${isNative ? 'kyaml' : '`node -e 0`'}`,
    contender,
    limit: isNative ? 1.5 : 1.3,
    ratio: ratio(own, other, 'wallMs'),
  };
}

function ratio(own: Cost | undefined, other: Cost | undefined, quantity: keyof Cost): number {
  return (own?.[quantity] ?? NaN) / (other?.[quantity] ?? NaN);
}
