// Schemas of what waits for a wallet, of lists of instances, and of what was disclosed (reference-facts 4.1.8 and
// 4.1.10).
import Type from 'typebox';
import { WAITING_KINDS } from '../../../actors/workflow/inbox/inbox-ports.js';
import { VOTES } from '../../../core/blueprint/plan/approval.js';
import { ActorView } from '../base/actor.js';
import { Address, Hash, NextCursor, namedObject, nullable, OpenObject, RegisterId, Timestamp } from '../base/common.js';
import { Id } from '../base/ids.js';
import { Ground } from './states.js';
import { SubjectText } from './subject.js';
import { deadline, notBefore, timer } from './timer.js';
import { voting } from './voting.js';
import { ActionId, InstanceBody, suspect } from './workflow.js';

export const WaitingKindSchema = Type.Enum([...WAITING_KINDS], {
  title: 'WaitingKind',
  description: 'The wallet is asked to do the action, or something beside it.',
});

export const PendingActionView = namedObject('PendingAction', {
  instanceId: Id,
  registerAddress: RegisterId,
  walletAddress: Address,
  blueprintId: Id,
  publicationTxId: Hash,
  blueprintTitle: Type.String(),
  subject: Type.Optional(SubjectText),
  actionId: ActionId,
  title: Type.String(),
  description: Type.String(),
  participantId: Type.String({ description: 'The role that the wallet holds in the instance.' }),
  confirms: Type.Optional(
    Type.String({
      description: 'The action is done, and the wallet is asked to confirm the run in this role, and not to act.',
    }),
  ),
  delivers: Type.Optional(
    Type.Object(
      { role: Type.String(), wallet: Address, gate: Type.Optional(Type.String()), isChallenged: Type.Boolean() },
      {
        description:
          'The action is done, and the wallet is asked to deliver it to the holder of this role, who was not given it. Challenged, it has to be delivered until the deadline: ' +
          'later any party may object. With a gate it is asked for the kept evidence of that gate.',
      },
    ),
  ),
  objects: Type.Optional(
    Type.Object(
      { role: Type.String(), gate: Type.String() },
      {
        description:
          'The action is done, and the wallet challenged the kept evidence of this gate in this role, which its sender did not give in time. Object to the run on the ground `undelivered`.',
      },
    ),
  ),
  reminds: Type.Optional(
    Type.String({ description: 'This role does it; a timer tells the wallet, in its own role, that it waits.' }),
  ),
  remindedTimes: Type.Optional(Type.Integer({ description: 'How often a timer has reminded of it.' })),
  cancels: Type.Optional(
    Type.Object(
      { role: Type.String(), askedBy: Type.String() },
      {
        description:
          'Another role, or who opened the instance, asked to cancel it, and the wallet is asked in this role to agree, until the deadline. The action is the one that the ask names. ' +
          'To agree is to cancel it, too; nothing has to be said to decline.',
      },
    ),
  ),
  again: Type.Optional(
    Type.Object(
      { role: Type.String(), vote: Type.Enum([...VOTES], { title: 'Vote' }) },
      {
        description:
          'The role has voted, and the last one that was waited for left: the votes decide once the role says the same again.',
      },
    ),
  ),
  resolves: Type.Optional(
    Type.String({
      description: 'The run of the action was proven false, and the wallet is asked in this role how the dispute ends.',
    }),
  ),
  standsInFor: Type.Optional(
    Type.String({ description: 'The role of the action, for which that of the wallet stands in by a timer.' }),
  ),
  branchId: Type.String({ description: 'Unique in the instance, the same on every node.' }),
  previousTransactionHash: Hash,
  isRejectable: Type.Boolean({ description: 'The definition lets the wallet reject it.' }),
  since: Type.String({ format: 'date-time', description: 'Time of the docket since which it waits.' }),
  deadline,
  notBefore,
  timer,
  voting,
  claimedBy: Type.Optional(ActorView),
  standsIn: Type.Optional(ActorView),
  dataSchema: Type.Optional(
    Type.String({
      description:
        'JSON Schemas of the data, as text. Absent where those of the page would pass 1 MiB: read the published definition.',
    }),
  ),
  suspectCount: Type.Optional(
    Type.Integer({
      description:
        'Transactions of the instance in which something is suspect to the wallet. Above 0 the action is refused (FACT_VIOLATED) until each is taken back, or ' +
        'named in acceptSuspect; the state of the instance shows them. Absent where the caller does not own the wallet, or where this page has opened many ' +
        'transactions already: ask again, or read the state.',
    }),
  ),
  details: Type.String({
    description: 'Path of the action before it, with the fields that are disclosed to the wallet.',
  }),
});

const { dataSchema: _, ...itemMembers } = PendingActionView.properties;

export const WorkItemView = namedObject('WorkItem', {
  kind: WaitingKindSchema,
  ...itemMembers,
  participantName: Type.String({ description: 'The name of that role, in the language of the caller.' }),
  isSentBack: Type.Optional(Type.Boolean({ description: 'A rejection led back to it.' })),
});

export const WorkPage = namedObject('WorkPage', {
  items: Type.Array(WorkItemView),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  counts: Type.Object(
    {
      total: Type.Integer({ description: 'Of what is asked for, on all pages.' }),
      dueWithinDay: Type.Integer({ description: 'Of them, those that end within 24 hours.' }),
      byKind: Type.Record(Type.String(), Type.Integer(), { description: 'Of all kinds, whichever is asked for.' }),
    },
    { description: 'At most 10,000 are counted.' },
  ),
  hasMore: Type.Boolean(),
  nextCursor: NextCursor,
});

export const PendingActionPage = namedObject('PendingActionPage', {
  items: Type.Array(PendingActionView),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  totalCount: Type.Integer({ description: 'At most 10,000 are counted.' }),
  hasMore: Type.Boolean(),
  nextCursor: NextCursor,
});

export const SuspectRunView = namedObject('SuspectRun', {
  instanceId: Id,
  registerAddress: RegisterId,
  walletAddress: Address,
  actionId: ActionId,
  actionTitle: Type.String(),
  transactionHash: Hash,
  senderWallet: Type.String({ description: 'The wallet that stated it.' }),
  verdict: Type.Enum(['violated', 'undelivered']),
  faults: Type.Array(
    Type.Object({
      ground: Ground,
      at: Type.String({ description: 'Place below the action, or pointer of a member; empty for all of it.' }),
    }),
    {
      description:
        'The members that an objection has to name. Cells that were not delivered cannot be shown to others: ask its sender.',
    },
  ),
  sealedAt: Timestamp,
  foundAt: Timestamp,
  objectUntil: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'A docket up to this time takes an objection to it (disputes.window of the definition); up to an earlier one where a dispute that pauses the ' +
        'instance ends before its time. Absent while a dispute stops the instance, which adds to it for as long as that lasts. Absent too where its sender was silent when it was challenged, which has no end.',
    }),
  ),
  isDisputed: Type.Optional(
    Type.Boolean({
      description:
        'True where an objection would be in time, and a dispute pauses or stops the instance: it is taken after that.',
    }),
  ),
  canObject: Type.Boolean({
    description:
      'There is a ground that can be proven, time is left, and no dispute pauses or stops the instance. Of what was not delivered: it was challenged and its sender was silent, or what it delivered can be shown.',
  }),
});

export const SuspectRunPage = namedObject('SuspectRunPage', {
  items: Type.Array(SuspectRunView),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  totalCount: Type.Integer(),
  hasMore: Type.Boolean(),
  nextCursor: NextCursor,
});

const RunUnderIssuer = namedObject('RunUnderIssuer', {
  instanceId: Id,
  actionId: ActionId,
  transactionHash: Hash,
  senderWallet: Address,
  isInForce: Type.Boolean({
    description: 'False where a later move took it back, and while others have to confirm it.',
  }),
  gate: Type.String({ description: 'Name of the gate in the action.' }),
  judgedAt: Timestamp,
  asOf: Type.Integer({ description: 'Number of the docket by which the gate was judged.' }),
});

export const RunsUnderIssuer = namedObject('RunsUnderIssuer', {
  items: Type.Array(RunUnderIssuer, { description: 'Of the instances of this page; a page may have none.' }),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  hasMore: Type.Boolean(),
  nextCursor: NextCursor,
});

export const InstancePageView = namedObject('InstancePage', {
  items: Type.Array(InstanceBody),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  hasMore: Type.Boolean(),
  nextCursor: NextCursor,
});

export const Disclosures = namedObject('Disclosures', {
  instanceId: Id,
  actionId: nullable(Type.String({ description: 'The action that was asked for; null for all of them.' })),
  registerId: RegisterId,
  recipientResolved: Type.Boolean({
    description: 'The wallet takes part in the instance, or something was disclosed to it.',
  }),
  disclosures: Type.Array(
    namedObject('Disclosure', {
      actionId: ActionId,
      actionTitle: Type.String(),
      transactionHash: Hash,
      disclosedAt: Timestamp,
      data: OpenObject,
    }),
    { description: 'In ledger order: what each action disclosed to the wallet when it was done.' },
  ),
  suspect,
  disclosedFields: Type.Array(Type.String(), { description: 'Names of the fields, each once, in alphabetical order.' }),
});
