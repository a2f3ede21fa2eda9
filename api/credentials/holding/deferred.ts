// Asks an issuer once more for a credential that it has later, and keeps it when it comes (OpenID4VCI 1.0 section 9).
// The person is told then, and where the issuer refuses it.
import type { PollOutcome } from '../../../actors/credentials/deferred-driver.js';
import { toHex } from '../../../core/base/bytes.js';
import { PENDING_MS } from '../../../core/base/limits/node/wallets.js';
import { type Failure, isFailure } from '../../../core/base/result.js';
import {
  changedPending,
  isPendingOver,
  isWithinRoom,
  type PendingCredential,
  pendingRestMs,
} from '../../../core/credentials/holding/pending.js';
import { type MetCredentials, readDeferred } from '../../../core/credentials/holding/token.js';
import type { InboxNotice } from '../../../core/tenant/inbox/entry.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import { sound } from '../../../storage/engine/value.js';
import type { ApiDeps } from '../../deps/deps.js';
import type { HoldingCall } from './call.js';
import { verifyCopies } from './copies.js';
import type { IssuanceDeps } from './issuances.js';
import { IssuerSession } from './issuer-session.js';
import { isHere, keepCredentials } from './keeping.js';
import { readAs } from './remote.js';
import { CredentialVerifier } from './verifying.js';
import {
  changePendingOp,
  endPendingOp,
  forgetPendingOp,
  openContent,
  sealContent,
  tellPending,
  type WaitingContent,
} from './waiting.js';

export type DeferredDeps = Pick<
  ApiDeps,
  'announcements' | 'clock' | 'commit' | 'credentials' | 'notices' | 'random' | 'tenants' | 'trustLists' | 'wallets'
> &
  IssuanceDeps;

interface EndedPoll {
  readonly call: HoldingCall<DeferredDeps>;
  readonly row: PendingCredential;
  readonly wallet: Wallet;
}

interface Polled extends EndedPoll {
  readonly content: WaitingContent;
  readonly session: IssuerSession;
}

const TRACE_BYTES = 16;

/** Done where nothing is to be asked any more. Throws StoreError for a damaged row. */
export async function pollPending(deps: DeferredDeps, asked: PendingCredential): Promise<PollOutcome> {
  const row = deps.credentials.pending.find(asked.wallet, asked.id);
  const wallet = deps.wallets.byAddress(asked.wallet);
  if (row?.state !== 'Pending' || wallet === undefined || !isHere(wallet, { id: row.walletId })) return 'done';
  const { organisationId, subject } = row;
  const call = { deps, caller: { organisationId, subject }, trace: toHex(deps.random.bytes(TRACE_BYTES)) };
  const content = sound(() => openContent(deps, row));
  if (content === undefined)
    return end({ call, row, wallet }, 'Refused', 'The session with the issuer is damaged on the disk.');
  const polled = { call, row, wallet, content, session: IssuerSession.resume(call, content.session) };
  if (isPendingOver(row, deps.clock.now()))
    return end(polled, 'Expired', `The issuer did not give it within ${PENDING_MS / 86_400_000} days.`);
  return content.given === undefined ? ask(polled) : keep(polled, content.given);
}

async function ask(polled: Polled): Promise<PollOutcome> {
  const { session, content } = polled;
  const answer = await session.askDeferred(content.transactionId);
  if (isFailure(answer)) return isOfNetwork(answer) ? rest(polled) : end(polled, 'Refused', answer.issue.message);
  const said = readAs(() => readDeferred(answer));
  if (isFailure(said)) return end(polled, 'Refused', said.issue.message);
  if (said.word === 'given') return keep(polled, said.credentials);
  if (said.word === 'refused') return end(polled, 'Refused', `The issuer answered ${said.error}.`);
  return rest(polled, said.word === 'later' ? said.intervalS : undefined);
}

async function keep(polled: Polled, given: MetCredentials): Promise<PollOutcome> {
  const { call, row, wallet, content, session } = polled;
  const { deps } = call;
  const { keys } = content;
  const verified = await verifyCopies(new CredentialVerifier(call), {
    given,
    keys,
    credentialType: row.credentialType,
  });
  if (isFailure(verified) && isForLater(verified)) return rest({ ...polled, content: { ...content, given } });
  const { notificationId } = given;
  const kept = isFailure(verified)
    ? verified
    : await keepCredentials(call, wallet, {
        contents: [verified],
        also: {
          ops: () => [forgetPendingOp(deps, row)],
          commit: (ops, [made]) =>
            deps.notices.commit(ops, noticesOf(polled, 'credential-received', { credentialId: made?.id ?? '' })),
        },
      });
  const event = isFailure(kept) ? 'credential_failure' : 'credential_accepted';
  if (notificationId !== undefined) await session.notify(notificationId, event);
  if (isFailure(kept)) return end(polled, 'Refused', kept.issue.message);
  tellPending(call, row.wallet);
  return 'done';
}

/** Asked again later; what changed of the session is kept, and what the issuer states of the time. */
async function rest(polled: Polled, intervalS = polled.row.intervalS): Promise<PollOutcome> {
  const { call, row, content, session } = polled;
  const { deps } = call;
  const now = deps.credentials.pending.find(row.wallet, row.id);
  if (now === undefined) return 'done';
  const known = openContent(deps, now);
  const after = { ...content, session: session.state };
  const isSame = JSON.stringify(known) === JSON.stringify(after);
  const changed = { ...now, intervalS, sealed: isSame ? now.sealed : sealContent(deps, now, after) };
  const rows = changedPending(deps.credentials.pending.of(row.wallet), changed);
  if (!isSame && !isWithinRoom(rows))
    return end(polled, 'Refused', 'Its copies are too large to be kept until their issuer can be asked.');
  if (!isSame || now.intervalS !== intervalS) await deps.commit([changePendingOp(deps, changed)]);
  return { restMs: pendingRestMs(changed, deps.clock.now()) };
}

async function end(polled: EndedPoll, state: 'Refused' | 'Expired', reason: string): Promise<PollOutcome> {
  const { call, row } = polled;
  const { deps } = call;
  const now = deps.credentials.pending.find(row.wallet, row.id);
  if (now === undefined) return 'done';
  const notices = noticesOf(polled, 'credential-refused', { pendingId: row.id });
  await deps.notices.commit([endPendingOp(deps, now, { state, reason })], notices);
  tellPending(call, row.wallet);
  return 'done';
}

const TITLES = {
  'credential-received': 'A credential that you waited for is in your wallet.',
  'credential-refused': 'A credential that you waited for does not come.',
} as const;

/** For the person who owns the wallet. */
function noticesOf(
  { call, row, wallet }: EndedPoll,
  type: keyof typeof TITLES,
  ids: Readonly<Record<string, string>>,
): readonly InboxNotice[] {
  const { deps, trace } = call;
  const { owner } = wallet;
  if (owner.kind !== 'person' || deps.tenants.user(owner.id) === undefined) return [];
  return [
    {
      ...{ platformUserId: owner.id, sourceEventId: `${type}:${row.id}`, category: 'Credential', type },
      ...{ occurredAtMs: deps.clock.now(), cause: trace, title: TITLES[type] },
      details: { walletAddress: row.wallet, ...ids },
    },
  ];
}

/** The copies are not judged yet. */
function isForLater(failure: Failure): boolean {
  return isOfNetwork(failure) || failure.issue.code === 'REGISTER_BEHIND';
}

/** It says nothing of the credential. */
function isOfNetwork({ issue: { code } }: Failure): boolean {
  return code.startsWith('OUTGOING_');
}
