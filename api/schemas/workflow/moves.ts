// Schemas of the moves of an instance that state no data of an action, and of what waits for them.
import Type from 'typebox';
import { BACK_MOVES } from '../../../actors/workflow/instance/sent-back.js';
import { ACCEPTED_SUSPECT_MAX } from '../../../core/base/limits/node/reading.js';
import { SILENCES } from '../../../core/blueprint/plan/confirm.js';
import { Address, Hash, namedObject, Timestamp } from '../base/common.js';
import { Id } from '../base/ids.js';
import { SealStatus } from './states.js';

export const Reason = Type.String({ minLength: 1, maxLength: 1000 });

export const ConfirmationView = namedObject('WaitingRun', {
  transactionId: Hash,
  actionId: Type.Integer(),
  missing: Type.Array(Type.String(), { description: 'Roles that have not confirmed it yet.' }),
  until: Type.String({
    format: 'date-time',
    description: 'In a docket after this time the register goes on by itself.',
  }),
  otherwise: Type.Optional(
    Type.Enum([...SILENCES], {
      description: 'Then silence is taken as agreement (count), or the action is done again (redo).',
    }),
  ),
});

export const SentBackView = namedObject(
  'SentBack',
  {
    transactionId: Hash,
    type: Type.Enum([...BACK_MOVES], { title: 'BackMove' }),
    wallet: Type.Optional(Address),
    role: Type.Optional(Type.String({ description: 'The role that did not confirm the run.' })),
  },
  'The cause that gave the action back: it was rejected, not confirmed (by a role, or in time), or proven false. Readers of the reason have it from the details of that transaction.',
);

export const ConfirmBody = namedObject('RunConfirmation', {
  senderWallet: Address,
  accept: Type.Boolean({ description: 'False has the action done again, without a fault of anybody.' }),
  reason: Type.Optional(Reason),
  role: Type.Optional(
    Type.String({ description: 'The role that is spoken for; needed only where the wallet holds several.' }),
  ),
  transactionHash: Type.Optional(Hash),
  acceptSuspect: Type.Optional(
    Type.Array(Hash, {
      maxItems: ACCEPTED_SUSPECT_MAX,
      description: 'Transactions that are confirmed, or built on, although the node found something wrong in them.',
    }),
  ),
});
export const MoveResult = namedObject('MoveResult', {
  transactionId: Hash,
  instanceId: Id,
  status: SealStatus,
  timestamp: Timestamp,
});
