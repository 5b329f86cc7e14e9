import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';

/**
 * Package in the layout of people, which `krm-variants render` keeps: not in that of kpt, as all other examples are.
 */
export const RENDER_EXAMPLE = { title: 'render/shop', folder: join(root, 'examples/render/shop') };
