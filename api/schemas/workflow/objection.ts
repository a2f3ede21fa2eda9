// Schemas of an objection to an action of an instance, of what it shows, and of how the dispute ends.
import Type from 'typebox';
import { OBJECTION_PLACE_MAX } from '../../../core/base/limits/ledger/disputes.js';
import { ID_LENGTH_MAX } from '../../../core/base/limits/ledger/transactions.js';
import { OUTCOMES } from '../../../core/blueprint/state/dispute.js';
import { Address, Hash, namedObject, Timestamp } from '../base/common.js';
import { Id } from '../base/ids.js';
import { Ground, Outcome } from './states.js';

const Place = Type.String({
  maxLength: OBJECTION_PLACE_MAX,
  description:
    'The place below the action: `/calculations/NAME`, `/routes`, or the pointer of a member; empty for all of it.',
});

export const CreateObjection = namedObject('CreateObjection', {
  senderWallet: Address,
  txId: Hash,
  ground: Type.Optional(Ground),
  at: Type.Optional(Place),
  isPrivate: Type.Optional(
    Type.Boolean({
      description:
        'Shown to who sent the action and to the resolver of the definition alone. The instance is paused until the resolver says whether it is proven.',
    }),
  ),
  preview: Type.Optional(Type.Boolean({ description: 'Only say what would be shown to all members of the register.' })),
});

const ShownParts = Type.Object({
  transactionId: Hash,
  pointers: Type.Array(Type.String()),
  files: Type.Optional(
    Type.Integer({ description: 'So many files are named by these parts: all members can open them then.' }),
  ),
});

export const CreateResolution = namedObject('CreateResolution', {
  senderWallet: Address,
  outcome: Type.Optional(
    Type.Enum([...OUTCOMES], {
      title: 'ResolutionOutcome',
      description:
        'redo: the action is done again. keep: the action and all that came of it stand as before the objection. end: the instance is Rejected. ' +
        'Absent for a private objection: the node finds with the wallet whether it is proven, and says that.',
    }),
  ),
  role: Type.Optional(Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX })),
  preview: Type.Optional(Type.Boolean({ description: 'Only say what it would do.' })),
});

export const ResolutionResult = namedObject('ResolutionResult', {
  instanceId: Id,
  objectionTransactionId: Hash,
  outcome: Type.Optional(Outcome),
  proven: Type.Optional(Type.Boolean({ description: 'The finding about a private objection.' })),
  ground: Type.Optional(Ground),
  at: Type.Optional(Place),
  role: Type.String({ description: 'The role that the wallet speaks for.' }),
  decides: Type.Boolean({ description: 'The dispute ends with it.' }),
  missing: Type.Array(Type.String(), { description: 'Roles that have to say the same, where it does not.' }),
  transactionId: Type.Optional(Hash),
  status: Type.Enum(['sealed', 'pending', 'preview'], { title: 'DisputeMoveStatus' }),
});

const Party = { role: Type.String(), wallet: Address };

/** A dispute that pauses or stops an instance. */
export const DisputeBody = namedObject('Dispute', {
  actionId: Type.Integer(),
  transactionId: Type.String({ description: 'The action that was proven false.' }),
  objectionTransactionId: Hash,
  accused: Address,
  since: Timestamp,
  isUnproven: Type.Optional(
    Type.Boolean({
      description: 'A private objection, of which the resolver has said nothing yet: the action stands.',
    }),
  ),
  until: Type.Optional(
    Type.String({ format: 'date-time', description: 'After it all else goes on; absent in a stop.' }),
  ),
  cancelFrom: Type.Optional(
    Type.String({ format: 'date-time', description: 'In a stop: who cancels the instance may do so after it.' }),
  ),
  resolver: Type.Optional(Type.Object(Party, { description: 'The holder of the role that decides.' })),
  parties: Type.Array(Type.Object({ ...Party, outcome: Type.Optional(Outcome) }), {
    description: 'Parties that end it together, where all say the same; each with what it said.',
  }),
});

export const ObjectionResult = namedObject('ObjectionResult', {
  instanceId: Id,
  ground: Ground,
  at: Place,
  shown: Type.Array(ShownParts, {
    description: 'The cells that all members of the register read from then on, by the action that stated them.',
  }),
  isVoidAlone: Type.Optional(
    Type.Boolean({
      description:
        'The action is void and is not done again: its route went back to an action that ran before, or the instance went on past it or has ended. Not said of a vote.',
    }),
  ),
  readers: Type.Optional(Type.Array(Address, { description: 'Wallets that alone read a private one.' })),
  transactionId: Type.Optional(Hash),
  status: Type.Enum(['sealed', 'pending', 'preview'], { title: 'DisputeMoveStatus' }),
});
