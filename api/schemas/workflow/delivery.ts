// Schemas of what holders of roles are owed, and of what is sent to them.
import Type from 'typebox';
import { ISSUANCE_COPIES_MAX } from '../../../core/base/limits/ledger/credentials.js';
import { DISCLOSURE_PADDING_BYTES } from '../../../core/base/limits/ledger/disclosure.js';
import { ID_LENGTH_MAX } from '../../../core/base/limits/ledger/transactions.js';
import { DELIVERIES_MADE_MAX, OWED_TOLD_MAX, SEALED_TOLD_MAX } from '../../../core/base/limits/node/inbox.js';
import { CREDENTIAL_STATUSES } from '../../../core/blueprint/definition/choices.js';
import { Address, Hash, namedObject, Timestamp } from '../base/common.js';
import { Id } from '../base/ids.js';
import { SealStatus } from './states.js';

const OwedView = namedObject('OwedRuns', {
  role: Type.String(),
  wallet: Address,
  runs: Type.Array(Hash, {
    description: `Transactions of actions, in ledger order: the ${OWED_TOLD_MAX.each} oldest, or fewer where many holders share the ${OWED_TOLD_MAX.all} that are listed.`,
  }),
  more: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'How many it is owed beside those that are listed; a delivery gives these too. Absent for none.',
    }),
  ),
});

export const sealedMembers = {
  roles: Type.Array(Type.String(), { description: 'Roles that are given it from then on.' }),
  untilActionId: Type.Optional(Type.String({ description: 'It is opened by this action, once it is done.' })),
  until: Type.Optional(Timestamp),
  bytes: Type.Integer({
    minimum: 0,
    description: `Size class: what was encrypted, in steps of ${DISCLOSURE_PADDING_BYTES} bytes.`,
  }),
};

const SealedRunView = namedObject('SealedRun', { transactionId: Hash, actionId: Type.String(), ...sealedMembers });

const ChallengeBody = namedObject('Challenge', {
  role: Type.String(),
  wallet: Address,
  runTransactionId: Hash,
  gate: Type.Optional(Type.String({ description: 'It is about the kept evidence of this gate.' })),
  transactionId: Hash,
  until: Timestamp,
  answeredBy: Type.Optional(Hash),
});

const IssuanceBody = namedObject('Issuance', {
  transactionId: Hash,
  runTransactionId: Hash,
  wallet: Address,
  config: Type.String({ description: 'The credential of the action, by its id.' }),
  copies: Type.Integer({ minimum: 1, maximum: ISSUANCE_COPIES_MAX }),
  validFrom: Timestamp,
  validUntil: Type.Optional(Timestamp),
  replaces: Type.Optional(Hash),
  status: Type.Enum([...CREDENTIAL_STATUSES]),
});

export const CreateChallenge = namedObject('CreateChallenge', {
  senderWallet: Address,
  txId: Hash,
  gate: Type.Optional(
    Type.String({
      ...{ minLength: 1, maxLength: 32 },
      description:
        'A gate whose evidence is kept, and was not given: its sender has to deliver that evidence on the ledger, encrypted to this wallet.',
    }),
  ),
  role: Type.Optional(Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX })),
});

export const ChallengeResult = namedObject('ChallengeResult', {
  transactionId: Hash,
  instanceId: Id,
  status: SealStatus,
});

/** Of an instance: roles that pass on, and what their holders are owed. */
export const holderMembers = {
  handovers: Type.Optional(
    Type.Array(Type.Object({ role: Type.String(), to: Type.String(), until: Timestamp }), {
      description:
        'Roles that others give to another wallet; until then the holder may refuse by a Handover of its own.',
    }),
  ),
  owed: Type.Optional(
    Type.Array(OwedView, {
      description:
        'Runs that a holder or its deputy reads and was not given, where one instance is read: by role and wallet, those of each in ledger order.',
    }),
  ),
  sealed: Type.Optional(
    Type.Array(SealedRunView, {
      description: `Runs that are sealed for roles until a time or an action, where one instance is read, in ledger order: the ${SEALED_TOLD_MAX} oldest.`,
    }),
  ),
  challenges: Type.Optional(
    Type.Array(ChallengeBody, {
      description:
        'Actions that a holder said were not delivered to it, where one instance is read. Without a delivery by their sender until the stated time, any party objects.',
    }),
  ),
  issuances: Type.Optional(
    Type.Array(IssuanceBody, {
      description:
        'Credentials that actions issued, where one instance is read, in ledger order. Their claims are not on the ledger.',
    }),
  ),
  missed: Type.Optional(
    Type.Array(Type.String(), { description: 'Roles whose holder can receive nothing now: its record is not Active.' }),
  ),
};

export const DeliveryBody = namedObject('DeliveryBody', {
  senderWallet: Address,
  role: Type.Optional(Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX })),
});

export const DeliveryResult = namedObject('DeliveryResult', {
  instanceId: Id,
  deliveries: Type.Array(
    namedObject('Delivery', {
      transactionId: Hash,
      status: SealStatus,
      role: Type.String(),
      wallet: Address,
      runs: Type.Array(Hash),
      gate: Type.Optional(Type.String({ description: 'It has the kept evidence of this gate.' })),
    }),
    { description: 'The deliveries that were sent; empty where nothing is owed that the wallet was given.' },
  ),
  refused: Type.Optional(
    Type.Array(
      Type.Object({
        role: Type.String(),
        wallet: Address,
        runs: Type.Array(Hash),
        gate: Type.Optional(Type.String()),
        errors: Type.Array(Type.Object({ code: Type.String(), path: Type.String(), message: Type.String() })),
      }),
      {
        description:
          'The deliveries that could not be sent, with why; absent where there is none. Where nothing was sent, the call fails with it.',
      },
    ),
  ),
  more: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `How many runs the wallet can give beside these: one call makes ${DELIVERIES_MADE_MAX} deliveries. Call again once they are sealed. Absent for none.`,
    }),
  ),
});
