// Store version 7: tables of webhooks, which an older program would leave out of what it counts and deletes. No row
// changes.
import type { Migration } from './migration.js';

export const webhookTables: Migration = {
  to: 7,
  name: 'tables of webhooks',
  run: () => Promise.resolve(),
};
