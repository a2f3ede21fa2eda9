// Store version 6: a docket that tells people what waits for them reads and writes small rows alone, however many
// people there are, and however full their inboxes.
import { moveInboxes } from './inbox-marks.js';
import type { Migration } from './migration.js';
import { nameSubjects } from './wallet-subjects.js';

export const rowsOfPeople: Migration = {
  to: 6,
  name: 'entries of personal inboxes and subjects of grants in rows of their own',
  async run(kv, commit) {
    await moveInboxes(kv, commit);
    await nameSubjects(kv, commit);
  },
};
