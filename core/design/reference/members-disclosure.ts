// Texts of the reference about who reads the data of an action, and from when on. Data only.
import type { Members } from './member-text.js';

export const DISCLOSURE: Members = {
  participantAddress: {
    says: 'The id of a role, or the address of a wallet that no role has.',
    example: 'planner',
  },
  dataPointers: {
    says: 'JSON Pointers into the data. `/*` is all of it, a `/*` at the end every member of the value before.',
    example: ['/storeys', '/site/*'],
  },
  from: {
    says: 'The thing that opens the data to the role; it is open at once unless stated. Until then it is committed and encrypted for its sender alone, and from then on the node of the sender delivers it. All that a role reads of an action opens together.',
    example: { action: 5 },
  },
};

export const FROM: Members = {
  action: {
    says: 'A run of this action that is in force and was sealed after the data. It is decided by no votes, and confirmed by nobody.',
    example: 5,
  },
  time: {
    says: 'Dockets after this time in UTC, such as `2027-03-01T12:00:00.000Z`, or after the time of a member: `{"var": "act.1.opensAt"}`. The runs that state the member say the time in the clear (`metadata.due`), so that every validator knows it; a date is its first moment in UTC.',
    example: { var: 'act.2.expiry' },
  },
  after: {
    says: 'So long after the docket of the data: an ISO 8601 duration, of ten years at most.',
    example: 'P30D',
  },
};
