// Catching up over real links that are far and thin: what is proven is fetched once, whichever giver dies, lies or
// trickles, and costs hardly more bytes than it has.
import { expect } from 'chai';
import type { MeshLedger, PeerService } from '../../../actors/mesh/ports.js';
import { catchUp, TipClaims } from '../../../actors/mesh/replication/catch-up.js';
import { TipPath } from '../../../actors/mesh/replication/tip-path.js';
import { issue } from '../../../core/base/issue.js';
import type { Clock } from '../../../core/base/ports.js';
import { fail } from '../../../core/base/result.js';
import type { DocketRange } from '../../../core/mesh/frames.js';
import type { RegisterState, SealedDocket } from '../../../core/model/register.js';
import { type Member, NetworkWorld, until } from '../../support/mesh/networks.js';
import { QUIET } from '../../support/node/ledger-world.js';
import { aTransaction, nextStep, REGISTER } from '../../support/register/a-chain.js';
import { FaultProxy } from '../../tools/fault-proxy.js';

const DOCKETS = 15;
const PER_DOCKET = 12;
const PAYLOAD_BYTES = 30_000;
const DELAY_MS = 20;
/** Patience is measured by this clock: where a test waits for its end, fifteen seconds are one and a half. */
const QUICKER = 10;
let quicker = 1;
const clock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now() * quicker,
  setTimer: (run, ms) => {
    const timer = setTimeout(run, ms / quicker);
    return { cancel: () => clearTimeout(timer) };
  },
};

function largeChain(): readonly SealedDocket[] {
  const chain: SealedDocket[] = [];
  let state: RegisterState | undefined;
  for (let height = 0; height <= DOCKETS; height++) {
    const transactions = Array.from({ length: PER_DOCKET }, (_, n) =>
      aTransaction({ n: height * PER_DOCKET + n, payloadBytes: PAYLOAD_BYTES }),
    );
    const { sealed, after } = nextStep(state, transactions);
    chain.push(sealed);
    state = after;
  }
  return chain;
}

type Giving = (
  truth: readonly SealedDocket[],
  range: DocketRange,
) => Iterable<SealedDocket> | AsyncIterable<SealedDocket>;

describe('catching up over far links', () => {
  const chain = largeChain();
  const bytes = chain.slice(1).reduce((sum, { docket }) => sum + docket.header.bytes, 0);
  const world = new NetworkWorld();
  const proxies: FaultProxy[] = [];
  afterEach(async () => {
    quicker = 1;
    for (const proxy of proxies.splice(0)) await proxy.close();
  });

  /** Gives what it is asked for as nodes do, or as the test has it. */
  function service(asked: DocketRange[], giving: Giving = (truth) => truth): Partial<PeerService> {
    return {
      dockets: (_, range) => {
        asked.push(range);
        const part = chain.slice(range.fromHeight, range.toHeight + 1);
        if (range.only)
          return (async function* () {
            for (const { docket, certificate } of part)
              yield { docket: { ...docket, transactions: [] }, certificate: { ...certificate, signatures: [] } };
          })();
        return (async function* () {
          let sum = 0;
          for await (const sealed of giving(part, range)) {
            yield sealed;
            sum += sealed.docket.header.bytes;
            if (sum >= range.bytesMax) return;
          }
        })();
      },
    };
  }

  async function mesh(givings: readonly (Giving | undefined)[]) {
    const asked: DocketRange[][] = [];
    const givers: { readonly peerId: string; readonly proxy: FaultProxy }[] = [];
    for (const giving of givings) {
      const own: DocketRange[] = [];
      asked.push(own);
      const giver = await world.started({ service: service(own, giving) });
      const [host, port] = giver.network.address.split(':') as [string, string];
      const proxy = await FaultProxy.open({ host, port: Number(port) });
      proxies.push(proxy);
      givers.push({ peerId: giver.peerId, proxy });
    }
    const reader = await world.started({ seeds: givers.map(({ proxy }) => `127.0.0.1:${proxy.port}`) });
    await until(() => givers.every(({ peerId }) => reader.network.link(peerId).state === 'up'));
    return { reader, givers, asked };
  }

  /** Stores dockets that follow and whose body is that of the header. */
  function ledgerOf(onStored: (height: number) => void = () => undefined) {
    let height = 0;
    const adoptRange: MeshLedger['adoptRange'] = async (_, dockets) => {
      const before = height;
      for await (const { docket } of dockets) {
        const isHeld = docket.hash === chain[height + 1]?.docket.hash && docket.transactions.length === PER_DOCKET;
        if (!isHeld) return { adopted: height - before, height, issues: [issue('DOCKET_ROOT_MISMATCH', '', 'A lie.')] };
        height++;
        onStored(height);
      }
      return { adopted: height - before, height, issues: [] };
    };
    const state = () => ({ height, hash: chain[height]!.docket.hash }) as RegisterState;
    return { state, adoptRange, adoptConfirmed: adoptRange, height: () => height };
  }

  const carried = () => proxies.reduce((sum, { carriedBytes }) => sum + carriedBytes, 0);
  const setAll = (fault: Parameters<FaultProxy['set']>[0]) => {
    for (const proxy of proxies) proxy.set(fault);
  };

  async function follow(reader: Member, givers: readonly { readonly peerId: string }[], ledger = ledgerOf()) {
    const claims = new TipClaims();
    for (const { peerId } of givers) claims.note(peerId, DOCKETS);
    const blames: string[] = [];
    const { network: net } = reader;
    const blame = net.blame.bind(net);
    net.blame = (peerId, offence, detail) => {
      blames.push(`${givers.findIndex((each) => each.peerId === peerId)} ${offence}`);
      blame(peerId, offence, detail);
    };
    const ports = { clock, random: { number: () => 0, bytes: () => new Uint8Array() }, log: QUIET, ledger };
    const more = { net: () => net, onParted: () => undefined, mode: 'all' as const };
    const done = await catchUp(REGISTER, claims, { ...ports, ...more });
    return { done, blames, height: ledger.height() };
  }

  it('costs five percent more bytes at most, and asks for a range before the one before it is here', async () => {
    const { reader, givers, asked } = await mesh([undefined]);
    setAll({ delayMs: DELAY_MS, bytesPerSecond: 12_500_000 });
    const before = carried();
    const { height, blames } = await follow(reader, givers);
    expect([height, blames]).to.deep.equal([DOCKETS, []]);
    expect((carried() - before) / bytes).to.be.below(1.05);
    const heights = asked[0]!.flatMap(({ fromHeight, toHeight }) =>
      Array.from({ length: toHeight - fromHeight + 1 }, (_, i) => fromHeight + i),
    );
    expect(new Set(heights).size, 'every docket once').to.equal(DOCKETS);
  });

  it('keeps what came when a giver dies in the middle, and fetches the rest of another one', async () => {
    quicker = QUICKER;
    const { reader, givers } = await mesh([undefined, undefined]);
    setAll({ delayMs: DELAY_MS, bytesPerSecond: 4_000_000 });
    const before = carried();
    const ledger = ledgerOf((height) => height === 5 && givers[0]!.proxy.set({ halfOpen: true }));
    const { height, blames } = await follow(reader, givers, ledger);
    expect([height, blames]).to.deep.equal([DOCKETS, ['0 slow']]);
    // What was under way to the dead one is lost, which is no more than its ranges.
    expect((carried() - before) / bytes).to.be.below(1.5);
  });

  it('names a giver of a body that is no part of its docket, and loses nothing of others', async () => {
    const lie: Giving = (truth) =>
      truth.map((sealed) => {
        const { docket, certificate } = sealed;
        return docket.header.height % 4 === 0 ? { docket: { ...docket, transactions: [] }, certificate } : sealed;
      });
    const { reader, givers } = await mesh([lie, undefined]);
    const { height, blames } = await follow(reader, givers);
    expect([height, blames]).to.deep.equal([DOCKETS, ['0 invalid-signature']]);
  });

  it('leaves a giver that trickles, in the middle of a docket, for one that was not tried', async () => {
    quicker = QUICKER;
    const { reader, givers } = await mesh([undefined, undefined]);
    givers[0]!.proxy.set({ bytesPerSecond: 20_000 });
    const { height, blames } = await follow(reader, givers);
    expect([height, blames]).to.deep.equal([DOCKETS, ['0 slow']]);
  });

  it('waits for the only giver while bytes come, however long a docket takes', async () => {
    quicker = QUICKER;
    const { reader, givers } = await mesh([undefined]);
    // A docket takes longer than the patience of one that hears nothing.
    givers[0]!.proxy.set({ bytesPerSecond: 180_000 });
    let stored = 0;
    const ledger = ledgerOf((height) => {
      stored = height;
      if (height === 2) givers[0]!.proxy.set({});
    });
    const { height, blames } = await follow(reader, givers, ledger);
    expect([height, stored, blames]).to.deep.equal([DOCKETS, DOCKETS, []]);
  });

  it('proves headers from a known docket down, and then fetches each body once, of all givers', async () => {
    const wrong = (range: DocketRange) => range.only !== undefined;
    const { reader, givers, asked } = await mesh([undefined, undefined]);
    setAll({ delayMs: DELAY_MS, bytesPerSecond: 12_500_000 });
    const before = carried();
    const ledger = ledgerOf();
    const target = { height: DOCKETS, hash: chain[DOCKETS]!.docket.hash };
    const path = new TipPath({ clock, mode: 'all', ledger }, { registerId: REGISTER, state: ledger.state(), target });
    const peers = givers.map(({ peerId }) => peerId);
    expect(await path.walk({ net: reader.network, givers: peers, isPatient: false })).to.equal(true);
    expect(ledger.height()).to.equal(DOCKETS);
    expect((carried() - before) / bytes).to.be.below(1.05);
    expect(asked.flat().filter(wrong).length, 'one request of headers').to.equal(1);
    expect(asked.map((own) => own.length > 0)).to.deep.equal([true, true]);
  });

  it('takes nothing on a way of which no giver has the headers', async () => {
    const { reader, givers } = await mesh([undefined]);
    const ledger = ledgerOf();
    const target = { height: DOCKETS, hash: 'ab'.repeat(32) };
    const path = new TipPath({ clock, mode: 'all', ledger }, { registerId: REGISTER, state: ledger.state(), target });
    expect(await path.walk({ net: reader.network, givers: [givers[0]!.peerId], isPatient: true })).to.equal(false);
    expect(ledger.height()).to.equal(0);
  });

  it('is told at once where a register is not known', async () => {
    const refusing = await world.started({ service: { dockets: () => fail(issue('REGISTER_NOT_FOUND', '', 'No.')) } });
    const reader = await world.started({ seeds: [refusing.network.address] });
    await until(() => reader.network.link(refusing.peerId).state === 'up');
    const { height, done } = await follow(reader, [refusing]);
    expect([height, done.adopted, done.failures]).to.deep.equal([0, 0, 1]);
  });
});
