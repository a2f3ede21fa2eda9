// The keeper of evidence that stands nowhere on the ledger: durable before it is offered, fetched once and behind who
// asks, asked for again after a rest, and deleted at its end.
import { expect } from 'chai';
import { evidenceGone, KeptEvidence } from '../../../../../actors/workflow/kept/keeper.js';
import type { AskedEvidence, EvidenceInRun, EvidenceState } from '../../../../../actors/workflow/kept/ports.js';
import { PROOF_MAX_AGE_MOST_MS } from '../../../../../core/base/limits/ledger/credentials.js';
import {
  KEPT_FETCHES_SENDER_MAX,
  KEPT_REST_MS,
  KEPT_UNSEALED_MS,
} from '../../../../../core/base/limits/node/wallets.js';
import { fail, type Result } from '../../../../../core/base/result.js';
import type { KeptGates } from '../../../../../core/envelope/cells/kept.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { EncryptedTexts } from '../../../../../storage/secrets/encrypted-texts.js';
import { KeptEvidenceRows } from '../../../../../storage/tables/credentials/kept-evidence.js';

const REGISTER = 'r';
const TX = 'ab'.repeat(32);
const DAY = 24 * 3_600_000;
const content = { seed: 'AA', cells: [[1]] };
const gate = { id: 'licence', keptForMs: 3 * DAY };
const findSealed = (answer: KeptGates): KeptGates =>
  Object.fromEntries(Object.entries(answer).filter(([, { seed }]) => seed === content.seed));
/** The run as its reader opens it. */
let opened: EvidenceInRun | undefined = { delivered: {}, findSealed };
const asked = (more: Partial<AskedEvidence> = {}): AskedEvidence => ({
  ...{
    at: { registerId: REGISTER, reg: 1 },
    run: { txId: TX, header: { senderWallet: 's' } as never },
    sealedAtMs: 0,
    gates: [gate],
  },
  ...{ reader: {} as never, open: async () => opened },
  ...more,
});

describe('actors/workflow/kept/keeper', () => {
  const newStore = () => {
    const kv = memoryKv();
    return { kv, journal: new Journal(kv, { onFatal: () => undefined }) };
  };
  let store = newStore();
  let nowMs = 0;
  let answer: Result<KeptGates> = { licence: content };
  let asks = 0;
  /** Answers that are still to come, by run. */
  const waiting = new Map<string, Promise<Result<KeptGates>>>();
  let sealedAtMs: number | undefined;
  const written: number[] = [];
  const warned: object[] = [];
  const counted: string[] = [];
  const came: string[] = [];
  const keeper = (): KeptEvidence =>
    new KeptEvidence({
      clock: { now: () => nowMs, steady: () => nowMs },
      log: { warn: (of: object) => warned.push(of) },
      rows: new KeptEvidenceRows(store.kv, store.journal),
      secrets: new EncryptedTexts(new Uint8Array(32).fill(9), {
        bytes: (length: number) => new Uint8Array(length).fill(1),
      } as never),
      chain: { transaction: () => (sealedAtMs === undefined ? undefined : { timestampMs: sealedAtMs }) } as never,
      ledger: { register: () => ({ reg: 1 }) as never },
      commit: async (ops) => {
        written.push(ops.length);
        await store.journal.commit(ops);
      },
      ask: async ({ run }) => {
        asks++;
        return waiting.get(run.txId) ?? answer;
      },
      onCame: (registerId, txId) => came.push(`${registerId} ${txId}`),
      metrics: { countEvidence: (outcome) => counted.push(outcome) },
    });
  const flush = () => new Promise<void>((resolve) => setImmediate(resolve));
  /** What it has once the answers came. */
  const fetched = async (own: KeptEvidence, more?: Partial<AskedEvidence>): Promise<EvidenceState> => {
    expect(await own.ensure(asked(more))).to.equal('away');
    await flush();
    return own.ensure(asked(more));
  };
  const find = (of: KeptEvidence = keeper()) => of.find(REGISTER, TX, ['licence']);
  beforeEach(() => {
    store = newStore();
    opened = { delivered: {}, findSealed };
    warned.length = 0;
    counted.length = 0;
    came.length = 0;
    waiting.clear();
    [nowMs, asks, sealedAtMs, answer] = [0, 0, undefined, { licence: content }];
    written.length = 0;
  });

  const runOf = (i: number, senderWallet: string) => ({
    run: { txId: String(i).padStart(64, '0'), header: { senderWallet } as never },
  });

  it('keeps it encrypted, for a keeper after a restart too', async () => {
    await keeper().keep({ registerId: REGISTER, txId: TX }, [{ ...gate, content }]);
    expect(written).to.deep.equal([2]);
    expect(find()).to.deep.equal({ licence: content });
    expect(keeper().find(REGISTER, TX, ['other'])).to.equal(undefined);
    for await (const [, value] of store.kv.range({ gte: new Uint8Array(0), lt: new Uint8Array([255]) }))
      expect(Buffer.from(value).toString()).to.not.contain('"cells"');
  });

  it('gives nothing that is over, before it is swept', async () => {
    const own = keeper();
    await own.keep({ registerId: REGISTER, txId: TX }, [{ ...gate, content }]);
    nowMs = KEPT_UNSEALED_MS;
    expect(find(own), 'of a run that was never sealed').to.equal(undefined);
    sealedAtMs = 5;
    nowMs = 5 + gate.keptForMs - 1;
    expect(find(own), 'sealed').to.deep.equal({ licence: content });
    expect(await own.ensure(asked({ sealedAtMs: 5 }))).to.equal('here');
    nowMs += 1;
    expect(find(own), 'over').to.equal(undefined);
    expect(await own.ensure(asked({ sealedAtMs: 5 }))).to.equal('over');
  });

  it('gives it no longer than its term, also where that is shorter than a day', async () => {
    const own = keeper();
    await own.keep({ registerId: REGISTER, txId: TX }, [{ ...gate, keptForMs: 10, content }]);
    sealedAtMs = 1;
    nowMs = 10;
    expect(find(own)).to.deep.equal({ licence: content });
    nowMs = 11;
    expect(find(own)).to.equal(undefined);
  });

  it('fetches it once for all wallets of the node', async () => {
    expect([await fetched(keeper()), asks, came]).to.deep.equal(['here', 1, [`${REGISTER} ${TX}`]]);
    expect([await keeper().ensure(asked()), asks]).to.deep.equal(['here', 1]);
    expect(find()).to.deep.equal({ licence: content });
  });

  it('asks again after a rest where it was not had, or not whole', async () => {
    const own = keeper();
    for (const given of [fail(evidenceGone()), {}]) {
      answer = given;
      nowMs += KEPT_REST_MS;
      expect(await fetched(own)).to.equal('away');
    }
    expect(came).to.deep.equal([]);
    expect([await own.ensure(asked()), asks], 'at rest').to.deep.equal(['away', 2]);
    answer = { licence: content };
    expect([await own.ensure(asked()), asks], 'still').to.deep.equal(['away', 2]);
    nowMs += KEPT_REST_MS;
    expect([await fetched(own), asks]).to.deep.equal(['here', 3]);
  });

  it('keeps nothing of a false answer, and asks again', async () => {
    const own = keeper();
    answer = { licence: { seed: 'AB', cells: [[2]] } };
    expect(await fetched(own)).to.equal('away');
    expect([find(), written, counted]).to.deep.equal([undefined, [], ['false']]);
    expect(warned).to.deep.equal([{ registerId: REGISTER, txId: TX, wallet: 's' }]);
    answer = { licence: content };
    nowMs += KEPT_REST_MS;
    expect(await fetched(own)).to.equal('here');
    expect([find(), counted]).to.deep.equal([{ licence: content }, ['false', 'fetched']]);
  });

  it('keeps the true part of an answer, and asks for the rest', async () => {
    const own = keeper();
    const gates = [gate, { ...gate, id: 'second' }];
    answer = { licence: content, second: { seed: 'AB', cells: [] } };
    expect([await fetched(own, { gates }), find()]).to.deep.equal(['away', { licence: content }]);
    answer = { second: content };
    nowMs += KEPT_REST_MS;
    expect([await fetched(own, { gates }), counted]).to.deep.equal(['here', ['false', 'fetched']]);
    expect(own.find(REGISTER, TX, ['licence', 'second'])).to.deep.equal({ licence: content, second: content });
  });

  it('waits for no gate that is over beside one that is not', async () => {
    const gates = [{ ...gate, id: 'over', keptForMs: DAY }, gate];
    nowMs = DAY;
    expect([await fetched(keeper(), { gates }), counted]).to.deep.equal(['over', ['fetched']]);
  });

  it('asks nobody for what was delivered on the ledger', async () => {
    opened = { delivered: { licence: content }, findSealed };
    expect([await keeper().ensure(asked()), asks, find()]).to.deep.equal(['here', 0, { licence: content }]);
  });

  it('takes what is delivered on the ledger while its sender is at rest, and while it is asked', async () => {
    const own = keeper();
    answer = fail(evidenceGone());
    expect(await fetched(own)).to.equal('away');
    waiting.set(TX, new Promise(() => undefined));
    nowMs += KEPT_REST_MS;
    expect([await own.ensure(asked()), asks]).to.deep.equal(['away', 2]);
    opened = { delivered: { licence: content }, findSealed };
    expect([await own.ensure(asked()), asks, find()]).to.deep.equal(['here', 2, { licence: content }]);
    const other = keeper();
    const later = { ...runOf(9, 's'), gates: [{ ...gate, id: 'later' }] };
    opened = { delivered: {}, findSealed };
    expect(await fetched(other, later)).to.equal('away');
    opened = { delivered: { later: content }, findSealed };
    expect([await other.ensure(asked(later)), asks]).to.deep.equal(['here', 3]);
  });

  it('asks for nothing of a run that does not open', async () => {
    opened = undefined;
    expect([await keeper().ensure(asked()), asks, find()]).to.deep.equal(['here', 0, undefined]);
  });

  it('lets nobody wait for a node that is slow, and asks the nodes of others meanwhile', async () => {
    const own = keeper();
    const never = new Promise<Result<KeptGates>>(() => undefined);
    for (const i of [1, 2, 3]) {
      const slow = runOf(i, 'slow');
      waiting.set(slow.run.txId, never);
      expect(await own.ensure(asked(slow))).to.equal('away');
      expect(await own.ensure(asked(slow)), 'once').to.equal('away');
    }
    expect([await fetched(own, runOf(4, 'other')), asks]).to.deep.equal(['here', 2]);
  });

  it('asks for a bounded number of runs at once, and for the others later', async () => {
    const own = keeper();
    let answerAll = (_: Result<KeptGates>): void => undefined;
    const answered = new Promise<Result<KeptGates>>((resolve) => {
      answerAll = resolve;
    });
    const most = 1 + KEPT_FETCHES_SENDER_MAX;
    for (let i = 0; i <= most; i++) {
      const one = runOf(i, 'busy');
      waiting.set(one.run.txId, answered);
      await own.ensure(asked(one));
    }
    answerAll({ licence: content });
    await flush();
    expect(asks).to.equal(most);
    expect(await fetched(own, runOf(most, 'busy'))).to.equal('here');
  });

  it('keeps nothing that comes after its stop', async () => {
    const own = keeper();
    let answerIt = (_: Result<KeptGates>): void => undefined;
    waiting.set(
      TX,
      new Promise((resolve) => {
        answerIt = resolve;
      }),
    );
    await own.ensure(asked());
    own.stop();
    answerIt({ licence: content });
    await flush();
    expect([find(), written, came]).to.deep.equal([undefined, [], []]);
  });

  it('asks for nothing that is over', async () => {
    nowMs = gate.keptForMs;
    expect([await keeper().ensure(asked()), asks]).to.deep.equal(['over', 0]);
    nowMs--;
    expect(await fetched(keeper())).to.equal('here');
  });

  it('deletes what a reader fetched at its end, counted from the seal', async () => {
    await fetched(keeper(), { sealedAtMs: DAY });
    sealedAtMs = DAY;
    nowMs = 4 * DAY - 1;
    expect(await keeper().sweep(nowMs)).to.deep.equal([]);
    await store.journal.commit([...(await keeper().sweep(4 * DAY))]);
    expect(find()).to.equal(undefined);
    expect(await keeper().sweep(9 * DAY), 'and its end with it').to.deep.equal([]);
  });

  it('keeps what a sender has for its term from the seal on, and for a day where there is none', async () => {
    await keeper().keep({ registerId: REGISTER, txId: TX }, [{ ...gate, content }]);
    expect(await keeper().sweep(KEPT_UNSEALED_MS - 1)).to.deep.equal([]);
    sealedAtMs = 1000;
    await store.journal.commit([...(await keeper().sweep(KEPT_UNSEALED_MS))]);
    expect(find(), 'sealed').to.deep.equal({ licence: content });
    await store.journal.commit([...(await keeper().sweep(gate.keptForMs + 1000))]);
    expect(find()).to.equal(undefined);
    await keeper().keep({ registerId: REGISTER, txId: TX }, [{ ...gate, content }]);
    sealedAtMs = undefined;
    await store.journal.commit([...(await keeper().sweep(KEPT_UNSEALED_MS))]);
    expect(find(), 'never sealed').to.equal(undefined);
  });

  it('deletes what has a term under a day behind that, and not before a gate can be sealed', async () => {
    const short = { ...gate, keptForMs: 60_000 };
    await keeper().keep({ registerId: REGISTER, txId: TX }, [{ ...short, content }]);
    expect(await keeper().sweep(PROOF_MAX_AGE_MOST_MS + 59_999)).to.deep.equal([]);
    await store.journal.commit([...(await keeper().sweep(PROOF_MAX_AGE_MOST_MS + 60_000))]);
    expect(await keeper().sweep(9 * DAY), 'nothing is left').to.deep.equal([]);
  });
});
