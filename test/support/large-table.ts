import { byteOrder } from '../../src/byte-order.ts';
import type { ValueTable } from '../../src/fleet/answers/value-table.ts';

const REGIONS = ['ap', 'eu', 'na', 'sa'];

/** Returns a table of a number of variants in seven groups. */
export function largeTable(count: number): ValueTable {
  const folders = Array.from({ length: count }, (_, index) => `clusters/store-${String(index).padStart(5, '0')}/shop`);
  const groups = Array.from({ length: 7 }, (_, group) => ({
    values: [[`1.${group}`], [String(group % 3)]],
    folders: folders.filter((_each, index) => (index % 13) % 7 === group).toSorted(byteOrder),
  }));
  const keys = new Map(folders.map((folder, index) => [folder, REGIONS[index % 4] ?? '']));
  return { fields: ['Deployment/web:tag', 'Deployment/web:spec.replicas'], groups, by: 'region', keys };
}
