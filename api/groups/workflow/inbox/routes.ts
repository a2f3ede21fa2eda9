// Items that wait for a wallet, lists of instances, and the data that actions disclosed: reads that span instances or
// transactions.
import Type from 'typebox';
import { route } from '../../../define.js';
import { Address, CursorPageQuery, Hash, RegisterId } from '../../../schemas/base/common.js';
import { Id } from '../../../schemas/base/ids.js';
import {
  Disclosures,
  InstancePageView,
  PendingActionPage,
  RunsUnderIssuer,
  SuspectRunPage,
  WaitingKindSchema,
  WorkPage,
} from '../../../schemas/workflow/inbox.js';
import { InstanceState } from '../../../schemas/workflow/states.js';
import { ActionId, WalletRegister } from '../../../schemas/workflow/workflow.js';

/** Issues of lists that are read with the key of a wallet. */
const READ_BY_KEY = [
  'QUERY_INVALID',
  'CURSOR_INVALID',
  'REGISTER_NOT_FOUND',
  'WALLET_NOT_FOUND',
  'WALLET_ACCESS_DENIED',
  'WALLET_LOCKED',
  'NODE_UNAVAILABLE',
] as const;

const reading = Type.Object({ registerId: Type.Optional(RegisterId), wallet: Type.Optional(Address) });

export const inboxRoutes = {
  listPendingActions: route({
    method: 'GET',
    url: '/api/actions/:wallet/:register',
    reads: 'sealed',
    can: 'CanExecuteBlueprints',
    summary: 'List the actions that wait for a wallet on a register',
    description:
      'Newest first, as of the newest sealed docket. Actions whose deadline has passed are not among them. An action of a role without a holder waits for ' +
      'no wallet: it is shown by the next actions of its instance, and where it begins an instance by the starting actions.',
    input: { params: WalletRegister, query: CursorPageQuery },
    output: PendingActionPage,
    errors: ['QUERY_INVALID', 'CURSOR_INVALID', 'REGISTER_NOT_FOUND', 'WALLET_NOT_FOUND', 'NODE_UNAVAILABLE'],
  }),
  listMyWork: route({
    method: 'GET',
    url: '/api/me/work',
    reads: 'sealed',
    can: 'CanExecuteBlueprints',
    summary: 'List all that waits for the caller',
    description:
      'Of all wallets that the caller sees, on all registers but sandboxes of rehearsals: the next end comes first, then the oldest. ' +
      'Roles that a wallet may claim are among it; actions without a holder, and overdue ones, are not. As of the newest sealed dockets.',
    input: {
      query: Type.Object({
        ...CursorPageQuery.properties,
        kind: Type.Optional(WaitingKindSchema),
        registerId: Type.Optional(RegisterId),
        wallet: Type.Optional(Address),
        order: Type.Optional(
          Type.Enum(['due', 'newest'], { title: 'WorkOrder', description: 'By the next end, unless stated.' }),
        ),
      }),
    },
    output: WorkPage,
    errors: ['QUERY_INVALID', 'CURSOR_INVALID', 'REGISTER_NOT_FOUND', 'WALLET_NOT_FOUND', 'NODE_UNAVAILABLE'],
  }),
  listSuspectRuns: route({
    method: 'GET',
    url: '/api/actions/:wallet/:register/suspects',
    reads: 'sealed',
    can: 'CanExecuteBlueprints',
    summary: 'List sealed actions in which something is wrong for a wallet',
    description:
      'Each was checked when it was sealed, with what the wallet sees, and is listed until it is void or undone. Newest first, the ' +
      '1,000 newest of 10,000 that were found. An objection names a ground and a place as they are listed here, and shows the cells that prove it. Its owner is told, and who may use its key. ' +
      'Actions of an instance of more than 512 transactions, and those that read more than 256 others, are checked when the wallet acts or looks.',
    input: { params: WalletRegister, query: CursorPageQuery },
    output: SuspectRunPage,
    errors: READ_BY_KEY,
  }),
  listRunsUnderIssuer: route({
    method: 'GET',
    url: '/api/actions/:wallet/:register/issuers/:hash',
    reads: 'sealed',
    can: 'CanExecuteBlueprints',
    summary: 'List sealed actions whose gate took a credential of an issuer',
    description:
      'By the SHA-256 of an anchor, or of a key of an issuer, such as one that was distrusted: gates that were sealed before stand, and their parties amend or cancel. A page is of instances in which the wallet takes part, the newest first, and names the gates whose evidence the wallet reads.',
    rate: 'heavy',
    input: {
      params: Type.Object({ ...WalletRegister.properties, hash: Hash }),
      query: CursorPageQuery,
    },
    output: RunsUnderIssuer,
    errors: READ_BY_KEY,
  }),
  listInstances: route({
    method: 'GET',
    url: '/api/instances',
    reads: 'sealed',
    can: 'CanExecuteBlueprints',
    summary: 'List instances',
    description:
      'Newest first, as of the newest sealed docket: those of registers of the caller’s tenant, or of any register that it sees and names; and those of the 1,000 oldest in which a wallet of the caller takes part. Before them, of the 100 that the caller opened last on this node, those that have done nothing yet. A single ' +
      'action that ended the unnamed instance that it opened does not count. Instances of rehearsals are listed only where registerId names their sandbox.',
    input: {
      query: Type.Object({
        ...CursorPageQuery.properties,
        registerId: Type.Optional(RegisterId),
        blueprintId: Type.Optional(Id),
        state: Type.Optional(InstanceState),
        wallet: Type.Optional(Address),
      }),
    },
    output: InstancePageView,
    errors: ['QUERY_INVALID', 'CURSOR_INVALID', 'NODE_UNAVAILABLE'],
  }),
  listDisclosures: route({
    method: 'GET',
    url: '/api/workflows/:instanceId/disclosures',
    reads: 'sealed',
    can: 'CanExecuteBlueprints',
    summary: 'Read what the actions of an instance disclosed to a wallet',
    description: 'Opened with the key of the wallet. Without `wallet` the one wallet of the caller that takes part.',
    input: { params: Type.Object({ instanceId: Id }), query: reading },
    output: Disclosures,
    errors: ['INSTANCE_NOT_FOUND', 'INSTANCE_TOO_LONG', 'QUERY_INVALID', 'WALLET_ACCESS_DENIED', 'WALLET_LOCKED'],
  }),
  listActionDisclosures: route({
    method: 'GET',
    url: '/api/workflows/:instanceId/actions/:actionId/disclosures',
    reads: 'sealed',
    can: 'CanExecuteBlueprints',
    summary: 'Read what one action of an instance disclosed to a wallet',
    description: 'As often as the action was done; nothing before it is done.',
    input: { params: Type.Object({ instanceId: Id, actionId: ActionId }), query: reading },
    output: Disclosures,
    errors: ['INSTANCE_NOT_FOUND', 'INSTANCE_TOO_LONG', 'QUERY_INVALID', 'WALLET_ACCESS_DENIED', 'WALLET_LOCKED'],
  }),
};
