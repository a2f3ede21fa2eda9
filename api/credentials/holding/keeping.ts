// Keeps credentials for a wallet, opens them, changes and forgets them: each commit writes the head of the wallet with
// them, in the turn in which it was read.
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { withChange, withKept, withoutAsked, withoutKept } from '../../../core/credentials/holding/head.js';
import {
  type KeptCredential,
  type KeptState,
  type SealedCopy,
  withState,
} from '../../../core/credentials/holding/kept.js';
import { type Wallet, walletNotFound } from '../../../core/wallet/wallet.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import type { ApiDeps } from '../../deps/deps.js';
import { timedId } from '../ids.js';
import type { HoldingCall } from './call.js';
import type { VerifiedCredential } from './verifying.js';

export type KeepCall = HoldingCall<
  Pick<ApiDeps, 'announcements' | 'clock' | 'commit' | 'credentials' | 'random' | 'wallets'>
>;

/** Copies of one credential, all of one issuer and type. */
export interface KeptContent {
  readonly verified: VerifiedCredential;
  readonly copies: readonly SealedCopy[];
  readonly issuanceTxId?: string | undefined;
  readonly issuanceBlueprintId?: string | undefined;
}

const sealedName = (wallet: string, id: string) => `kept-credentials/${wallet}/${id}`;

/** Operations that join the commit of credentials. */
export interface KeptAlso {
  /** In the turn of the commit. */
  readonly ops?: () => Result<readonly KvOp[]>;
  /** First numbers of keys for which something came. */
  readonly answered?: readonly number[];
  /** In the place of the commit of the call, with the credentials that are kept. */
  readonly commit?: (ops: readonly KvOp[], made: readonly KeptCredential[]) => Promise<unknown>;
}

/** All of them or none. QUOTA_EXCEEDED; WALLET_NOT_FOUND where the wallet was deleted while an issuer was asked. */
export async function keepCredentials(
  call: KeepCall,
  wallet: Wallet,
  { contents, also = {} }: { readonly contents: readonly KeptContent[]; readonly also?: KeptAlso },
): Promise<Result<readonly KeptCredential[]>> {
  const { credentials, commit, wallets } = call.deps;
  if (!isHere(wallets.byAddress(wallet.address), wallet)) return fail(walletNotFound());
  let head = credentials.kept.head(wallet.address);
  const made: KeptCredential[] = [];
  for (const content of contents) {
    const next = withKept(head);
    if (isFailure(next)) return next;
    head = next;
    made.push(rowOf(call, { wallet: wallet.address, change: head.change, content }));
  }
  const ops = also.ops?.() ?? [];
  if (isFailure(ops)) return ops;
  const { answered = [] } = also;
  const changed = withoutAsked(head, answered);
  const heads = made.length + answered.length === 0 ? [] : [credentials.kept.putHead(wallet.address, changed)];
  // The person waits for it no longer: the notice on its devices ends.
  const came = made.length === 0 ? [] : [credentials.applications.clear(wallet.owner.id)];
  await (also.commit ?? commit)([...made.map((row) => credentials.kept.put(row)), ...heads, ...came, ...ops], made);
  for (const row of made) tell(call, 'credential-received', row);
  return made;
}

/** Another wallet of the same words has another id. */
export function isHere(now: Wallet | undefined, { id }: Pick<Wallet, 'id'>): boolean {
  return now?.id === id && now.status !== 'Deleted';
}

function rowOf(
  { deps: { clock, credentials, random } }: KeepCall,
  { wallet, change, content }: { readonly wallet: string; readonly change: number; readonly content: KeptContent },
): KeptCredential {
  const nowMs = clock.now();
  const id = timedId(nowMs, random);
  const { verified, copies, issuanceBlueprintId, issuanceTxId = verified.issuance?.txId } = content;
  const { format, credentialType, issuedAtMs, validUntilMs } = verified.content;
  return {
    ...{ id, wallet, format, credentialType, issuer: verified.issuer.name, verdict: verified.issuer.verdict },
    ...{ state: 'Active', copies: copies.length, uses: 0, isBound: copies.every(({ path }) => path !== undefined) },
    ...{ receivedAtMs: nowMs, changedAtMs: nowMs, change },
    ...(issuedAtMs !== undefined && { issuedAtMs }),
    ...(validUntilMs !== undefined && { validUntilMs }),
    ...(issuanceTxId !== undefined && { issuanceTxId }),
    ...(verified.issuance && { issuanceRegisterId: verified.issuance.registerId }),
    ...(issuanceBlueprintId !== undefined && { issuanceBlueprintId }),
    sealed: credentials.secrets.encrypt(sealedName(wallet, id), JSON.stringify(copies)),
  };
}

/** Throws StoreError for a row that was changed on the disk. */
export function openCopies(
  { credentials }: Pick<ApiDeps, 'credentials'>,
  { wallet, id, sealed }: KeptCredential,
): readonly SealedCopy[] {
  return JSON.parse(credentials.secrets.decrypt(sealedName(wallet, id), sealed)) as readonly SealedCopy[];
}

/** CREDENTIAL_REVOKED for a change of a revoked one. */
export async function changeKept(
  call: KeepCall,
  asked: KeptCredential,
  state: KeptState,
): Promise<Result<KeptCredential>> {
  const { credentials, clock, commit } = call.deps;
  const changed = withState(asked, state, clock.now());
  if (isFailure(changed) || changed === asked) return changed;
  const head = withChange(credentials.kept.head(asked.wallet));
  const after = { ...changed, change: head.change };
  await commit([credentials.kept.put(after), credentials.kept.putHead(asked.wallet, head)]);
  tell(call, 'credential-status-changed', after);
  return after;
}

/** With one use more: another copy has its turn. In the turn in which the row was read. */
export async function countUse(call: KeepCall, asked: KeptCredential): Promise<void> {
  const { credentials, commit } = call.deps;
  const head = withChange(credentials.kept.head(asked.wallet));
  const after = { ...asked, uses: asked.uses + 1, change: head.change };
  await commit([credentials.kept.put(after), credentials.kept.putHead(asked.wallet, head)]);
}

export function forgetOps(
  { credentials }: Pick<ApiDeps, 'credentials'>,
  asked: Pick<KeptCredential, 'wallet' | 'id'>,
): readonly KvOp[] {
  const head = withoutKept(credentials.kept.head(asked.wallet), asked.id);
  return [credentials.kept.remove(asked), credentials.kept.putHead(asked.wallet, head)];
}

function tell(
  { deps: { announcements, clock }, trace }: KeepCall,
  type: 'credential-received' | 'credential-status-changed',
  { wallet, id: credentialId }: KeptCredential,
): void {
  announcements.announce({ type, wallet, credentialId, atMs: clock.now(), trace });
}
