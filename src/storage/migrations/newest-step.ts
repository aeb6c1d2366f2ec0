import type { migrations } from './list.ts'

/** How many steps there are, known without reading them: data that is up to date needs none. The compiler counts along. */
export const newestStep: (typeof migrations)['length'] = 16
