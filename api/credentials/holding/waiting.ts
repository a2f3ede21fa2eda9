// The rows of credentials that a wallet waits for: what it asks with is encrypted under wallet and row, as the texts of
// credentials are.
import { isFailure, type Result } from '../../../core/base/result.js';
import type { OfferedType } from '../../../core/credentials/holding/metadata.js';
import {
  countPending,
  endedPending,
  type PendingCredential,
  changedPending as rowsWith,
  withoutPending,
  withPending,
} from '../../../core/credentials/holding/pending.js';
import type { DeferredCredentials, MetCredentials } from '../../../core/credentials/holding/token.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import type { ApiDeps } from '../../deps/deps.js';
import { timedId } from '../ids.js';
import type { HoldingCall } from './call.js';
import type { AskedKey } from './copies.js';
import type { IssuerSession, SessionState } from './issuer-session.js';

type Call = HoldingCall<Pick<ApiDeps, 'announcements' | 'clock' | 'credentials' | 'random'>>;
type Cipher = Pick<ApiDeps, 'credentials'>;

/** All that a wallet goes on with. */
export interface WaitingContent {
  readonly session: SessionState;
  readonly transactionId: string;
  readonly keys: readonly AskedKey[];
  /** That came, and could not be verified yet: an issuer gives them once. */
  readonly given?: MetCredentials;
}

export interface DeferredAsk extends DeferredCredentials {
  readonly keys: readonly AskedKey[];
  readonly type: OfferedType;
}

const sealedName = (wallet: string, id: string) => `pending-credentials/${wallet}/${id}`;

export function sealContent(
  { credentials }: Cipher,
  { wallet, id }: Pick<PendingCredential, 'wallet' | 'id'>,
  content: WaitingContent,
): string {
  return credentials.secrets.encrypt(sealedName(wallet, id), JSON.stringify(content));
}

/** Throws StoreError for a row that was changed on the disk. */
export function openContent({ credentials }: Cipher, { wallet, id, sealed }: PendingCredential): WaitingContent {
  return JSON.parse(credentials.secrets.decrypt(sealedName(wallet, id), sealed)) as WaitingContent;
}

export function pendingRow(
  { deps, caller }: Call,
  wallet: Wallet,
  { session, deferred }: { readonly session: IssuerSession; readonly deferred: DeferredAsk },
): PendingCredential {
  const nowMs = deps.clock.now();
  const place = { id: timedId(nowMs, deps.random), wallet: wallet.address };
  const { transactionId, intervalS, keys, type } = deferred;
  const { organisationId, subject } = caller;
  return {
    ...{ ...place, walletId: wallet.id, organisationId, subject, issuer: session.endpoints.issuer },
    ...{ format: type.format, credentialType: type.credentialType, state: 'Pending', intervalS },
    ...{ askedAtMs: nowMs, changedAtMs: nowMs },
    sealed: sealContent(deps, place, { session: session.state, transactionId, keys }),
  };
}

/** QUOTA_EXCEEDED. In the turn of the commit. */
export function addPendingOps(
  { credentials: { pending } }: Cipher,
  wallet: string,
  added: readonly PendingCredential[],
): Result<readonly KvOp[]> {
  if (added.length === 0) return [];
  const rows = withPending(pending.of(wallet), added);
  return isFailure(rows) ? rows : [pending.put(wallet, rows)];
}

/** In the turn in which the row was read. */
export function changePendingOp({ credentials: { pending } }: Cipher, changed: PendingCredential): KvOp {
  return pending.put(changed.wallet, rowsWith(pending.of(changed.wallet), changed));
}

export function forgetPendingOp(
  { credentials: { pending } }: Cipher,
  { wallet, id }: Pick<PendingCredential, 'wallet' | 'id'>,
): KvOp {
  return pending.put(wallet, withoutPending(pending.of(wallet), id));
}

export function endPendingOp(
  deps: Cipher & Pick<ApiDeps, 'clock'>,
  row: PendingCredential,
  end: Parameters<typeof endedPending>[1],
): KvOp {
  return changePendingOp(deps, endedPending(row, end, deps.clock.now()));
}

/** For programs, and for the driver that asks again. Once it is durable. */
export function tellPending({ deps: { announcements, clock, credentials }, trace }: Call, wallet: string): void {
  const count = countPending(credentials.pending.durableOf(wallet));
  announcements.announce({ type: 'pending-credential-count', wallet, count, atMs: clock.now(), trace });
}
