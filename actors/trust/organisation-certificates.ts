// Certificates of organisation wallets: requested, brought from other authorities, issued by the one of this node,
// retired, and found for who signs in the name of an organisation. Whether one is good is judged in core/trust.
import { fromBase64, toBase64 } from '../../core/base/bytes.js';
import { issue } from '../../core/base/issue.js';
import { CERTIFICATES_WALLET_MAX, CERTIFIED_WALLETS_MAX } from '../../core/base/limits/node/federation.js';
import type { Clock, Random } from '../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { DEFAULT_PATH, resolvePath } from '../../core/crypto/derivation/hd.js';
import { p256OfSpki } from '../../core/crypto/keys/jwk.js';
import type { InboxNotice } from '../../core/tenant/inbox/entry.js';
import { type BoundKey, boundKeyOf, type CertifiedKeys } from '../../core/trust/certificates/bound-key.js';
import { type CertificatePurpose, judgeCertificate } from '../../core/trust/certificates/import.js';
import {
  type AskedCertificate,
  type CertificateAnchor,
  type CertificateRecord,
  daysOf,
  isDue,
  isToldOf,
  recordInForce,
  supersede,
  supersedeOthers,
  type TrustAnchorKind,
} from '../../core/trust/certificates/record.js';
import { type Anchor, readAnchor, readCertificate } from '../../core/trust/x509/certificate.js';
import { useProblem, type Wallet } from '../../core/wallet/wallet.js';
import type { KvOp } from '../../storage/engine/kv.js';
import {
  commonName,
  countryOf,
  makeOrganisationRequest,
  subjectOf,
} from '../../storage/pki/organisation-certificate.js';
import type { KeyName, Keystore } from '../../storage/secrets/keystore.js';
import { newId } from '../../storage/secrets/new-wallet.js';
import type { OrganisationCertificateRows } from '../../storage/tables/trust/organisation-certificates.js';
import { type AnchorSources, type AskedAnchors, anchorsFor, type KnownAnchor } from './anchors.js';
import { remoteKey, type TrustAuthority } from './trust-authority.js';

export interface CertificatePorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'bytes'>;
  readonly keystore: Pick<Keystore, 'signFormatted' | 'use'>;
  readonly wallets: { byAddress(address: string): Wallet | undefined };
  /** Of an organisation that is active. */
  readonly nameOf: (organisationId: string) => string | undefined;
  readonly rows: OrganisationCertificateRows;
  readonly authority: TrustAuthority;
  readonly anchors: AnchorSources;
  /** Of the public URL: certificates name it. */
  readonly host: string;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  /** Ids of the people who administer an organisation. */
  readonly administratorsOf: (organisationId: string) => Promise<readonly string[]>;
  /** Commits operations, and tells people in their inboxes. */
  readonly tell: (ops: readonly KvOp[], notices: readonly InboxNotice[]) => Promise<unknown>;
  readonly countOutcome: (
    provenance: CertificateRecord['provenance'],
    outcome: 'taken' | 'refused',
    reason: string,
  ) => void;
}

/** A wallet of an organisation, and the name that its certificates have where none is stated. */
export interface CertifiedWallet {
  readonly organisationId: string;
  readonly organisationName: string;
  readonly wallet: Wallet;
}

/** Rows of the same commit, such as one of the audit trail. */
type Also = (record: CertificateRecord) => readonly KvOp[];

export interface AskedInForce extends Omit<AskedCertificate, 'atMs'> {
  readonly organisationId: string;
  /** Address. Absent: any wallet of the organisation that signs at present. */
  readonly wallet?: string;
  readonly trustAnchor?: TrustAnchorKind;
}

/** A certificate to sign under. */
export interface CertificateInForce {
  readonly certificateId: string;
  /** DER, the leaf first, without the anchor: what a credential or a request carries (x5c). */
  readonly chain: readonly Uint8Array[];
  readonly wallet: string;
  /** The key of the leaf, of NISTP256: `keystore.signFormatted(key, 'jose' | 'cose', bytes)`. */
  readonly key: KeyName;
  readonly provenance: CertificateRecord['provenance'];
  readonly anchor: CertificateAnchor;
  readonly notAfterMs: number;
}

export type CertificateFor = (asked: AskedInForce) => CertificateInForce | undefined;

const CO_KEY_PURPOSE = 'quorate:haip-issuer-signing';

export class OrganisationCertificates {
  constructor(private readonly ports: CertificatePorts) {}

  /** The certificate of the authority of this node (DER). */
  authorityCertificate(): Promise<Result<Uint8Array>> {
    return this.ports.authority.certificate();
  }

  /**
   * Anchors of every organisation here beside its lists: the authority of this node, where it issued, under each of its
   * names, and settings.
   */
  tenantAnchors(): readonly Anchor[] {
    const { authority, anchors } = this.ports;
    return [...authority.knownCertificates(), ...anchors.configured].flatMap((der) => {
      const anchor = readAnchor(der);
      return isFailure(anchor) ? [] : [anchor];
    });
  }

  /**
   * Anchors of lists and settings that certificates of others may lead to: of the one list where it is named. Without
   * the authority of this node, which certifies organisations alone.
   */
  async anchorsOf(asked: Omit<AskedAnchors, 'confirmed'>): Promise<readonly Anchor[]> {
    return (await anchorsFor(this.ports.anchors, asked)).map(({ anchor }) => anchor);
  }

  /** Whether there is any such anchor. */
  hasAnchors(organisationId: string): boolean {
    const { lists, configured } = this.ports.anchors;
    return configured.length > 0 || lists.placesFor(organisationId).length > 0;
  }

  /** The certificates of a wallet, the newest first. */
  of(wallet: string): readonly CertificateRecord[] {
    return this.ports.rows.of(wallet);
  }

  /** The co-key of a wallet of another algorithm, as a point of P-256: it is there once it was certified. */
  coKeyOf(address: string): Uint8Array | undefined {
    const record = this.ports.rows.of(address).find(({ boundKeySource }) => boundKeySource === 'HaipCoKey');
    const leaf = record && readCertificate(fromBase64(record.chain[0] as string) as Uint8Array);
    return leaf === undefined || isFailure(leaf) ? undefined : p256OfSpki(leaf.key.spki);
  }

  /** The certificate in force for a use; undefined where there is none. The status of a named wallet is not asked. */
  readonly certificateFor: CertificateFor = ({ organisationId, wallet, use, trustAnchor }) => {
    const { rows, wallets, clock } = this.ports;
    const isUsable = (address: string) => {
      const known = wallets.byAddress(address);
      return known !== undefined && useProblem(known, 'sign') === undefined;
    };
    const named = rows.walletsOf(organisationId).filter((each) => each === (wallet ?? each));
    const records = named.filter((each) => wallet !== undefined || isUsable(each)).flatMap((each) => rows.of(each));
    const trusted = records.filter(({ anchor }) => this.isListed(organisationId, anchor));
    const asked = { use, atMs: clock.now(), ...(trustAnchor !== undefined && { trustAnchor }) };
    const record = recordInForce(trusted, asked);
    return (
      record && {
        ...{ certificateId: record.id, chain: record.chain.map((der) => fromBase64(der) as Uint8Array) },
        ...{ wallet: record.wallet, key: certifiedKey(record.wallet, record.boundKeySource) },
        ...{ provenance: record.provenance, anchor: record.anchor, notAfterMs: record.notAfterMs },
      }
    );
  };

  /** The key of the wallet that certificates are of. CERT_KEY_NOT_ELIGIBLE where it has none. */
  async boundKey(wallet: Wallet): Promise<Result<BoundKey>> {
    const keys = await this.keysOf(wallet, false);
    return isFailure(keys) ? keys : boundKeyOf(keys);
  }

  /**
   * A request (DER) for the key of the wallet. The errors of `boundKey`; BODY_INVALID for a subject that is not a
   * name.
   */
  async request(
    { wallet, organisationName }: CertifiedWallet,
    { subjectDn, use }: { readonly subjectDn?: string | undefined; readonly use?: CertificatePurpose | undefined },
  ): Promise<Result<{ readonly request: Uint8Array; readonly boundKey: BoundKey }>> {
    const { keystore, host } = this.ports;
    const boundKey = await this.boundKey(wallet);
    if (isFailure(boundKey)) return boundKey;
    const subject = subjectDn === undefined ? commonName(organisationName) : subjectOf(subjectDn);
    if (isFailure(subject)) return subject;
    const key = await remoteKey(keystore, certifiedKey(wallet.address, boundKey.source));
    const request = isFailure(key) ? key : await makeOrganisationRequest(key, { subject, host, use });
    return isFailure(request) ? request : { request, boundKey };
  }

  /**
   * Takes a certificate of another authority. The six CERT_ codes in their order; QUOTA_EXCEEDED where the organisation
   * has certificates for as many wallets as it may.
   */
  async bring(
    certified: CertifiedWallet,
    offered: { readonly chain: readonly Uint8Array[]; readonly confirmed?: string | undefined; readonly also: Also },
  ): Promise<Result<CertificateRecord>> {
    const keys = await this.keysOf(certified.wallet, false);
    if (isFailure(keys)) return keys;
    const { organisationId } = certified;
    const anchors = await anchorsFor(this.ports.anchors, { organisationId, ...offered });
    const { chain, also } = offered;
    return this.count('Imported', await this.take(certified, { keys, chain, anchors, provenance: 'Imported', also }));
  }

  /**
   * Issues a certificate by the authority of this node. With `coKey` a wallet of another algorithm has its key from now
   * on.
   */
  async enrol(
    certified: CertifiedWallet,
    asked: { readonly coKey: boolean; readonly days: number; readonly also: Also },
  ): Promise<Result<CertificateRecord>> {
    return this.count('Internal', await this.issue(certified, asked));
  }

  private async issue(
    certified: CertifiedWallet,
    { coKey, days, also }: { readonly coKey: boolean; readonly days: number; readonly also: Also },
  ): Promise<Result<CertificateRecord>> {
    const { authority, host } = this.ports;
    const keys = await this.keysOf(certified.wallet, coKey);
    const boundKey = isFailure(keys) ? keys : boundKeyOf(keys);
    if (isFailure(keys) || isFailure(boundKey)) return boundKey as Extract<typeof boundKey, { issue: unknown }>;
    const root = await authority.certificate();
    if (isFailure(root)) return root;
    const anchor = readAnchor(root);
    if (isFailure(anchor)) return anchor;
    // Readers of mdocs compare it with that of the authority (ISO 18013-5 annex B.1.4).
    const subject = commonName(certified.organisationName, countryOf(root));
    const leaf = await authority.issue({ subject, host, spki: boundKey.spki }, days);
    if (isFailure(leaf)) return leaf;
    const known: KnownAnchor = { anchor, source: { kind: 'authority', sha256: anchor.hash } };
    return this.take(certified, { keys, chain: [leaf], anchors: [known], provenance: 'Internal', also });
  }

  /** Issues those of this node again that end soon. A wallet that does not sign at present is passed over. */
  async renew(nowMs: number, also: Also): Promise<void> {
    const { rows, wallets, nameOf } = this.ports;
    for (const address of [...rows.allWallets()]) {
      const wallet = wallets.byAddress(address);
      const record = rows.of(address).find((each) => isDue(each, nowMs));
      const organisationName = record && nameOf(record.organisationId);
      if (!wallet || useProblem(wallet, 'sign') || !record || organisationName === undefined) continue;
      const certified = { wallet, organisationId: record.organisationId, organisationName };
      await this.enrol(certified, { coKey: false, days: daysOf(record), also });
    }
  }

  /** Tells administrators of imported ones that end soon, once of each. */
  async remind(nowMs: number): Promise<void> {
    const { rows, administratorsOf, tell } = this.ports;
    const ending = [...rows.allWallets()].flatMap((address) =>
      rows.of(address).filter((each) => isToldOf(each, nowMs)),
    );
    for (const { wallet, id, organisationId } of ending) {
      const people = await administratorsOf(organisationId);
      // In one turn from here: another one may have taken its place meanwhile.
      const record = rows.find(wallet, id);
      if (record === undefined || !isToldOf(record, nowMs)) continue;
      const notices = people.map((platformUserId) => noticeOf(record, platformUserId, nowMs));
      await tell([rows.put({ ...record, toldAtMs: nowMs })], notices);
    }
  }

  /** Judges, and keeps it in the place of the others of its uses. In one turn from the judgement to the commit. */
  private async take(
    { organisationId, wallet }: CertifiedWallet,
    offered: {
      readonly keys: CertifiedKeys;
      readonly chain: readonly Uint8Array[];
      readonly anchors: readonly KnownAnchor[];
      readonly provenance: CertificateRecord['provenance'];
      readonly also: Also;
    },
  ): Promise<Result<CertificateRecord>> {
    const { rows, clock, random, host, commit } = this.ports;
    const { keys, chain, provenance, also } = offered;
    const atMs = clock.now();
    const anchors = offered.anchors.map(({ anchor }) => anchor);
    const judged = judgeCertificate({ chain, keys, host, anchors, atMs });
    if (isFailure(judged)) return judged;
    const others = rows.of(wallet.address);
    if (others.length === 0 && rows.walletsOf(organisationId).length >= CERTIFIED_WALLETS_MAX)
      return fail(
        issue('QUOTA_EXCEEDED', '', `An organisation has certificates for ${CERTIFIED_WALLETS_MAX} wallets at most.`),
      );
    const { certificates, uses, boundKey } = judged;
    const { source } = offered.anchors.find(({ anchor }) => anchor.hash === judged.anchor.hash) as KnownAnchor;
    const record: CertificateRecord = {
      ...{ id: newId(random), organisationId, wallet: wallet.address, provenance, boundKeySource: boundKey.source },
      ...{ uses, inForce: uses, chain: certificates.map(({ der }) => toBase64(der)), anchor: source },
      notBeforeMs: Math.max(...certificates.map(({ notBeforeMs }) => notBeforeMs)),
      notAfterMs: Math.min(...certificates.map(({ notAfterMs }) => notAfterMs)),
      createdAtMs: atMs,
    };
    const changed = supersedeOthers(record, others);
    const superseded = others.filter(({ inForce }) => inForce.length === 0);
    const surplus = Math.max(0, others.length + 1 - CERTIFICATES_WALLET_MAX);
    const oldest = superseded.slice(superseded.length - surplus);
    const ops = [...oldest.map((each) => rows.remove(each)), ...[...changed, record].map((each) => rows.put(each))];
    await commit([...ops, ...also(record)]);
    return record;
  }

  /** Ends it for all of its uses; nothing where that was done before. CERTIFICATE_NOT_FOUND without one of the id. */
  async retire(wallet: string, id: string, also: Also): Promise<Result<CertificateRecord>> {
    const { rows, clock, commit } = this.ports;
    const record = rows.find(wallet, id);
    if (record === undefined)
      return fail(issue('CERTIFICATE_NOT_FOUND', '/certificateId', 'The wallet has no certificate of this id.'));
    const retired = supersede(record, record.uses, clock.now());
    if (retired !== record) await commit([rows.put(retired), ...also(retired)]);
    return retired;
  }

  /** A co-key is there where it was asked for, or one of its certificates is known. */
  private async keysOf({ address, algorithm, publicKey }: Wallet, coKey: boolean): Promise<Result<CertifiedKeys>> {
    const own = { algorithm, publicKey: fromBase64(publicKey) as Uint8Array };
    const hasCoKey = coKey || this.ports.rows.of(address).some(({ boundKeySource }) => boundKeySource === 'HaipCoKey');
    if (algorithm === 'NISTP256' || !hasCoKey) return own;
    const key = await remoteKey(this.ports.keystore, certifiedKey(address, 'HaipCoKey'));
    return isFailure(key) ? key : { ...own, coKey: key.publicKey };
  }

  /** Whether the list that its path ends in is still there, where it ends in one. */
  private isListed(organisationId: string, { kind, trustListId = '' }: CertificateAnchor): boolean {
    const { lists } = this.ports.anchors;
    return kind !== 'list' || lists.placesFor(organisationId).some((place) => place.trustListId === trustListId);
  }

  private count(
    provenance: CertificateRecord['provenance'],
    outcome: Result<CertificateRecord>,
  ): Result<CertificateRecord> {
    const [word, reason] = isFailure(outcome) ? (['refused', outcome.issue.code] as const) : (['taken', ''] as const);
    this.ports.countOutcome(provenance, word, reason);
    return outcome;
  }
}

/** The key of a wallet that its certificates are of, and that signs credentials. */
export function certifiedKey(address: string, source: BoundKey['source']): KeyName {
  const path = source === 'Primary' ? DEFAULT_PATH : (resolvePath(CO_KEY_PURPOSE) as string);
  return { address, algorithm: 'NISTP256', path, hybrid: false };
}

function noticeOf(
  { id, organisationId, wallet, notAfterMs }: CertificateRecord,
  platformUserId: string,
  occurredAtMs: number,
): InboxNotice {
  return {
    ...{ platformUserId, sourceEventId: `certificate-ends:${id}`, category: 'Credential', type: 'certificate-ends' },
    ...{ occurredAtMs, title: 'A certificate of your organisation ends soon: import the next one.' },
    details: { certificateId: id, organisationId, wallet, notAfter: new Date(notAfterMs).toISOString() },
  };
}
