import type { Resource } from '../krm/resource.ts';
import type { Condition, Pattern } from './expressions.ts';

/** Readers of the expressions in pipelines. Each returns what is wrong with an expression as text. */
export interface Languages {
  compilePattern?(pattern: string): Pattern | string;
  compileWhen?(expression: string): Condition | string;
}

/** Loads the engines of the expressions that pipelines of these Kptfiles may have: they take time to start. */
export async function languagesIn(kptfiles: readonly Resource[]): Promise<Languages> {
  const texts = kptfiles.map(({ document }) => document.text());
  const has = (field: string): boolean => texts.some((text) => text.includes(field));
  return {
    ...(has('resourceFileRegexp') && { compilePattern: (await import('./patterns.ts')).compilePattern }),
    ...(has('when') && { compileWhen: (await import('./conditions.ts')).compileWhen }),
  };
}
