// The kinds of moves of an instance, and what the header of one says of it. Schemas only.
import Type from 'typebox';
import { MOVE_TYPES } from '../../../core/blueprint/state/move-types.js';
import { Id } from './ids.js';

const MoveKind = Type.Enum([...MOVE_TYPES], { title: 'MoveKind' });

/** Members of a move; all but the type are absent where they mean nothing. */
export const toldMembers = {
  type: MoveKind,
  timer: Type.Optional(Type.String({ description: 'Id of the timer that fired.' })),
  role: Type.Optional(Type.String({ description: 'Of a Vote and a Confirmation: the role that it speaks for.' })),
  vote: Type.Optional(Type.String({ description: 'Of a Vote: yes, no or abstain.' })),
  for: Type.Optional(Id),
  isConfirmed: Type.Optional(Type.Boolean({ description: 'Of a Confirmation; false where it declines.' })),
};
