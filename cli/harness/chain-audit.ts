// Follows the chain of one register through REST and judges every docket with the ledger's own rules: hash, link, certificate, and that no TxId is
// sealed twice. It remembers what it saw, so that a later reading shows whether anything sealed has changed. It trusts nothing that a node says.
import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../api/client.js';
import { certificateProblems } from '../../core/consensus/certificate.js';
import { verifySeat } from '../../core/crypto/algorithms.js';
import { docketHash, ZERO_HASH } from '../../core/register/docket.js';
import type { Certificate, ConsensusPolicy, DocketHeader, Roster } from '../../core/register/types.js';

export interface Place {
  readonly height: number;
  readonly index: number;
}

const PAGE = 100;
/** More of them say nothing new. */
const FAULTS_MAX = 50;

type DocketView = Awaited<ReturnType<Client['getDocket']>>;

interface Terms {
  readonly roster: Roster;
  readonly policy: ConsensusPolicy;
}

export class ChainAudit {
  readonly registerId: string;
  /** Docket hashes by height. */
  readonly hashes: string[] = [];
  readonly places = new Map<string, Place>();
  /** What is wrong, as sentences. Empty is what one wants. */
  readonly faults: string[] = [];
  private terms: Terms | undefined;

  constructor(registerId: string) {
    this.registerId = registerId;
  }

  get height(): number {
    return this.hashes.length - 1;
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
    if (header.txCount !== docket.transactionIds.length) this.fault(`Docket ${height} miscounts its transactions.`);
    this.hashes.push(docket.hash);
    for (const [index, id] of docket.transactionIds.entries()) {
      const first = this.places.get(id);
      if (first) this.fault(`Transaction ${id} is sealed in docket ${first.height} and again in ${height}.`);
      this.places.set(id, { height, index });
    }
  }

  private certificateProblems(docket: DocketView, { roster, policy }: Terms): string[] {
    const certificate = docket.certificate as Certificate;
    const genesisHash = this.hashes[0] ?? docket.hash;
    if (certificate.docketHash !== docket.hash) return ['its certificate is of another docket.'];
    const scope = { registerId: this.registerId, genesisHash, roster, policy };
    return certificateProblems(certificate, scope, verifySeat).map((found) => `${found.code} ${found.message}`);
  }

  private fault(sentence: string): void {
    if (this.faults.length < FAULTS_MAX) this.faults.push(sentence);
  }
}

async function termsOf(client: Client, registerId: string): Promise<Terms> {
  const params = { registerId };
  const [roster, policy] = await Promise.all([
    client.getGovernanceRoster({ params }),
    client.getRegisterPolicy({ params }),
  ]);
  return {
    roster: { validators: roster.validators } as Roster,
    policy: policy.policy.consensus as ConsensusPolicy,
  };
}
