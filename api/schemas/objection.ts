// Schemas of an objection to an action of an instance, and of what it shows.
import Type from 'typebox';
import { OBJECTION_PLACE_MAX } from '../../core/base/dispute-limits.js';
import { GROUNDS } from '../../core/blueprint/disputes.js';
import { Address, Hash, named } from './common.js';
import { Id } from './ledger.js';

const Place = Type.String({
  maxLength: OBJECTION_PLACE_MAX,
  description:
    'The place below the action: `/calculations/NAME`, `/routes`, or the pointer of a member; empty for all of it.',
});

export const NewObjection = named('NewObjection', {
  senderWallet: Address,
  txId: Hash,
  ground: Type.Optional(Type.Enum([...GROUNDS])),
  at: Type.Optional(Place),
  preview: Type.Optional(Type.Boolean({ description: 'Only say what would be shown to all members of the register.' })),
});

const ShownParts = Type.Object({
  transactionId: Hash,
  pointers: Type.Array(Type.String()),
  files: Type.Optional(
    Type.Integer({ description: 'So many files are named by these parts: all members can open them then.' }),
  ),
});

export const ObjectionResult = named('ObjectionResult', {
  instanceId: Id,
  ground: Type.Enum([...GROUNDS]),
  at: Place,
  shown: Type.Array(ShownParts, {
    description: 'What all members of the register read from then on, by the action that stated it.',
  }),
  transactionId: Type.Optional(Hash),
  status: Type.Enum(['sealed', 'pending', 'preview']),
});
