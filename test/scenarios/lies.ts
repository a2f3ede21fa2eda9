// A party whose node is patched lies to five honest ones, each at the node of its own organisation: it seals its runs
// itself, and its node signs and sends them. Each honest reader's node finds what it can find, and what is proven names
// the wallet of the liar on all nodes alike. Other figures are as they would be without it.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { clientOf, type Player } from '../../cli/harness/cast.js';
import type { ClusterMember } from '../../cli/harness/mesh-cluster.js';
import type { Body } from '../../cli/harness/party.js';
import { isClientError } from '../../cli/remote/remote.js';
import { fromBase64, fromHex, toBase64 } from '../../core/base/bytes.js';
import { sha256 } from '../../core/base/hash.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import type { Action, Definition } from '../../core/blueprint/definition/types.js';
import { contentOf, encryptCells, type GroupKeys } from '../../core/envelope/cells/encrypt.js';
import type { Envelope } from '../../core/envelope/cells/envelope.js';
import { groupsOf } from '../../core/envelope/layout/groups.js';
import { layoutOf } from '../../core/envelope/layout/layout.js';
import type { WalletKey } from '../../core/envelope/sealed-group.js';
import { type DraftSubmission, prepare } from '../../core/kinds/build.js';
import type { SignatureAlgorithm } from '../../core/model/transaction.js';
import { good } from '../support/base/good.js';
import { mixed, without } from './forged-envelopes.js';

const int = { type: 'integer' };
const HEAR_MS = 20_000;
const WAIT_SECONDS = 20;
/** Behind the term of a challenge. */
const TERM_MS = 62 * 60 * 1000;

/** The seller lies. The buyer and the auditor see all of its offer, the bank the price, the others one number each. */
export const SALE = {
  id: 'sale',
  language: 2,
  title: 'Sale',
  description: 'An offer whose total others pay.',
  participants: ['seller', 'buyer', 'bank', 'carrier', 'insurer', 'auditor'].map((id) => ({ id })),
  disputes: { window: 'P2D', deliverWithin: 'PT1H', redoWithin: 'P1D' },
  actions: [
    {
      id: 1,
      title: 'Offer',
      sender: 'seller',
      isStartingAction: true,
      dataSchemas: [
        { type: 'object', properties: { price: int, qty: int, weight: int }, required: ['price', 'qty', 'weight'] },
      ],
      calculations: { total: { '*': [{ var: 'in.price' }, { var: 'in.qty' }] } },
      disclosures: [
        ...['buyer', 'auditor'].map((participantAddress) => ({ participantAddress, dataPointers: ['/*'] })),
        { participantAddress: 'bank', dataPointers: ['/price', '/qty', '/total'] },
        { participantAddress: 'carrier', dataPointers: ['/weight'] },
        { participantAddress: 'insurer', dataPointers: ['/total'] },
      ],
      routes: [{ id: 'on', nextActionIds: [2] }],
    },
    {
      id: 2,
      title: 'Order',
      sender: 'buyer',
      dataSchemas: [{ type: 'object', properties: { fee: int }, required: ['fee'] }],
      calculations: { due: { '+': [{ var: 'act.1.total' }, { var: 'in.fee' }] } },
      disclosures: ['bank', 'auditor'].map((participantAddress) => ({ participantAddress, dataPointers: ['/*'] })),
      routes: [{ id: 'paid', nextActionIds: [] }],
    },
  ],
} as const;
/** Of the last one the seller's node answers the challenge by itself; of the two before its wallet is locked. */
const LIES = ['false-total', 'two-prices', 'withheld', 'answered'] as const;
const OFFER = { price: 10, qty: 3, weight: 7, total: 30 };

export interface Lying {
  readonly registerId: string;
  readonly publicationTxId: string;
  readonly members: readonly ClusterMember[];
  /** By role, each at the node of an organisation of its own. */
  readonly players: Readonly<Record<string, Player>>;
  /** Moves the clocks of all nodes on. */
  readonly pass: (ms: number) => Promise<void>;
}

/** An opening run as the seller's patched node seals it. */
interface Forgery {
  readonly instanceId: string;
  readonly data?: JsonObject;
  /** These wallets are told this instead, under the root of the data. */
  readonly tells?: { readonly roles: readonly string[]; readonly data: JsonObject };
  /** What is sealed for this role does not open. */
  readonly withheld?: string;
  /** Roles that read beside those of the definition. */
  readonly shows?: Readonly<Record<string, string>>;
}

export class Lies {
  constructor(private readonly of: Lying) {}

  async run(): Promise<void> {
    await this.refused();
    const tells = { roles: ['bank'], data: { ...OFFER, price: 99, total: 297 } };
    const [calculation, differing, withheld, answered] = await Promise.all([
      this.sealed({ instanceId: 'false-total', data: { ...OFFER, total: 999 } }),
      this.sealed({ instanceId: 'two-prices', tells }),
      this.sealed({ instanceId: 'withheld', withheld: 'carrier' }),
      this.sealed({ instanceId: 'answered', tells }),
    ]);
    const honest = this.sold();
    await this.isFound({
      buyer: [[calculation, 'violated']],
      auditor: [[calculation, 'violated']],
      bank: [
        [calculation, 'violated'],
        [differing, 'undelivered'],
        [answered, 'undelivered'],
      ],
      carrier: [[withheld, 'undelivered']],
      insurer: [],
    });
    const made = await this.object('auditor', 'false-total', calculation);
    expect(made).to.deep.include({ ground: 'calculation', status: 'sealed' });
    const challenge = (role: string, instanceId: string, txId: string) =>
      clientOf(this.player(role)).challengeInstance(
        { ...this.place(instanceId), body: { senderWallet: this.player(role).address, txId } },
        { waitSeconds: WAIT_SECONDS },
      );
    // The node of the seller answers by itself: who was told something else reads what is under the root.
    await challenge('bank', 'answered', answered);
    await this.ordered('answered');
    const undisturbed = await honest;
    // Its wallet is locked: it is silent, and no other wallet can give on what it sealed falsely.
    await this.lock('Locked');
    await challenge('bank', 'two-prices', differing);
    await challenge('carrier', 'withheld', withheld);
    await this.of.pass(TERM_MS);
    for (const [role, instanceId, txId] of [
      ['bank', 'two-prices', differing],
      ['carrier', 'withheld', withheld],
    ] as const)
      expect(await this.object(role, instanceId, txId)).to.deep.include({ ground: 'undelivered', status: 'sealed' });
    await this.lock('Active');
    await this.areAtFault({
      'false-total': ['calculation', calculation],
      'two-prices': ['undelivered', differing],
      withheld: ['undelivered', withheld],
    });
    // The same action again, by the honest program of the seller's node: the others go on with true numbers.
    for (const instanceId of LIES.filter((one) => one !== 'answered')) {
      await this.offered(instanceId);
      await this.ordered(instanceId);
    }
    for (const instanceId of [undisturbed, ...LIES]) {
      const [first, ...others] = await this.everywhere(instanceId, ({ state }) => state === 'Completed');
      for (const other of others) expect(other, instanceId).to.deep.equal(first);
    }
    // The run that was answered is in force, and its sender told the bank something else at first.
    await this.isFound({ buyer: [], auditor: [], bank: [[answered, 'undelivered']], carrier: [], insurer: [] });
  }

  /** Members of others, readers of the seller's own choice: no node takes them, at whichever it is sent. */
  private async refused(): Promise<void> {
    const foreign = await this.signed('foreign', { price: 10, qty: 3, weight: 7, total: 30, fee: 5 });
    const false1 = await this.signed('plain', { ...OFFER, total: 31 });
    const shown = await this.forged({ instanceId: 'shown', shows: { insurer: 'auditor' } });
    for (const [tx, code] of [
      [foreign, 'VAL_SCHEMA_007'],
      [false1, 'VAL_CALC_001'],
      [shown, 'VAL_CELL_002'],
    ] as const)
      for (const player of Object.values(this.of.players)) {
        const { registerId } = this.of;
        const said = await clientOf(player)
          .submitTransaction({ params: { registerId }, body: tx }, { waitSeconds: WAIT_SECONDS })
          .then(({ status }) => status, codeOf);
        expect(said, `${code} at ${player.at.name}`).to.equal(code);
      }
  }

  private player(role: string): Player {
    const found = this.of.players[role];
    if (!found) throw new Error(`Nobody plays ${role}.`);
    return found;
  }

  private place(instanceId: string) {
    return { params: { instanceId }, query: { registerId: this.of.registerId } };
  }

  /** The runs in which the node of each party finds something, and what. */
  private async isFound(expected: Readonly<Record<string, readonly (readonly [txId: string, verdict: string])[]>>) {
    await Promise.all(
      Object.entries(expected).map(async ([role, runs]) => {
        const { address: wallet } = this.player(role);
        const params = { wallet, register: this.of.registerId };
        const wanted = runs.map(([txId, verdict]) => `${txId} ${verdict}`).sort();
        const found = async () => {
          const { items } = await clientOf(this.player(role)).listSuspectRuns({ params });
          return items.map(({ transactionHash, verdict }) => `${transactionHash} ${verdict}`).sort();
        };
        await soon(async () => expect(await found(), role).to.deep.equal(wanted));
      }),
    );
  }

  /** The status of the seller's wallet: its node answers no challenge while that is locked. */
  private async lock(status: 'Active' | 'Locked'): Promise<void> {
    const { address } = this.player('seller');
    await clientOf(this.player('seller')).updateWallet({ params: { address }, body: { status } });
  }

  private object(role: string, instanceId: string, txId: string) {
    const body = { senderWallet: this.player(role).address, txId };
    const { params, query } = this.place(instanceId);
    return soon(() =>
      clientOf(this.player(role)).objectInstance({ params, query, body }, { waitSeconds: WAIT_SECONDS }),
    );
  }

  /** All nodes name the wallet of the seller, for the run and the ground, and show the same instance. */
  private async areAtFault(expected: Readonly<Record<string, readonly [ground: string, txId: string]>>): Promise<void> {
    for (const [instanceId, [ground, txId]] of Object.entries(expected)) {
      const [first, ...others] = await this.everywhere(instanceId, ({ faults = [] }) => faults.length > 0);
      expect(first?.state, instanceId).to.equal('Disputed');
      const faults = first?.faults?.map((one) => [one.wallet, one.ground, one.transactionId]);
      expect(faults, instanceId).to.deep.equal([[this.player('seller').address, ground, txId]]);
      for (const other of others) expect(other, instanceId).to.deep.equal(first);
    }
  }

  /** The instance as each node shows it, once all of them show it so. */
  private everywhere(instanceId: string, isThere: (shown: Shown) => boolean): Promise<readonly Shown[]> {
    return soon(async () => {
      const shown = await Promise.all(
        Object.values(this.of.players).map((player) => clientOf(player).getInstance(this.place(instanceId))),
      );
      if (!shown.every((one) => isThere(one) && one.lastTransactionId === shown[0]?.lastTransactionId))
        throw new Error(`${instanceId} is not there yet: ${JSON.stringify(shown.map(({ state }) => state))}`);
      return shown;
    });
  }

  /** An instance in which no lie is told; its id. */
  private async sold(): Promise<string> {
    const { instanceId } = await this.offered();
    await this.ordered(instanceId);
    return instanceId;
  }

  /** By the program of the seller's node as it is; a new instance unless one is named. */
  private offered(instanceId?: string) {
    const { total: _, ...payloadData } = OFFER;
    return this.act('seller', { actionId: '1', payloadData, ...(instanceId !== undefined && { instanceId }) });
  }

  /** The buyer calculates with the offer that is in force, and the bank and the auditor read the same. */
  private async ordered(instanceId: string): Promise<void> {
    const { calculations } = await this.act('buyer', { instanceId, actionId: '2', payloadData: { fee: 5 } });
    expect(calculations, instanceId).to.deep.equal({ due: 35 });
    for (const role of ['bank', 'auditor'])
      await soon(async () => {
        const query = { wallet: this.player(role).address, registerId: this.of.registerId };
        const { data } = await clientOf(this.player(role)).getInstanceState({ params: { instanceId }, query });
        expect(data, `${instanceId} as ${role} reads it`).to.deep.include({ total: 30, due: 35, fee: 5 });
      });
  }

  private act(
    role: string,
    move: { readonly actionId: string; readonly payloadData: JsonObject; readonly instanceId?: string },
  ) {
    const place = { blueprintId: SALE.id, registerAddress: this.of.registerId };
    const body = { ...place, ...move, senderWallet: this.player(role).address };
    return soon(() => clientOf(this.player(role)).submitAction({ body }, { waitSeconds: WAIT_SECONDS }));
  }

  /** Seals and sends what the seller's own program would refuse. */
  private async sealed(forgery: Forgery): Promise<string> {
    const { registerId } = this.of;
    const body = await this.forged(forgery);
    const answer = await clientOf(this.player('seller')).submitTransaction(
      { params: { registerId }, body },
      { waitSeconds: WAIT_SECONDS },
    );
    expect(answer.status, forgery.instanceId).to.equal('sealed');
    return body.transactionId;
  }

  private async forged({ instanceId, data = OFFER, tells, withheld, shows = {} }: Forgery) {
    const { registerId, publicationTxId } = this.of;
    const { players } = this.of;
    const keys = await this.keys();
    const definition = SALE as unknown as Definition;
    const [action] = definition.actions as readonly [Action];
    const layout = layoutOf(definition, action);
    const run = {
      ...{ registerId, instanceId, actionId: '1', publicationTxId, previousTransactionId: undefined },
      senderWallet: this.player('seller').address,
    };
    const holders = new Map(Object.entries(players).map(([role, { address }]) => [role, [address]]));
    for (const [role, like] of Object.entries(shows))
      holders.set(like, [...(holders.get(like) ?? []), this.player(role).address]);
    const groups = groupsOf(layout, holders).map(({ wallets, classes }): GroupKeys => {
      const recipients = wallets.map((wallet) => keys.get(wallet) as WalletKey);
      return { classes, recipients };
    });
    const seal = (stated: JsonObject): Envelope => {
      const content = good(contentOf(layout, stated, []));
      return good(
        encryptCells({ run: run as never, ...content, groups, files: [], entropy: sha256(JSON.stringify(stated)) }),
      );
    };
    const told = tells
      ? mixed(
          seal(data),
          seal(tells.data),
          tells.roles.map((role) => this.player(role).address),
        )
      : seal(data);
    const envelope = withheld === undefined ? told : without(told, this.player(withheld).address);
    const routing = { completedActionId: 1, next: [2], blueprintDefinitionTxId: publicationTxId };
    const { previousTransactionId: _, ...header } = run;
    return this.bySeller({
      ...header,
      blueprintId: SALE.id,
      recipients: envelope.wallets.map(({ walletAddress }) => walletAddress),
      metadata: { type: 'Action', contentEncoding: 'encrypted', routing },
      payload: envelope as unknown as Json,
    });
  }

  /** A readable offer of the seller. */
  private signed(instanceId: string, payload: JsonObject) {
    const { registerId, publicationTxId } = this.of;
    const routing = { completedActionId: 1, next: [2], blueprintDefinitionTxId: publicationTxId };
    const place = { registerId, instanceId, actionId: '1', publicationTxId, blueprintId: SALE.id };
    return this.bySeller({ ...place, metadata: { type: 'Action', routing }, payload });
  }

  /** Its node signs whatever bytes it is given. */
  private async bySeller(draft: JsonObject) {
    const { address, walletId } = this.player('seller');
    const createdAt = new Date().toISOString();
    const made = good(prepare({ createdAt, ...draft, senderWallet: address } as unknown as DraftSubmission));
    const signing = { data: toBase64(fromHex(made.digest)), isPreHashed: true };
    const client = clientOf(this.player('seller'));
    const { publicKey, signature, algorithm } = await client.signWithWallet({
      params: { id: walletId },
      body: signing,
    });
    const signatures = [{ publicKey, signatureValue: signature, algorithm }];
    return { ...made.submission, signatures } as unknown as Body & { readonly transactionId: string };
  }

  private async keys(): Promise<ReadonlyMap<string, WalletKey>> {
    const { registerId, players } = this.of;
    const walletAddresses = Object.values(players).map(({ address }) => address);
    const client = clientOf(this.player('seller'));
    const { resolved } = await client.resolvePublicKeys({ params: { registerId }, body: { walletAddresses } });
    return new Map(
      walletAddresses.map((walletAddress): [string, WalletKey] => {
        const key = resolved[walletAddress];
        if (!key) throw new Error(`No key of ${walletAddress}.`);
        const publicKey = fromBase64(key.publicKey) as Uint8Array;
        return [walletAddress, { walletAddress, algorithm: key.algorithm as SignatureAlgorithm, publicKey }];
      }),
    );
  }
}

type Shown = Awaited<ReturnType<ReturnType<typeof clientOf>['getInstance']>>;

/** What `work` gives once it throws nothing: other nodes are some dockets behind. */
async function soon<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + HEAR_MS;
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (performance.now() > until) throw error;
      await pause(50);
    }
}

function codeOf(error: unknown): string {
  if (!isClientError(error)) throw error;
  return error.code;
}
