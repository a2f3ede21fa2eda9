// Store version 8: histories of presentations. Nothing is moved: a program of before would leave their rows out of a
// backup.
import type { Migration } from './migration.js';

export const presentationHistories: Migration = {
  to: 8,
  name: 'histories of presentations',
  run: async () => undefined,
};
