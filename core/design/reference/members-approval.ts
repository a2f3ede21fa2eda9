// Texts of the reference about the members for decisions of several roles. Data only.
import type { Members } from './member-text.js';

export const APPROVAL: Members = {
  of: {
    says: 'The roles that vote. A participant has one vote, in one of its roles or as the deputy of another participant, whose vote that is.',
    example: [{ role: 'chair' }],
  },
  need: { says: 'The weight of the votes for it that grants it.', example: 3 },
  veto: { says: 'Roles whose vote against it refuses it at once.', example: ['treasurer'] },
  yes: { says: 'The id of the route that is taken where it is granted.', example: 'granted' },
  no: {
    says: 'The id of the route that is taken where it is refused: by a veto, or when the votes that can still come cannot grant it.',
    example: 'refused',
  },
  settle: {
    says: '`early` decides with the first vote after which no other one matters, which holds unless stated; `all` when everybody who can has voted.',
    example: 'all',
  },
};

export const VOTER: Members = {
  role: { says: 'The id of the role.', example: 'chair' },
  weight: { says: 'How much its vote counts; 1 unless stated.', example: 2 },
  weightOf: {
    says: 'In place of `weight`: the whole number from 0 to 1000000 that a member of an action has which surely ran before. The runs of that action say it in the clear (`metadata.due`), so that every validator counts alike; so it becomes public.',
    example: { var: 'act.1.storeys' },
  },
};

export const WEIGHT_OF: Members = {
  var: { says: 'The name of a member, as rules read it.', example: 'act.1.storeys' },
};
