// The world of credentials: x applies with a licence, which y reads and confirms; y permits, and issues a credential of
// the permit; the action of z suspends it, or sends the permit back. x lies about its licence, and tries to confirm for
// y, to issue, and to change what was issued.
import type { JsonObject } from '../../../core/base/json.js';
import { CREDENTIAL_STATUSES } from '../../../core/blueprint/definition/choices.js';
import type { Action, Definition } from '../../../core/blueprint/definition/types.js';
import { nonceOf } from '../../../core/credentials/gate/bytes.js';
import { rowsIn } from '../../../core/instance/rows.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { liveIssuance } from '../../../core/register/issued/rows.js';
import { trustRootAt } from '../../../core/register/trust/as-of.js';
import {
  ANCHOR_HASH,
  AT,
  AT_SECONDS,
  AUDIENCE,
  CHALLENGE,
  partsOf,
  REQUIREMENTS,
  type Showing,
} from '../../support/credentials/gate.js';
import type { Gated } from '../../support/credentials/gated-runs.js';
import { asks, definitionOf, shows, to } from '../../support/definitions/short-definitions.js';
import { type Wallet, wallet } from '../../support/register/ledger.js';
import { byOwner, pinning } from '../../support/register/trust.js';
import { acted, type Move, moved, plain, type Row, ready } from './moves.js';
import { inForce, objectionBy, proven, readBy } from './runs.js';
import { createdAt, founded, instanceOf, moveOf, type State } from './world.js';

export const WALLETS = { x: wallet('x'), y: wallet('y'), z: wallet('z') } as const;
export const PERMIT = 'permit';
const num = { type: 'integer' };
const all = shows({ x: ['*'], y: ['*'], z: ['*'] });

const ACTIONS: readonly JsonObject[] = [
  {
    ...{ ...asks({ n: num }), ...all, ...to(2), confirm: { by: ['y'], within: 'PT12H', otherwise: 'redo' } },
    credentialRequirements: [{ ...REQUIREMENTS['sd-jwt-vc'], readers: ['y'] }] as unknown as JsonObject[],
  },
  {
    ...{ sender: 'y', ...asks({ n: num }), ...all, ...to(3) },
    credentialIssuanceConfig: [
      {
        ...{ id: PERMIT, credentialType: 'Permit', recipientParticipantId: 'x', revokedBy: ['z'] },
        claimMappings: [{ claimName: 'n', sourceField: '/n' }],
      },
    ],
  },
  {
    ...{ sender: 'z', ...asks({ n: num }), ...all, ...to() },
    credentialStatus: [{ of: 2, to: 'suspended' }],
    rejectionConfig: { targetActionId: 2, requireReason: false },
  },
];

const DEFINITION = definitionOf(ACTIONS, {
  participants: Object.entries(WALLETS).map(([id, { address }]) => ({ id, walletAddress: address })),
  disputes: {},
}) as unknown as Definition;

export const START: State = founded({
  ...{ definition: DEFINITION, parties: WALLETS, liar: WALLETS.x },
  ...{ members: { y: { verifierIds: [AUDIENCE] } }, acts: [byOwner(pinning('eu', 7, [ANCHOR_HASH]))] },
  atMs: AT_SECONDS * 1000,
});

/** A licence that was shown for something else. */
const FALSE: Showing = { nonce: 'A'.repeat(43) };

export const MOVES: Readonly<Record<string, Row>> = {
  act: (state) => placesIn(state).flatMap(([id, previous]) => acting(state, { id, previous })),
  lie: (state) =>
    placesIn(state)
      .filter(([id]) => id === 1)
      .flatMap(([id, previous]) => acting(state, { id, previous, isLie: true })),
  confirm: (state) =>
    waiting(state).flatMap((run) => [
      // The node of y signs what it found good alone.
      ...(state.truth.lies.has(run) ? [] : [confirmation(state, run, { by: WALLETS.y, accept: true })]),
      confirmation(state, run, { by: WALLETS.y, accept: false }),
      { ...confirmation(state, run, { by: WALLETS.x, accept: true }), isForbidden: true },
    ]),
  object: (state) =>
    falseRuns(state).flatMap((run) => {
      const at = gateVerdicts(state, WALLETS.y, run).find(({ verdict }) => verdict === 'violated')?.rule;
      const text = at === undefined ? undefined : proven(state, run, { ground: 'credential', at });
      return text ? [plain(state, `object to ${at}`, objectionBy(state, run, WALLETS.y, text))] : [];
    }),
  issue: (state) =>
    permits(state).flatMap((run) => {
      const live = liveIssuance(state.view, run.txId, PERMIT);
      return [
        plain(state, 'issue', issuance(state, run, WALLETS.y)),
        ...(live ? [plain(state, 'issue again', issuance(state, run, WALLETS.y, live))] : []),
        { ...plain(state, 'issue for y', issuance(state, run, WALLETS.x, live)), isForbidden: true as const },
      ];
    }),
  change: (state) =>
    issuancesIn(state).flatMap(({ txId }) =>
      Object.entries(WALLETS).flatMap(([name, by]) =>
        CREDENTIAL_STATUSES.map((status): Move => {
          const payload = { type: 'credential-status', v: 1, to: status };
          const tx = moveOf(state, 'CredentialStatus', { action: 2, by, previous: txId, payload });
          return { ...plain(state, `${status} by ${name}`, tx), ...(name === 'x' && { isForbidden: true as const }) };
        }),
      ),
    ),
  reject: (state) =>
    ready(state)
      .filter(({ actionId }) => actionId === 3)
      .map((branch) =>
        plain(
          state,
          'reject',
          moved(state, 'Rejection', branch, { by: WALLETS.z, payload: { type: 'rejection', reason: 'no' } }),
        ),
      ),
};

/** Actions that may be done, with the runs before them. */
function placesIn(state: State): readonly (readonly [id: number, previous?: string])[] {
  return instanceOf(state) ? ready(state).map(({ actionId, txId }) => [actionId, txId] as const) : [[1]];
}

interface Doing {
  readonly id: number;
  readonly previous: string | undefined;
  readonly isLie?: true;
}

function acting(state: State, { id, previous, isLie }: Doing): readonly Move[] {
  const action = DEFINITION.actions.find((one) => one.id === id) as Action;
  const by = WALLETS[action.sender as keyof typeof WALLETS];
  const made = acted(state, {
    ...{ action, by, payload: { n: id }, runs: [], previous },
    ...(id === 1 && { gated: gatedBy(state, isLie ? FALSE : {}) }),
    ...(isLie && { lie: { name: 'licence' } }),
  });
  // Walks prefer what is named a lie, and most of them shall go further than a dispute.
  return made ? [isLie ? { ...made, name: 'apply with a false licence' } : made] : [];
}

function gatedBy({ register, view }: State, showing: Showing): Gated {
  const { height } = register;
  return {
    statements: [{ asOf: height, at: AT, id: 'licence', trust: trustRootAt(view, height) }],
    evidence: (run) =>
      new Map([['licence', partsOf('sd-jwt-vc', { nonce: nonceOf(run, CHALLENGE, 'licence'), ...showing })]]),
  };
}

/** Runs that wait for a confirmation. */
function waiting(state: State): readonly string[] {
  return Object.entries(instanceOf(state)?.flow ?? {}).flatMap(([txId, { kind }]) => (kind === 'waits' ? [txId] : []));
}

function confirmation(
  state: State,
  previous: string,
  { by, accept }: { readonly by: Wallet; readonly accept: boolean },
): Move {
  const payload = { type: 'confirmation', ...(!accept && { reason: 'not so' }) };
  const metadata = { answer: { accept, role: 'y' } };
  const tx = moveOf(state, 'Confirmation', { action: 1, by, previous, payload, metadata });
  return plain(state, `${accept ? 'confirm' : 'refuse'} by ${by === WALLETS.y ? 'y' : 'x'}`, tx);
}

/** Runs with a false gate that nobody undid. */
export function falseRuns(state: State): readonly Transaction[] {
  const rowOf = rowsIn(state.view);
  return state.moves.filter(({ txId }) => state.truth.lies.has(txId) && rowOf(txId)?.undone === undefined);
}

/** The verdicts of a wallet on the gates of a run. */
export function gateVerdicts(state: State, by: Wallet, { txId }: Transaction) {
  const read = readBy(state, by).find((one) => one.txId === txId);
  return (read?.verdicts ?? []).filter(({ rule }) => rule.startsWith('/gates/'));
}

/** Runs in force that have a credential to issue. */
const permits = (state: State) => inForce(state).filter(({ header }) => header.actionId === '2');

export const issuancesIn = ({ moves }: Pick<State, 'moves'>) =>
  moves.filter(({ header }) => header.metadata?.type === 'Issuance');

function issuance(state: State, run: Transaction, by: Wallet, replaces?: string): Transaction {
  const stated = { type: 'issuance', v: 1, config: PERMIT, root: 'ab'.repeat(32), copies: 1, status: 'list' };
  const payload = { ...stated, validFrom: createdAt(state), ...(replaces !== undefined && { replaces }) };
  return moveOf(state, 'Issuance', { action: 2, by, previous: run.txId, payload });
}
