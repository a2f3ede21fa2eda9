// Peers that tell a head which they cannot show, that crowd out others, or that are behind: none of them decides
// whether the head here is believed.
import { expect } from 'chai';
import type { PeerNet } from '../../../../../actors/mesh/ports.js';
import { TipGate, type TipGatePorts } from '../../../../../actors/mesh/replication/tip-gate.js';
import type { SealedDocket } from '../../../../../core/model/register.js';
import { docketOn, sealedBy, TRIO } from '../../../../model/scenarios.js';
import { fakeVerify, genesisOf, idOf, REGISTER, rosterOf, seat, type World } from '../../../../model/world.js';

const WORLD: World = { ...TRIO, heights: 12 };
const chain: SealedDocket[] = [genesisOf(WORLD)];
for (let height = 1; height <= 4; height++) chain.push(sealedBy(WORLD, docketOn(WORLD, chain[height - 1]!, 'A'), 'AB'));
const HEAD = 3;

interface Teller {
  readonly peerId: string;
  readonly org: string;
  readonly tells: number;
  /** The dockets that it gives, by height. */
  readonly gives?: readonly SealedDocket[];
}

const honest = (org: string, tells = HEAD): Teller => ({ peerId: `peer of ${org}`, org, tells, gives: chain });
const liar = (org: string, tells: number): Teller => ({ peerId: `peer of ${org}`, org, tells });

interface Here {
  /** The seat whose key this node has. */
  readonly seat?: string;
  /** Peers that the operator chose. */
  readonly chosen?: readonly string[];
}

/** Confirmed or not, by the reason that the status gives. */
async function judged(tellers: readonly Teller[], { seat: of, chosen = [] }: Here = {}) {
  const self = of === undefined ? 'reader' : seat(of).peerId;
  let held = true;
  let why = '';
  let asked = 0;
  const teller = (peerId: string) => tellers.find((one) => one.peerId === peerId)!;
  const net = {
    self: { orgId: 'org of reader', peerId: self },
    peers: () => tellers.map(({ peerId, org }) => ({ peerId, orgId: org, standing: 'member' })),
    heads: async (peerId: string) => {
      asked++;
      return [{ registerId: REGISTER, header: { height: teller(peerId).tells } }];
    },
    async *dockets(peerId: string, { fromHeight }: { fromHeight: number }) {
      const sealed = teller(peerId).gives?.[fromHeight];
      if (sealed) yield sealed;
    },
  } as unknown as PeerNet;
  const record = { id: REGISTER, reg: 1, status: 'RECOVERY', genesisHash: chain[0]!.docket.hash };
  const state = {
    ...{ registerId: REGISTER, genesisHash: record.genesisHash, height: HEAD, hash: chain[HEAD]!.docket.hash },
    ...{ roster: rosterOf('ABC'), policy: { consensus: { mode: 'majority' } } },
  };
  const gate = new TipGate({
    clock: { now: () => 10_000, steady: () => 10_000, setTimer: () => ({ cancel: () => undefined }) },
    log: { warn: () => undefined, error: (given: object) => expect.fail(JSON.stringify(given)) },
    chain: {
      docketAt: (_: number, height: number) => (height <= HEAD ? chain[height]?.docket : undefined),
      loadCertificate: (_: number, height: number) => chain[height]?.certificate,
    },
    keys: { all: () => (of === undefined ? [] : [{ validatorId: idOf(of), publicKey: seat(of).consensusKey }]) },
    chosen: { providersOf: () => chosen },
    mode: 'all',
    verifySeat: fakeVerify,
    net: () => net,
    ledger: {
      ...{ register: () => record, registers: () => [record], state: () => state },
      heads: {
        holds: () => held,
        checkpoint: () => undefined,
        confirm: async () => {
          held = false;
        },
        hold: async (_: string, reason: string) => {
          why = reason;
        },
      },
    },
  } as unknown as TipGatePorts);
  gate.look(REGISTER);
  for (let i = 0; i < 50 && held && why === ''; i++) await new Promise((resolve) => setImmediate(resolve));
  return { confirmed: !held, why, asked };
}

describe('a head that peers tell', () => {
  it('is confirmed by two organisations, whatever height another one tells and does not show', async () => {
    for (const tells of [HEAD, HEAD + 1, 9e15])
      expect(await judged([honest('X'), honest('Y'), liar('L', tells)])).to.include({ confirmed: true });
    const unsealed = { ...chain[4]!, certificate: chain[3]!.certificate };
    const forger = { ...liar('L', 4), gives: [...chain.slice(0, 4), unsealed] };
    expect(await judged([honest('X'), honest('Y'), forger])).to.include({ confirmed: true });
  });

  it('is not confirmed while one organisation shows a docket above it', async () => {
    expect(await judged([honest('X'), honest('Y'), honest('Z', 4)])).to.include({ confirmed: false });
  });

  it('is not hidden by many peers of one organisation, nor by many organisations that tell more', async () => {
    const many = Array.from({ length: 16 }, (_, i) => ({ ...liar('L', HEAD), peerId: `liar ${i}` }));
    expect(await judged([...many, honest('X'), honest('Y')])).to.include({ confirmed: true, asked: 4 });
    const liars = ['L', 'M', 'N', 'O', 'P'].map((org) => liar(org, HEAD + 1));
    expect(await judged([...liars, honest('X'), honest('Y')])).to.include({ confirmed: true });
  });

  it('is not confirmed by what others have below it, unless a seat is one docket ahead', async () => {
    const behind = await judged([honest('X', 1), honest('Y', HEAD)]);
    expect(behind.confirmed).to.equal(false);
    expect(behind.why).to.include(`two organisations agree on docket 1 only, the head here is ${HEAD}`);
    expect(await judged([honest('X', 0), honest('Y', 0)])).to.include({ confirmed: false });
    const ahead = [honest('X', HEAD - 1), honest('Y', HEAD - 1)];
    expect(await judged(ahead, { seat: 'A' })).to.include({ confirmed: true });
    expect(await judged(ahead)).to.include({ confirmed: false });
    // Its head was decided without its vote, so the members that decided it have it too.
    expect(await judged(ahead, { seat: 'C' })).to.include({ confirmed: false });
  });

  it('is asked of those that the operator chose before organisations that do not have the register', async () => {
    const others = Array.from({ length: 20 }, (_, i) => liar(`O${i}`, HEAD));
    const tellers = [...others, honest('X'), honest('Y')];
    expect(await judged(tellers)).to.include({ confirmed: false });
    expect(await judged(tellers, { chosen: ['peer of X', 'peer of Y'] })).to.include({ confirmed: true });
  });
});
