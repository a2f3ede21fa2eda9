// The node's own wallet, which signs register creation and blueprint publications (specification 5.13): for a closed
// list of purposes, so often for each register, and with one audit line a call. It is handed only to the parts of the
// node that opt in; no caller can name it.
import { assert } from '../../core/base/assert.js';
import { toBase64 } from '../../core/base/bytes.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { SERVICE_SIGNINGS_PER_MINUTE, SYSTEM_SIGNING_REGISTERS_MAX } from '../../core/base/limits/node/wallets.js';
import type { Log } from '../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { resolvePath } from '../../core/crypto/derivation/hd.js';
import { addressOf } from '../../core/crypto/keys/address.js';
import type { SignatureEntry } from '../../core/model/transaction.js';
import { admitSigning, recentSignings, type SigningRate, signingRate } from '../../core/wallet/signing-rate.js';
import { SYSTEM_PURPOSES, type SystemPurpose } from '../../core/wallet/system-purposes.js';
import type { Wallet } from '../../core/wallet/wallet.js';
import { defineTable, type KvReader, RowTable } from '../engine/table.js';
import type { KeyName, Keystore } from './keystore.js';
import { freshWords, makeWallet, type NewWalletPorts } from './new-wallet.js';

export interface SystemWalletPorts extends NewWalletPorts {
  readonly kv: KvReader;
  readonly keystore: Pick<Keystore, 'mint' | 'seed' | 'sign' | 'use'>;
  readonly log: Log;
}

/** The purpose of a signature, and for whom and why: everything but the digest goes to the audit log. */
export interface SystemSigning {
  readonly purpose: SystemPurpose;
  readonly registerId: string;
  readonly transactionType: string;
  readonly txId: string;
  /** The 32 bytes to sign. */
  readonly digest: Uint8Array;
  /** Of a publication: the bytes of its statement, signed beside it and counted with it. */
  readonly statementDigest?: Uint8Array | undefined;
  /** The subject of the caller that asked, or the name of the part of the node. */
  readonly caller: string;
  /** A service asks for it by a call of its own: it has a narrower rate beside that of the register. */
  readonly isOfService?: boolean;
}

/** The signature entry of a transaction, and of a publication its statement in base64. */
export interface SystemSignature {
  readonly entry: SignatureEntry;
  readonly statement?: string;
}

/** A key of the system wallet as the ledger knows it. */
export interface SystemIdentity {
  /** Address of the key of this purpose: the senderWallet of what it signs. */
  readonly address: string;
  /** Base64. */
  readonly publicKey: string;
  readonly algorithm: 'ED25519';
}

const meta = defineTable<string, string>('node-meta');
const META_NAME = 'system-wallet';

/**
 * Times of recent signatures by register, or by service and register; entries without recent ones are dropped when it
 * grows.
 */
class RecentSignings {
  private readonly recent = new Map<string, readonly number[]>();
  constructor(readonly rate: SigningRate) {}

  hasRoom(key: string, now: number): boolean {
    if (this.recent.size >= SYSTEM_SIGNING_REGISTERS_MAX) this.forgetOld(now);
    if (!this.recent.has(key) && this.recent.size >= SYSTEM_SIGNING_REGISTERS_MAX) return false;
    return admitSigning(this.recent.get(key) ?? [], now, this.rate) !== undefined;
  }

  /** Where there is room. */
  count(key: string, now: number): void {
    this.recent.set(key, admitSigning(this.recent.get(key) ?? [], now, this.rate) ?? []);
  }

  private forgetOld(now: number): void {
    for (const [key, times] of this.recent)
      if (recentSignings(times, now, this.rate).length === 0) this.recent.delete(key);
  }
}

function tooOften(message: string): Issue {
  return issue('SIGNING_RATE_EXCEEDED', '', message);
}

export class SystemWallet {
  readonly wallet: Wallet;
  private readonly ports: SystemWalletPorts;
  private readonly audit: Log;
  private readonly identities = new Map<SystemPurpose, SystemIdentity>();
  private readonly signings: RecentSignings;
  private readonly ofServices = new RecentSignings(signingRate(SERVICE_SIGNINGS_PER_MINUTE));

  private constructor(ports: SystemWalletPorts, wallet: Wallet, rate: SigningRate) {
    this.ports = ports;
    this.wallet = wallet;
    this.signings = new RecentSignings(rate);
    this.audit = ports.log.child({ audit: true });
  }

  /** Opens the system wallet of this store, or makes it on the first start. */
  static async ensure(ports: SystemWalletPorts, rate: SigningRate): Promise<Result<SystemWallet>> {
    const table = new RowTable(ports.kv, meta);
    const address = table.get(META_NAME);
    const known = address === undefined ? undefined : ports.wallets.byAddress(address);
    if (known) return new SystemWallet(ports, known, rate);
    const made = await makeWallet(ports, {
      words: freshWords(ports.random, 24),
      algorithm: 'ED25519',
      hybrid: false,
      name: 'System wallet',
      owner: { kind: 'system', id: 'node' },
      also: (wallet) => [table.put(META_NAME, wallet.address)],
    });
    return isFailure(made) ? made : new SystemWallet(ports, made, rate);
  }

  /** The key of a purpose, for the header of what it will sign. */
  async identity(purpose: SystemPurpose): Promise<Result<SystemIdentity>> {
    const known = this.identities.get(purpose);
    if (known) return known;
    const made = await this.ports.keystore.use(this.keyOf(purpose), ({ publicKey }) => ({
      address: addressOf('ED25519', publicKey),
      publicKey: toBase64(publicKey),
      algorithm: 'ED25519' as const,
    }));
    if (!isFailure(made)) this.identities.set(purpose, made);
    return made;
  }

  /**
   * The signature entry of a transaction. SIGNING_PURPOSE_REFUSED outside the list, SIGNING_RATE_EXCEEDED beyond the
   * rate of the register.
   */
  async sign(request: SystemSigning): Promise<Result<SystemSignature>> {
    const problem = this.admit(request);
    if (problem) {
      this.note(request, problem.code);
      return fail(problem);
    }
    const signed = await this.ports.keystore.sign(this.keyOf(request.purpose), request.digest);
    this.note(request, isFailure(signed) ? signed.issue.code : 'signed');
    if (isFailure(signed)) return signed;
    const { statementDigest } = request;
    const said = statementDigest && (await this.ports.keystore.sign(this.keyOf(request.purpose), statementDigest));
    if (isFailure(said)) return said;
    const entry = {
      publicKey: toBase64(signed.publicKey),
      signatureValue: toBase64(signed.signature),
      algorithm: signed.algorithm,
    };
    return said ? { entry, statement: toBase64(said.signature) } : { entry };
  }

  private admit({ purpose, registerId, caller, isOfService }: SystemSigning): Issue | undefined {
    // Types end at the border of the process; the list is checked where the key is used.
    if (!SYSTEM_PURPOSES.includes(purpose))
      return issue('SIGNING_PURPOSE_REFUSED', '', `The system wallet signs for ${SYSTEM_PURPOSES.join(', ')} only.`);
    const now = this.ports.clock.now();
    const { max } = this.signings.rate;
    // No client id has a space.
    const ofService = isOfService === true ? [caller, registerId].join(' ') : undefined;
    if (!this.signings.hasRoom(registerId, now))
      return tooOften(
        `The system wallet has signed ${max} times a minute for this register, as often as it may: try again in a minute, or raise limits.systemSigningsPerMinute.`,
      );
    if (ofService !== undefined && !this.ofServices.hasRoom(ofService, now))
      return tooOften(
        `A service has ${this.ofServices.rate.max} signatures of the system wallet a minute for one register: try again in a minute.`,
      );
    this.signings.count(registerId, now);
    if (ofService !== undefined) this.ofServices.count(ofService, now);
    return undefined;
  }

  private keyOf(purpose: SystemPurpose): KeyName {
    const path = resolvePath(purpose);
    assert(!isFailure(path), 'a purpose of the system wallet has a slot');
    return { address: this.wallet.address, algorithm: this.wallet.algorithm, path, hybrid: false };
  }

  /** The audit line of specification 5.13; the log adds the time. */
  private note({ digest: _, ...request }: SystemSigning, outcome: string): void {
    const path = resolvePath(request.purpose);
    const fields = { ...request, event: 'system-wallet-sign', outcome, path: isFailure(path) ? '' : path };
    if (outcome === 'signed') this.audit.info(fields, 'The system wallet signed.');
    else this.audit.warn(fields, 'The system wallet refused to sign.');
  }
}
