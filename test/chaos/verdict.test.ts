// The verdict of the chaos program is worth what it finds: every lie that a mesh could tell is planted here, one at a
// time, into answers that are sound otherwise, and has to be reported. Registers in memory; no process and no socket.
import { expect } from 'chai';
import type { Client } from '../../api/client/client.js';
import { transactionView } from '../../api/views/transactions.js';
import type { Docket } from '../../core/model/register.js';
import type { Submission, Transaction } from '../../core/model/transaction.js';
import { transactionOf } from '../../core/transaction/encode.js';
import { good } from '../support/base/good.js';
import { actDraft, alice, bob, Ledger, NOW, publish, REGISTER_ID, submission } from '../support/register/ledger.js';
import type { StoreFindings } from '../tools/store-audit.js';
import { judgeLines, judgeOrder } from './order.js';
import { type Stories, type Story, storyOf } from './story.js';
import { judge, type Replica } from './verdict.js';
import { Witness } from './witness.js';

interface World {
  readonly ledger: Ledger;
  readonly replicas: Replica[];
  readonly stories: Stories;
  /** Of each sealed action, in order. */
  readonly told: readonly Story[];
}

/** Answers of one node by operation; each may be replaced by a lie. */
type Answers = Record<string, (call: { readonly params: Record<string, string>; readonly query: Query }) => unknown>;
interface Query {
  readonly page: number;
  readonly pageSize: number;
  readonly $skip: number;
  readonly $top: number;
}

const ACTIONS = 4;
const NAMES = ['acme', 'bolt', 'crux'];

function actions(publicationTxId: string): Submission[] {
  return Array.from({ length: ACTIONS }, (_, i) =>
    submission(
      actDraft(
        { actionId: '0', publicationTxId, instanceId: `case-${i}`, createdAt: new Date(NOW + i).toISOString() },
        alice,
      ),
      [alice],
    ),
  );
}

function aWorld(): World {
  const ledger = new Ledger();
  const published = publish();
  ledger.seal(published);
  const bodies = actions(published.txId);
  for (const body of bodies) ledger.seal(good(transactionOf(body)));
  const stories: Stories = new Map();
  const told = bodies.map((body, i) => {
    const story = storyOf(body);
    stories.set(body.transactionId, story);
    if (i % 2 === 0) story.sealed.push({ height: i + 2, index: 0, by: 0 });
    else story.promises.push({ by: 1, isQuorum: false });
    return story;
  });
  return { ledger, stories, told, replicas: NAMES.map((_, index) => replicaOf(ledger, index)) };
}

function docketView({ docket, certificate }: Ledger['dockets'][number]) {
  const transactionIds = docket.transactions.map(({ txId }) => txId);
  return { number: docket.header.height, hash: docket.hash, header: docket.header, certificate, transactionIds };
}

function placed({
  dockets,
}: Ledger): readonly { readonly tx: Transaction; readonly docket: Docket; readonly index: number }[] {
  return dockets.flatMap(({ docket }) => docket.transactions.map((tx, index) => ({ tx, docket, index })));
}

function answersOf(ledger: Ledger): Answers {
  const { roster, policy } = ledger.state;
  const views = placed(ledger).map(({ tx, docket, index }) =>
    transactionView(tx, { height: docket.header.height, index, docketHash: docket.hash }),
  );
  return {
    getRegister: () => ({ height: ledger.state.height }),
    listDockets: ({ query }) =>
      ledger.dockets.map(docketView).slice((query.page - 1) * query.pageSize, query.page * query.pageSize),
    getGovernanceRoster: () => ({ validators: roster.validators }),
    getRegisterPolicy: () => ({ policy }),
    listTransactions: ({ query }) => ({ transactions: views.slice(query.$skip, query.$skip + query.$top) }),
    getReceipt: ({ params }) => {
      const found = placed(ledger).find(({ tx }) => tx.txId === params.txId);
      if (!found) throw new Error('RECEIPT_NOT_FOUND');
      return { status: 'sealed', docketNumber: found.docket.header.height, index: found.index };
    },
  };
}

function findingsOf(ledger: Ledger): StoreFindings {
  const own = ledger.dockets.map(({ docket }) => docket.hash);
  const figures = { registers: 1, dockets: own.length, transactions: placed(ledger).length, promised: 0, strays: 0 };
  return { ...figures, issues: [], hashes: new Map([[REGISTER_ID, own]]) };
}

function replicaOf(
  ledger: Ledger,
  index: number,
  lies: { readonly answers?: Partial<Answers>; readonly store?: Partial<StoreFindings> } = {},
): Replica {
  const answers = { ...answersOf(ledger), ...lies.answers } as Answers;
  const client = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [name, async (call: Parameters<typeof answer>[0]) => answer(call)]),
  );
  return {
    index,
    name: NAMES[index] ?? `node ${index}`,
    client: () => client as unknown as Client,
    stop: async () => undefined,
    store: async () => ({ ...findingsOf(ledger), ...lies.store }),
  };
}

/** The faults of a sound world after the lie. */
async function faultsAfter(lie: (world: World) => void, gone?: ReadonlySet<number>): Promise<string> {
  const world = aWorld();
  lie(world);
  const { replicas, stories } = world;
  const given = { replicas, stories, registerIds: [REGISTER_ID], convergeMs: 120, ...(gone && { gone }) };
  return (await judge(given)).faults.join('\n');
}

/** A body that no node ever stored. */
function unsealed(): Story {
  const body = submission(actDraft({ actionId: '0', publicationTxId: publish().txId, instanceId: 'nowhere' }, bob), [
    bob,
  ]);
  return storyOf(body);
}

describe('chaos verdict', () => {
  it('finds nothing wrong with a mesh that kept its word', async () => {
    const world = aWorld();
    const { replicas, stories } = world;
    const verdict = await judge({ replicas, stories, registerIds: [REGISTER_ID], convergeMs: 120 });
    expect(verdict.faults).to.deep.equal([]);
    expect(verdict).to.include({ height: ACTIONS + 1, acknowledged: ACTIONS, promised: ACTIONS / 2 });
  });

  it('reports a 202 for what was never stored, or whose outbox is gone', async () => {
    const faults = await faultsAfter(({ stories }) => {
      const story = unsealed();
      story.promises.push({ by: 2, isQuorum: false });
      stories.set(story.body.transactionId, story);
    });
    expect(faults).to.match(/^crux promised \S+ and says nothing at the end\.$/);
  });

  it('reports a promise that stays pending without end', async () => {
    const faults = await faultsAfter(({ ledger, replicas }) => {
      replicas[1] = replicaOf(ledger, 1, { answers: { getReceipt: () => ({ status: 'pending' }) } });
    });
    expect(faults).to.match(/bolt promised \S+ and says pending at the end/);
  });

  it('reports a seal that was told and is nowhere, and one in another place', async () => {
    const nowhere = await faultsAfter(({ stories }) => {
      const story = unsealed();
      story.sealed.push({ height: 3, index: 0, by: 0 });
      stories.set(story.body.transactionId, story);
    });
    expect(nowhere).to.match(/was told sealed at 3\/0 and is nowhere/);
    const moved = await faultsAfter(({ told }) => {
      told[0]?.sealed.splice(0, 1, { height: 3, index: 0, by: 0 });
    });
    expect(moved).to.match(/was told sealed at 3\/0; it is at 2\/0/);
  });

  it('reports a refusal of an honest transaction, before and after a promise, and a final refusal of what is sealed', async () => {
    expect(await faultsAfter(({ told }) => told[0]?.refusals.push('VAL_SIG_002'))).to.include(
      'honest and was refused: VAL_SIG_002',
    );
    expect(await faultsAfter(({ told }) => told[0]?.refusals.push('POOL_FULL'))).to.equal('');
    expect(await faultsAfter(({ told }) => told[1]?.ends.push('VAL_TIME_001'))).to.match(
      /refused for good .* and is sealed/,
    );
  });

  it('lets one of two rivals be refused, and no other', async () => {
    const refused = (isContended: boolean) =>
      faultsAfter(({ stories }) => {
        const story = { ...unsealed(), isContended };
        story.refusals.push('VAL_CHAIN_FORK');
        stories.set(story.body.transactionId, story);
      });
    expect(await refused(true)).to.equal('');
    expect(await refused(false)).to.include('VAL_CHAIN_FORK');
  });

  it('reports a docket that one node shows twice, leaves out, or has alone', async () => {
    const showing = (change: (views: object[]) => void) =>
      faultsAfter(({ ledger, replicas }) => {
        const views = ledger.dockets.map(docketView);
        change(views);
        replicas[1] = replicaOf(ledger, 1, { answers: { listDockets: () => views } });
      });
    expect(await showing((views) => views.splice(3, 0, { ...views[2], number: 3 }))).to.include('bolt');
    expect(await showing((views) => views.splice(3, 1))).to.match(/bolt: Docket 3 is missing/);
    expect(await showing((views) => views.pop())).to.include('bolt holds another chain');
    const doubled = await showing((views) => {
      const last = views.at(-1) as { transactionIds: string[] };
      const before = views.at(-2) as { transactionIds: string[] };
      views.splice(-1, 1, { ...last, transactionIds: before.transactionIds });
    });
    expect(doubled).to.match(/is sealed in docket 4 and again in 5/);
  });

  it('reports another branch', async () => {
    const faults = await faultsAfter(({ replicas }) => {
      const other = new Ledger();
      const published = publish();
      other.seal(published);
      for (const [i, body] of actions(published.txId).entries())
        other.sealAt(other.state.timestampMs + 1000 + (i === ACTIONS - 1 ? 1 : 0), good(transactionOf(body)));
      replicas[2] = replicaOf(other, 2);
    });
    expect(faults).to.include('crux holds another chain');
  });

  it('reports an altered transaction in the answer of one replica, and in that of all', async () => {
    const altering = (indexes: readonly number[]) =>
      faultsAfter(({ ledger, replicas }) => {
        const honest = answersOf(ledger).listTransactions as NonNullable<Answers[string]>;
        const lie: Answers[string] = (call) => {
          const { transactions } = honest(call) as { transactions: { payloads: object[] }[] };
          return {
            transactions: transactions.map((view, i) =>
              i === 2 ? { ...view, payloads: [{ ...view.payloads[0], data: { amount: 1_000_000 } }] } : view,
            ),
          };
        };
        for (const index of indexes) replicas[index] = replicaOf(ledger, index, { answers: { listTransactions: lie } });
      });
    expect(await altering([1])).to.match(/bolt shows other bytes of \S+ than were submitted/);
    expect(await altering([0, 1, 2])).to.match(/acme shows other bytes/);
  });

  it('reports replicas that do not become equal', async () => {
    const faults = await faultsAfter(({ ledger, replicas }) => {
      replicas[2] = replicaOf(ledger, 2, { answers: { getRegister: () => ({ height: 1 }) } });
    });
    expect(faults).to.match(/do not become equal: heights 5, 5, 1/);
  });

  it('reports a replica whose transactions cannot be listed: then nothing of it was compared', async () => {
    const faults = await faultsAfter(({ ledger, replicas }) => {
      const listTransactions = () => {
        throw new Error('INTERNAL');
      };
      replicas[1] = replicaOf(ledger, 1, { answers: { listTransactions } });
    });
    expect(faults).to.match(/^bolt lists 0 of \d+ transactions\.$/);
  });

  it('reports a store that is damaged, keeps promises or bodies at rest, or holds another chain than was shown', async () => {
    const storing = (store: Partial<StoreFindings>) =>
      faultsAfter(({ ledger, replicas }) => {
        replicas[1] = replicaOf(ledger, 1, { store });
      });
    const damage = { code: 'STORE_DAMAGED', path: '', message: 'A row is missing.' } as const;
    expect(await storing({ issues: [damage] })).to.include('bolt: store: STORE_DAMAGED A row is missing.');
    expect(await storing({ promised: 2 })).to.include('bolt: store: 2 promises are kept at rest.');
    expect(await storing({ strays: 3 })).to.include('bolt: store: 3 stored bodies are named by no docket.');
    expect(await storing({ hashes: new Map([[REGISTER_ID, ['00']]]) })).to.include('holds another chain');
  });

  it('forgives a lone promise of a node that is gone for good, and not one of a quorum', async () => {
    const burying = (isQuorum: boolean) =>
      faultsAfter(
        ({ stories, replicas }) => {
          const story = unsealed();
          story.promises.push({ by: 2, isQuorum });
          stories.set(story.body.transactionId, story);
          replicas.splice(2, 1);
        },
        new Set([2]),
      );
    expect(await burying(false)).to.equal('');
    expect(await burying(true)).to.include('promised by a quorum and is lost');
  });
});

describe('chaos order', () => {
  const at = (height: number) => ({ height, index: 0 });
  const story = (instanceId: string, members: Partial<Story> = {}, previousTransactionId?: string): Story => ({
    ...unsealed(),
    body: {
      ...unsealed().body,
      transactionId: `${instanceId}-${members.startedMs ?? 0}`,
      instanceId,
      ...(previousTransactionId !== undefined && { previousTransactionId }),
    },
    isContended: true,
    ...members,
  });

  it('reports a transaction that stands before one that was confirmed before it began', () => {
    const early = story('a', { startedMs: 0, confirmedMs: 10 });
    const late = story('b', { startedMs: 20, confirmedMs: 30 });
    const ids = [early.body.transactionId, late.body.transactionId] as const;
    expect(
      judgeOrder(
        [early, late],
        new Map([
          [ids[0], at(1)],
          [ids[1], at(2)],
        ]),
      ),
    ).to.deep.equal([]);
    expect(
      judgeOrder(
        [early, late],
        new Map([
          [ids[0], at(2)],
          [ids[1], at(1)],
        ]),
      ),
    ).to.have.length(1);
  });

  it('reports two successors of one transaction, two beginnings, and a successor that stands first', () => {
    const first = story('a', { startedMs: 1 });
    const rival = story('a', { startedMs: 2 });
    const next = story('a', { startedMs: 3 }, first.body.transactionId);
    const other = story('a', { startedMs: 4 }, first.body.transactionId);
    const places = (...stories: readonly Story[]) =>
      new Map(stories.map(({ body }, i) => [body.transactionId, at(i + 1)]));
    const all = [first, rival, next, other];
    expect(judgeLines(all, places(first, next))).to.deep.equal([]);
    expect(judgeLines(all, places(first, rival)).join()).to.include('both sealed on top of the start of a');
    expect(judgeLines(all, places(first, next, other)).join()).to.include('both sealed on top of');
    expect(judgeLines(all, places(next, first)).join()).to.include('does not stand behind');
  });
});

describe('chaos witness', () => {
  it('reports a head that goes back, by node and register', () => {
    const witness = new Witness();
    witness.head('acme', 'a', 5);
    witness.head('acme', 'b', 1);
    witness.head('bolt', 'a', 4);
    witness.head('acme', 'a', 5);
    expect(witness.faults).to.deep.equal([]);
    witness.head('acme', 'a', 4);
    expect(witness.faults).to.deep.equal(['acme showed height 4 of a after 5.']);
  });

  it('reports a reader who was failed, and not one who shall come again', () => {
    const witness = new Witness();
    for (const status of [200, 404, 429, 503]) witness.status('acme', 'a register', status);
    expect(witness.faults).to.deep.equal([]);
    witness.status('acme', 'a register', 500);
    expect(witness.faults).to.deep.equal(['acme answers 500 to a reader of a register.']);
  });

  it('reports a sealed transaction that changes, or that its own teller does not show', () => {
    const witness = new Witness();
    const story = unsealed();
    story.sealed.push({ height: 1, index: 0, by: 0 });
    const [acme, bolt] = [
      { name: 'acme', index: 0 },
      { name: 'bolt', index: 1 },
    ] as const;
    witness.transaction(bolt, story, undefined);
    witness.transaction(acme, story, { amount: 1 });
    witness.transaction(bolt, story, { amount: 1 });
    expect(witness.faults).to.deep.equal([]);
    witness.transaction(bolt, story, { amount: 2 });
    witness.transaction(acme, story, undefined);
    expect(witness.faults).to.have.length(2);
  });
});
