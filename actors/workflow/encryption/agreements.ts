// The agreements of this node's senders with their recipients, kept for a while: an agreement with a post-quantum key
// costs more than all the rest of an action. It is in memory only and wiped when it ends. Each is of one sender and one
// key, so that nothing tells which senders share a node.

import { sha256Hex } from '../../../core/base/hash.js';
import {
  AGREEMENT_LIFE_MS,
  AGREEMENT_REGISTERS_MAX,
  AGREEMENT_WRAPS_MAX,
  AGREEMENTS_MAX,
  CARRIERS_OFFERED_MAX,
} from '../../../core/base/limits/node/sealing.js';
import type { Clock, Random } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import { agreeWith, type Offered, wipeAgreed } from '../../../core/crypto/encryption/key-wrap.js';
import { cacheKey } from '../../../core/crypto/keys/cache-key.js';
import type { Received, WalletKey } from '../../../core/envelope/sealed-group.js';

type Agreed = WalletKey & { readonly agreed: Offered };

interface Kept {
  /** The key with what was agreed: always the same value, so that what was found about it is found once. */
  readonly key: Agreed;
  /** The same by register, where a transaction that the register has sealed carries it. */
  readonly carried: Map<string, Agreed>;
  readonly until: number;
  left: number;
}

/** The agreements that a transaction carries, by name, while its seal is not known. */
interface Offer {
  readonly registerId: string;
  readonly kept: ReadonlyMap<string, Kept>;
}

/** The sender that encrypts, and the register on which it does. */
export interface EncryptionSender {
  readonly sender: string;
  readonly registerId: string;
}

/** Decision 0056. */
export class Agreements {
  private readonly ports: { readonly clock: Pick<Clock, 'now'>; readonly random: Pick<Random, 'bytes'> };
  /** In the order in which they were made, so that the first ends first. */
  private readonly kept = new Map<string, Kept>();
  /** Carriers of transactions whose seal is not known yet, by TxId in the order in which they were made. */
  private readonly offers = new Map<string, Offer>();
  private carriersOffered = 0;

  constructor(ports: Agreements['ports']) {
    this.ports = ports;
  }

  /**
   * The groups of one envelope with what `sender` has agreed on with each recipient. They are sealed before anything
   * else happens: what has ended is wiped at the next call, but never what this call gives. A key that nothing can be
   * sealed to comes back as it is, and sealing says why.
   */
  with<T extends Received>({ sender, registerId }: EncryptionSender, groups: readonly T[]): readonly T[] {
    const now = this.ports.clock.now();
    const keys = new Set(groups.flatMap(({ recipients }) => recipients));
    this.end(now, keys.size);
    const given = new Map<string, WalletKey>();
    const agreed = new Map(
      [...keys].map((key) => {
        const name = `${sender} ${nameOf(key)}`;
        const kept = given.has(name) ? undefined : this.agree(name, key, { now, wraps: groups.length });
        const offered = given.get(name) ?? kept?.carried.get(registerId) ?? kept?.key ?? key;
        given.set(name, offered);
        return [key, offered] as const;
      }),
    );
    return groups.map((group) => ({ ...group, recipients: group.recipients.map((key) => agreed.get(key) ?? key) }));
  }

  /** A transaction that is not sealed yet has the carriers of these groups, which `with` gave. */
  onOffered(txId: string, { sender, registerId }: EncryptionSender, groups: readonly Received[]): void {
    const kept = new Map<string, Kept>();
    for (const key of new Set(groups.flatMap(({ recipients }) => recipients))) {
      const name = `${sender} ${nameOf(key)}`;
      const own = key.carriedIn === undefined ? this.kept.get(name) : undefined;
      if (own && own.key.agreed === key.agreed && own.key.agreed.carrier.length > 0) kept.set(name, own);
    }
    if (kept.size === 0) return;
    this.carriersOffered += kept.size;
    for (const oldest of this.offers.keys()) {
      if (this.carriersOffered <= CARRIERS_OFFERED_MAX) break;
      this.take(oldest);
    }
    this.offers.set(txId, { registerId, kept });
  }

  /** The register has sealed the transaction: what was agreed then, and has not ended, is referred to from now on. */
  onCarried(txId: string): void {
    const offer = this.take(txId);
    for (const [name, kept] of offer?.kept ?? []) {
      if (!offer || this.kept.get(name) !== kept) continue;
      const { carried, key } = kept;
      const [first] = carried.keys();
      if (first !== undefined && carried.size >= AGREEMENT_REGISTERS_MAX) carried.delete(first);
      carried.set(offer.registerId, { ...key, carriedIn: txId });
    }
  }

  /** An offer keeps its agreements in memory, also those that have ended. */
  private take(txId: string): Offer | undefined {
    const offer = this.offers.get(txId);
    this.offers.delete(txId);
    this.carriersOffered -= offer?.kept.size ?? 0;
    return offer;
  }

  /** Of one name in one envelope: it serves all its groups, whose number is small beside AGREEMENT_WRAPS_MAX. */
  private agree(
    name: string,
    key: WalletKey,
    { now, wraps }: { readonly now: number; readonly wraps: number },
  ): Kept | undefined {
    const known = this.kept.get(name);
    if (known && known.left > 0) {
      known.left -= wraps;
      return known;
    }
    const agreed = agreeWith(key, this.ports.random.bytes(32));
    if (isFailure(agreed)) return undefined;
    if (known) this.forget(name, known);
    const kept: Kept = {
      key: { ...key, agreed },
      carried: new Map(),
      until: now + AGREEMENT_LIFE_MS,
      left: AGREEMENT_WRAPS_MAX - wraps,
    };
    this.kept.set(name, kept);
    return kept;
  }

  /** Also what is too much: `room` places are kept free, so that what is given out next ends nothing else that is. */
  private end(now: number, room: number): void {
    for (const [name, kept] of this.kept) {
      if (kept.until > now && this.kept.size + room <= AGREEMENTS_MAX) return;
      this.forget(name, kept);
    }
  }

  private forget(name: string, { key }: Kept): void {
    wipeAgreed(key.agreed);
    this.kept.delete(name);
  }
}

/**
 * Made once for a key that comes again as the same value, and short, because the platform hashes each text that is
 * looked for.
 */
const names = new WeakMap<WalletKey, string>();

function nameOf(key: WalletKey): string {
  const known = names.get(key);
  if (known !== undefined) return known;
  const { walletAddress, algorithm, publicKey, encapsulationKey } = key;
  const receiving = encapsulationKey ? cacheKey(encapsulationKey) : '';
  const name = sha256Hex(`${walletAddress} ${algorithm} ${cacheKey(publicKey)} ${receiving}`);
  names.set(key, name);
  return name;
}
