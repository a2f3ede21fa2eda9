// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import type { storeRoutes } from './routes.js';

export const storeExamples: Examples<typeof storeRoutes> = {
  backUpStore: {},
};
