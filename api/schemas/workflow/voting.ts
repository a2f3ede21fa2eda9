// Votes on actions that several roles decide, in the bodies of requests and answers.
import Type from 'typebox';
import { VOTES } from '../../../core/blueprint/plan/approval.js';
import { Hash, namedObject } from '../base/common.js';

const Vote = Type.Enum([...VOTES], { title: 'Vote' });

/** The members of a submission where several roles decide the action. */
export const voteMembers = {
  vote: Type.Optional(
    Type.Enum([...VOTES], {
      title: 'Vote',
      description: 'Of an action that several roles decide, and of no other: what the role votes.',
    }),
  ),
  role: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'The role that votes; found where the wallet has one that has not voted, or is a deputy for one. A participant has one vote, for itself or for another.',
    }),
  ),
};

export const decided = Type.Optional(
  Type.Enum(['yes', 'no'], {
    title: 'VotingDecision',
    description: 'The vote decided, by the route of this name. Known once it is sealed.',
  }),
);

/** How the votes on an action stand. */
export const VotingView = namedObject('Voting', {
  need: Type.Integer({ description: 'Weight of the votes for it that grants it.' }),
  settle: Type.Enum(['early', 'all']),
  yes: Type.Integer({ description: 'Weight of the votes so far.' }),
  no: Type.Integer(),
  abstain: Type.Integer(),
  open: Type.Integer({ description: 'Most weight that the votes which can still come have.' }),
  openRoles: Type.Array(Type.String(), { description: 'Roles that can still vote.' }),
  settles: Type.Optional(
    Type.Enum(['yes', 'no'], {
      title: 'VotingDecision',
      description:
        'The votes decide so without those that can come no more, since a voter left. A role that has voted says the same again, and the instance goes on.',
    }),
  ),
  votes: Type.Array(
    Type.Object({
      role: Type.String(),
      vote: Vote,
      weight: Type.Integer(),
      transactionId: Hash,
      for: Type.Optional(
        Type.String({
          description: 'The participant whose vote it is, where its deputy cast it: the id of its record.',
        }),
      ),
      deputy: Type.Optional(Type.String({ description: 'The deputy that cast it: the id of its record.' })),
    }),
    { description: 'The votes that count, by role.' },
  ),
});
export const voting = Type.Optional(VotingView);
