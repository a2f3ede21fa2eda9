// Gates and credentials, folded from the sealed bytes apart from the product. An action with a gate states it once, by
// the pins of its register, near its docket; no credential is used more often than it may be. A run has one Issuance
// that counts; its status is changed by who may, and not after it was revoked.

import type { Checker, World } from '../observer.js';
import { inOrder, type Spoken } from './in-order.js';

interface Said {
  readonly id?: string;
  readonly participants?: readonly { readonly id: string; readonly walletAddress?: string }[];
  readonly config?: string;
  readonly replaces?: string;
  readonly to?: string;
}

interface Statement {
  readonly asOf: number;
  readonly at: string;
  readonly id: string;
  readonly trust: string;
  readonly use?: string;
}

/** Of a register that pins nobody: SHA-256 of nothing, the root of a tree without leaves (RFC 6962 section 2.1). */
const NOBODY_PINNED = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const [AHEAD_MS, AGE_MS, USES] = [60_000, 3_600_000, 2];

export function credentials(world: World): Checker {
  const wallets = new Map<string, ReadonlyMap<string, string>>();
  const uses = new Map<string, number>();
  /** Wallets by runs of the second action. */
  const granted = new Map<string, string>();
  /** The Issuance that counts, by run and credential; and whether each Issuance was revoked. */
  const live = new Map<string, string>();
  const isRevoked = new Map<string, boolean>();

  const gateFault = ({ metadata = {} }: Spoken<Said>['header'], height: number, atMs: number): string | undefined => {
    const stated = (metadata.gates ?? []) as readonly Statement[];
    const [gate] = stated;
    if (gate?.id !== 'licence' || stated.length !== 1) return 'it does not state its gate once';
    if (gate.trust !== NOBODY_PINNED || gate.asOf >= height) return 'its gate was judged by another state';
    const judgedMs = Date.parse(gate.at);
    if (judgedMs > atMs + AHEAD_MS || atMs > judgedMs + AGE_MS) return 'its gate was judged at another time';
    const count = (uses.get(gate.use ?? '') ?? 0) + 1;
    uses.set(gate.use ?? '', count);
    return count > USES ? `the credential was used ${count} times` : undefined;
  };
  const issuanceFault = (txId: string, { header, payload }: Spoken<Said>): string | undefined => {
    const run = header.previousTransactionId ?? '';
    const key = `${run} ${payload.config}`;
    const before = live.get(key);
    live.set(key, txId);
    isRevoked.set(txId, false);
    if (granted.get(run) !== header.senderWallet) return 'its sender is not the party of a run';
    const counts = before !== undefined && isRevoked.get(before) === false ? before : undefined;
    if (counts !== payload.replaces) return 'the run has another Issuance that counts';
    if (counts !== undefined) isRevoked.set(counts, true);
    return undefined;
  };
  const statusFault = ({ header, payload }: Spoken<Said>): string | undefined => {
    const about = header.previousTransactionId ?? '';
    const was = isRevoked.get(about);
    if (was === undefined) return 'it is about no Issuance';
    if (was) return 'the credential was revoked before';
    isRevoked.set(about, payload.to === 'revoked');
    const may = wallets.get(header.publicationTxId ?? '');
    return [may?.get('b'), may?.get('c')].includes(header.senderWallet) ? undefined : 'its sender may not';
  };

  return {
    name: 'credentials',
    ...inOrder<Said>(world, (txId, spoken, { header: { height, timestampMs } }) => {
      const { header, payload } = spoken;
      if (header.actionId === 'blueprint-publish' && payload.id === 'issued')
        wallets.set(txId, new Map(payload.participants?.map(({ id, walletAddress = '' }) => [id, walletAddress])));
      if (!wallets.has(header.publicationTxId ?? '')) return;
      const type = header.metadata?.type;
      if (type === 'Action' && header.actionId === '1') granted.set(txId, header.senderWallet);
      const fault =
        type === 'Issuance'
          ? issuanceFault(txId, spoken)
          : type === 'CredentialStatus'
            ? statusFault(spoken)
            : header.actionId === '0'
              ? gateFault(header, height, timestampMs)
              : undefined;
      if (fault) world.violation('credentials', `${txId} is sealed: ${fault}`);
    }),
  };
}
