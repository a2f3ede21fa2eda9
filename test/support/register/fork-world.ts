// A node that sealed dockets 0 and 1 of the small register, with everything that judges a split chain and nothing
// around it; and dockets beside those, which its only seat signed too. Deterministic.
import { expect } from 'chai';
import { announcementHub } from '../../../actors/announcements.js';
import { ForkClaims } from '../../../actors/misbehaviour/fork-claims.js';
import { ForkJudge } from '../../../actors/misbehaviour/fork-judge.js';
import { ForkStop } from '../../../actors/misbehaviour/fork-stop.js';
import { RegisterRecords } from '../../../actors/register-records.js';
import { sha256Hex } from '../../../core/base/hash.js';
import type { Log } from '../../../core/base/ports.js';
import { certificateOf } from '../../../core/consensus/certificate.js';
import { voteDigest } from '../../../core/consensus/digest.js';
import type { Vote } from '../../../core/consensus/types.js';
import type { ForkProof } from '../../../core/mesh/frames.js';
import type { Certificate, Docket, DocketHeader, SealedDocket } from '../../../core/model/register.js';
import { docketHash } from '../../../core/register/docket.js';
import { signCandidacy } from '../../../core/register/governance/candidacy.js';
import { rosterChanges } from '../../../core/register/past-rosters.js';
import { rosterHashOf } from '../../../core/register/roster.js';
import { STATE_KEY } from '../../../core/register/state-keys.js';
import { ChainStore } from '../../../storage/chain/chain-store.js';
import { Registers } from '../../../storage/chain/registers.js';
import type { Kv } from '../../../storage/engine/kv.js';
import { memoryKv } from '../../../storage/engine/memory.js';
import { openStoreOn } from '../../../storage/open.js';
import { EvidenceRows } from '../../../storage/tables/node/evidence.js';
import { VirtualClock } from '../base/virtual-clock.js';
import { liar, voteOf } from './evidence.js';
import { operation, proposal } from './governance.js';
import { Ledger, NOW, owner, publish, REGISTER_ID, VALIDATOR } from './ledger.js';

export const LIAR = liar();
const PERIOD_MS = 14 * 24 * 60 * 60 * 1000;
const QUIET: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => QUIET };

/** A node that sealed dockets 0 and 1 of the register, on `kv` as it was left. */
export async function node(kv: Kv = memoryKv()) {
  const { journal } = await openStoreOn(kv, { nowMs: NOW, onFatal: () => undefined });
  const chain = new ChainStore(kv, journal);
  const registers = await Registers.load(kv);
  const announcements = announcementHub(QUIET);
  const told: string[] = [];
  announcements.listen((fact) => told.push(`${fact.type} ${'reason' in fact ? fact.reason : ''}`));
  const clock = new VirtualClock(NOW);
  const records = new RegisterRecords({ clock, journal, registers, announcements }, { isSole: () => false });
  const closed: string[] = [];
  const close = async (id: string) => void closed.push(id);
  const ignored = { count: 0 };
  const reopened: string[] = [];
  const rows = new EvidenceRows(kv);
  const claims = new ForkClaims({ rows, journal, log: QUIET });
  await claims.load();
  const forks = new ForkStop({
    ...{ rows, records, chain, log: QUIET, close, claims },
    judge: new ForkJudge({ clock, chain, trustingPeriodMs: PERIOD_MS }),
    reopen: async (id) => void reopened.push(id),
    onIgnored: () => void ignored.count++,
    whenDrained: () => journal.whenDrained(),
  });
  await forks.load();
  return { kv, journal, chain, registers, records, forks, claims, told, closed, reopened, ignored, clock };
}

export type Node = Awaited<ReturnType<typeof node>>;

export async function founded(): Promise<Node & { readonly ledger: Ledger; readonly other: SealedDocket }> {
  const made = await node();
  const ledger = new Ledger();
  const first = ledger.docket([publish()]);
  const before = ledger.state;
  await seal(made, ledger, ledger.dockets[0]!);
  ledger.seal(publish());
  await seal(made, ledger, ledger.dockets[1]!);
  const record = {
    id: REGISTER_ID,
    reg: 1,
    name: 'r',
    description: '',
    tenantId: 't',
    createdAt: '',
    updatedAt: '',
    status: 'ONLINE' as const,
    seat: 'Running' as const,
    advertise: false,
    isFullReplica: true,
    genesisHash: before.genesisHash,
  };
  await made.registers.save(made.journal, record);
  const header: DocketHeader = { ...first.header, timestampMs: first.header.timestampMs + 1 };
  const docket: Docket = { ...first, header, hash: docketHash(header) };
  return { ...made, ledger, other: { docket, certificate: certify(ledger, docket.hash) } };
}

/** The register above, whose only seat may be given another key; and what the first key can still sign. */
export async function lonely() {
  const world = await founded();
  const { ledger, journal, chain } = world;
  const former = { ...ledger.state };
  const signedBy = (hash: string, height: number) => certify({ ...ledger, state: former } as Ledger, hash, height);
  /** Two dockets that were never made. */
  const pair = (height: number): ForkProof => ({
    registerId: REGISTER_ID,
    headers: [null, null],
    certificates: [signedBy(sha256Hex('a'), height), signedBy(sha256Hex('b'), height)],
  });
  /** The sealed docket of a height, and another that follows the same one. */
  const beside = (height: number, name = 'other'): ForkProof => {
    const { header, hash } = ledger.dockets[height]!.docket;
    const made = { ...header, txRoot: sha256Hex(name) };
    const headers = [header, made] as const;
    return {
      registerId: REGISTER_ID,
      headers,
      certificates: [signedBy(hash, height), signedBy(docketHash(made), height)],
    };
  };
  const rekey = async () => {
    const next = liar('another').seat;
    const operationOf = { validatorId: VALIDATOR.validatorId, validator: next };
    const signed = signCandidacy(ledger.state, next, {
      sign: (digest) => liar('another').sign(digest),
      replaces: VALIDATOR.validatorId,
    });
    const before = { roster: former.roster, height: ledger.state.height };
    ledger.seal(proposal(operation('rekey-validator', { ...operationOf, ...signed }), [owner]));
    const changes = rosterChanges(before, ledger.state.roster, ledger.view);
    const sealed = ledger.dockets.at(-1)!;
    await journal.commit(chain.sealOps({ reg: 1, sealed, after: ledger.state, changes }));
    expect(chain.view(1).state(STATE_KEY.pastRoster(rosterHashOf(former.roster)))).to.not.equal(undefined);
  };
  return { ...world, pair, beside, rekey };
}

function seal({ chain, journal }: Node, ledger: Ledger, sealed: SealedDocket): Promise<void> {
  return journal.commit(chain.sealOps({ reg: 1, sealed, after: ledger.state, changes: [] }));
}

export function certify(ledger: Ledger, hash: string, height = 1): Certificate {
  const { genesisHash, roster } = ledger.state;
  const scene = { registerId: REGISTER_ID, genesisHash, rosterHash: rosterHashOf(roster), height, round: 0 };
  const vote = { ...voteOf(LIAR, scene, 'x', 'COMMIT'), docketHash: hash };
  return certificateOf([signedAgain(vote)], roster);
}

export function signedAgain({ signature: _old, ...vote }: Vote): Vote {
  return { ...vote, signature: LIAR.sign(voteDigest(vote)) };
}
