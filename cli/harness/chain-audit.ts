// Follows the chain of one register through REST and judges every docket with the ledger's own rules: hash, link,
// certificate, and that no TxId is sealed twice. It remembers what it saw, so that a later reading shows whether
// anything sealed has changed. It trusts nothing that a node says.
import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../api/client/client.js';
import { certificateProblems } from '../../core/consensus/certificate.js';
import { verifySeat } from '../../core/crypto/signing/algorithms.js';
import type { Certificate, ConsensusPolicy, DocketHeader, Hash, Roster } from '../../core/model/register.js';
import { docketHash, ZERO_HASH } from '../../core/register/docket.js';
import { rosterHashOf } from '../../core/register/roster.js';

export interface AuditedPlace {
  readonly height: number;
  readonly index: number;
}

const PAGE = 100;
/** More of them say nothing new. */
const FAULTS_MAX = 50;

type DocketView = Awaited<ReturnType<Client['getDocket']>>;

interface Terms {
  /** By their hashes: a header names the roster that had to decide it, and a roster that has this hash is the one. */
  readonly rosters: Map<Hash, Roster>;
  readonly policy: ConsensusPolicy;
}

export class ChainAudit {
  readonly registerId: string;
  /** Docket hashes by height. */
  readonly hashes: string[] = [];
  readonly places = new Map<string, AuditedPlace>();
  /** The faults, as sentences. Empty is what one wants. */
  readonly faults: string[] = [];
  private terms: Terms | undefined;
  /** Hash of the roster that decides the next height; undefined before genesis. */
  private nextRoster: Hash | undefined;
  private newest = 0;

  constructor(registerId: string) {
    this.registerId = registerId;
  }

  get height(): number {
    return this.hashes.length - 1;
  }

  /** Latest time of a docket, in ms since 1970. */
  get newestMs(): number {
    return this.newest;
  }

  /** Reads from the last docket that it knows to the newest one. Gives how many are new. */
  async follow(client: Client): Promise<number> {
    this.terms ??= await termsOf(client, this.registerId);
    const before = this.hashes.length;
    let newest = -1;
    let page = Math.floor(Math.max(0, this.height) / PAGE) + 1;
    for (;;) {
      const query = { page, pageSize: PAGE, order: 'asc' as const };
      const dockets = await client.listDockets({ params: { registerId: this.registerId }, query });
      for (const docket of dockets) {
        if (docket.number <= newest) this.fault(`Docket ${docket.number} is listed behind docket ${newest}.`);
        if (docket.number !== (docket.header as unknown as DocketHeader).height)
          this.fault(`Docket ${docket.number} has the header of another height.`);
        await this.learn(client, docket, this.terms);
        this.take(docket, this.terms);
        newest = Math.max(newest, docket.number);
      }
      if (dockets.length < PAGE) break;
      page++;
    }
    if (newest < before - 1) this.fault(`The chain ends at docket ${newest}, it was ${before - 1} before.`);
    return this.hashes.length - before;
  }

  /** Reads `count` old dockets at heights that `pick` names, to compare them with what was read before. */
  async look(client: Client, count: number, pick: (below: number) => number): Promise<void> {
    for (let i = 0; i < count && this.hashes.length > 0; i++) {
      const height = pick(this.hashes.length);
      const docket = await client.getDocket({ params: { registerId: this.registerId, docketId: String(height) } });
      if (this.terms) this.take(docket, this.terms);
    }
  }

  /** Finds the roster of a docket in the evidence of its first transaction, where it is not known. */
  private async learn(client: Client, docket: DocketView, { rosters }: Terms): Promise<void> {
    const { rosterHash } = docket.header as unknown as DocketHeader;
    const [txId] = docket.transactionIds;
    if (rosters.has(rosterHash) || txId === undefined) return;
    const evidence = await client.getEvidence({ params: { registerId: this.registerId, txId } });
    const { genesis, rosterChanges } = evidence as unknown as EvidenceRosters;
    const first = genesis.transaction.payload;
    for (const roster of [{ validators: first.validators }, ...rosterChanges.map((change) => change.roster)])
      rosters.set(rosterHashOf(roster), roster);
  }

  private take(docket: DocketView, terms: Terms): void {
    const header = docket.header as unknown as DocketHeader;
    const { height } = header;
    const known = this.hashes[height];
    if (known !== undefined) {
      const same = docket.transactionIds.every((id, index) =>
        isDeepStrictEqual(this.places.get(id), { height, index }),
      );
      if (known !== docket.hash || !same) this.fault(`Docket ${height} is not what it was.`);
      return;
    }
    if (height !== this.hashes.length) {
      this.fault(`Docket ${this.hashes.length} is missing before ${height}.`);
      return;
    }
    if (docketHash(header) !== docket.hash) this.fault(`Docket ${height} does not have the hash of its header.`);
    if (header.prevHash !== (this.hashes.at(-1) ?? ZERO_HASH))
      this.fault(`Docket ${height} does not follow ${height - 1}.`);
    for (const problem of this.certificateProblems(docket, terms)) this.fault(`Docket ${height}: ${problem}`);
    if (this.nextRoster !== undefined && header.rosterHash !== this.nextRoster)
      this.fault(`Docket ${height} names another roster than docket ${height - 1} gave.`);
    this.nextRoster = header.nextRosterHash;
    this.newest = Math.max(this.newest, header.timestampMs);
    if (header.txCount !== docket.transactionIds.length) this.fault(`Docket ${height} miscounts its transactions.`);
    this.hashes.push(docket.hash);
    for (const [index, id] of docket.transactionIds.entries()) {
      const first = this.places.get(id);
      if (first) this.fault(`Transaction ${id} is sealed in docket ${first.height} and again in ${height}.`);
      this.places.set(id, { height, index });
    }
  }

  private certificateProblems(docket: DocketView, { rosters, policy }: Terms): string[] {
    const certificate = docket.certificate as Certificate;
    const roster = rosters.get((docket.header as unknown as DocketHeader).rosterHash);
    if (!roster) return ['no roster is known that has the hash which its header names.'];
    const genesisHash = this.hashes[0] ?? docket.hash;
    if (certificate.docketHash !== docket.hash) return ['its certificate is of another docket.'];
    const mode = roster.mode ?? policy.mode;
    const scope = { registerId: this.registerId, genesisHash, roster, policy: { mode } };
    return certificateProblems(certificate, scope, verifySeat).map((value) => `${value.code} ${value.message}`);
  }

  private fault(sentence: string): void {
    if (this.faults.length < FAULTS_MAX) this.faults.push(sentence);
  }
}

/** The rosters that an evidence document carries. */
interface EvidenceRosters {
  readonly genesis: { readonly transaction: { readonly payload: Pick<Roster, 'validators'> } };
  readonly rosterChanges: readonly { readonly roster: Roster }[];
}

async function termsOf(client: Client, registerId: string): Promise<Terms> {
  const params = { registerId };
  const [roster, policy] = await Promise.all([
    client.getGovernanceRoster({ params }),
    client.getRegisterPolicy({ params }),
  ]);
  const now = { validators: roster.validators } as Roster;
  return { rosters: new Map([[rosterHashOf(now), now]]), policy: policy.policy.consensus as ConsensusPolicy };
}
