// Registers of several nodes, seen from each node: founding together, taking over, observing, ranges of dockets, fences
// and relayed submissions.
import { expect } from 'chai';
import type { ConsensusTransport } from '../../../../actors/docket/ports.js';
import { isFailure } from '../../../../core/base/result.js';
import type { SignedClaim } from '../../../../core/consensus/certificate.js';
import { verifySeat } from '../../../../core/crypto/signing/algorithms.js';
import type { SealedDocket } from '../../../../core/model/register.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { issuesOf } from '../../../support/base/results.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';
import {
  anAction,
  foundedRegister,
  genesisTransaction,
  keyOf,
  keysOf,
  type LedgerWorld,
  type LedgerWorldOptions,
  ledgerWorld,
  mustState,
  REGISTER_ID,
  signedTransaction,
  signerOf,
  submitted,
} from '../../../support/node/ledger-world.js';
import { chainOf, docketsOf, replicaOf } from '../../../support/node/replica.js';

const NAMES = ['one', 'two', 'three'];
const good = (claims: readonly SignedClaim[]) =>
  Promise.resolve(claims.every((claim) => verifySeat(claim.publicKey, claim.digest, claim.signature)));

/** Nodes whose consensus messages reach each other at once. */
class Party {
  readonly clock = new VirtualClock();
  readonly worlds = new Map<string, LedgerWorld>();

  async open(name: string, options: Partial<LedgerWorldOptions> = {}): Promise<LedgerWorld> {
    const keys = options.keys ?? keysOf(name);
    const transport = (id: string) => this.transport(name, id);
    const world = await ledgerWorld({ ...options, clock: this.clock, keys, transport });
    this.worlds.set(name, world);
    return world;
  }

  async found(names: readonly string[] = NAMES): Promise<SealedDocket> {
    const founder = this.worlds.get(names[0]!)!;
    const given = { transaction: genesisTransaction(this.clock.now(), REGISTER_ID, names), advertise: false };
    const docket = await founder.ledger.genesis.prepare(given);
    if (isFailure(docket)) throw new Error(JSON.stringify(docket));
    const signatures = [];
    for (const [voterIndex, name] of names.entries()) {
      if (voterIndex === 0) continue;
      const signature = await this.worlds.get(name)!.ledger.genesis.attest(docket);
      if (typeof signature !== 'string') throw new Error(JSON.stringify(signature));
      signatures.push({ voterIndex, signature });
    }
    const created = await founder.ledger.genesis.found(given, { docket, signatures });
    if (isFailure(created)) throw new Error(JSON.stringify(created));
    for (const name of names.slice(1)) await this.follow(name, created.sealed);
    return created.sealed;
  }

  async follow(name: string, genesis: SealedDocket): Promise<void> {
    const record = await this.worlds.get(name)!.ledger.follow({ genesis, advertise: false });
    if (isFailure(record)) throw new Error(JSON.stringify(record));
  }

  private transport(from: string, registerId: string): ConsensusTransport {
    const nodeOf = (id: string) => NAMES.find((name) => signerOf(name).validatorId === id);
    return {
      send: (to, message) => {
        for (const id of to)
          this.worlds
            .get(nodeOf(id) ?? '')
            ?.ledger.handle(registerId)
            ?.receive({ message, from: signerOf(from).validatorId }, good);
      },
      fetch: ({ height, docketHash, from: owner }) => {
        const body = docketHash && this.worlds.get(nodeOf(owner) ?? '')?.chain.loadBody(1, height, docketHash);
        if (body) this.worlds.get(from)?.ledger.handle(registerId)?.body(body);
      },
      serve: ({ height, to }) => {
        void this.worlds
          .get(from)
          ?.chain.sealedDocket(1, height)
          .then((sealed) => {
            const envelope = { message: { type: 'decided' as const, ...sealed! }, from: signerOf(from).validatorId };
            if (sealed)
              this.worlds
                .get(nodeOf(to) ?? '')
                ?.ledger.handle(registerId)
                ?.receive(envelope, good);
          });
      },
      offer: () => undefined,
    };
  }
}

async function party(): Promise<Party> {
  const all = new Party();
  for (const name of NAMES) await all.open(name);
  return all;
}

describe('a register of several nodes', () => {
  it('is founded with the attestation of every seat, once', async () => {
    const all = await party();
    const sealed = await all.found();
    expect(sealed.certificate.signatures).to.have.length(3);
    const other = genesisTransaction(all.clock.now() + 5, REGISTER_ID, NAMES);
    for (const { ledger } of all.worlds.values()) {
      const again = await ledger.genesis.prepare({ transaction: other, advertise: false });
      expect(issuesOf(again)).to.have.nested.property('[0].code', 'REGISTER_IN_USE');
    }
  });

  it('does not exist without one of them, and an attestation is given to one genesis only, over restarts', async () => {
    const kv = memoryKv();
    const all = new Party();
    const one = await all.open('one');
    const two = await all.open('two', { kv });
    const given = { transaction: genesisTransaction(all.clock.now(), REGISTER_ID, ['one', 'two']), advertise: false };
    const docket = await one.ledger.genesis.prepare(given);
    if (isFailure(docket)) throw new Error('no docket');
    const created = await one.ledger.genesis.found(given, { docket, signatures: [] });
    expect(issuesOf(created)).to.have.nested.property('[0].code', 'ATTESTATION_MISSING');
    const forged = [{ voterIndex: 1, signature: 'ab'.repeat(64) }];
    const wrong = await one.ledger.genesis.found(given, { docket, signatures: forged });
    expect(issuesOf(wrong)).to.have.nested.property('[0].code', 'CERTIFICATE_INVALID');
    const first = await two.ledger.genesis.attest(docket);
    const again = await all.open('two', { kv: kv.crash() });
    expect(await again.ledger.genesis.attest(docket)).to.equal(first);
    await all.clock.advance(10);
    expect(await one.ledger.genesis.prepare(given)).to.deep.equal(docket);
    const later = await one.ledger.genesis.prepare({
      ...given,
      transaction: genesisTransaction(all.clock.now(), REGISTER_ID, ['one', 'two']),
    });
    if (isFailure(later)) throw new Error('no docket');
    expect(issuesOf(await again.ledger.genesis.attest(later))).to.have.nested.property('[0].code', 'REGISTER_IN_USE');
    const stranger = await all.open('three');
    expect(issuesOf(await stranger.ledger.genesis.attest(docket))).to.have.nested.property('[0].code', 'FORBIDDEN');
  });

  it('seals with a quorum, and a stopped or fenced seat goes on observing', async () => {
    const all = await party();
    await all.found();
    const [one, two, three] = NAMES.map((name) => all.worlds.get(name)!);
    await three!.ledger.seating.control(REGISTER_ID, 'stop');
    expect(three!.ledger.seat(REGISTER_ID)).to.include({ state: 'Stopped' });
    const pin = await foundedOn(one!, all.clock);
    expect(mustState(two!).height).to.equal(1);
    expect(mustState(three!).height).to.equal(1);
    const fenced = { state: 'Fenced', reason: 'rollback' };
    expect(await three!.ledger.seating.raise(REGISTER_ID, 'rollback')).to.include(fenced);
    expect(three!.ledger.seating.fence, 'of one register too').to.equal('rollback');
    await one!.ledger.submit(anAction(one!, pin, 7), { priority: 'Normal', waitMs: 0 });
    await all.clock.advance(100);
    for (const { chain } of [one!, two!, three!]) expect(chain.durableState(1)?.height).to.equal(2);
    const certificate = one!.chain.loadCertificate(1, 2)!;
    const third = mustState(one!).roster.validators.findIndex((v) => v.validatorId === signerOf('three').validatorId);
    expect(certificate.signatures.map((entry) => entry.voterIndex)).to.not.include(third);
    expect(await three!.ledger.seating.control(REGISTER_ID, 'accept-amnesia')).to.include({ state: 'Stopped' });
    expect(await three!.ledger.seating.control(REGISTER_ID, 'start')).to.include({ state: 'Running' });
  });

  it('keeps the fence of a register over a crash, and refuses to delete a seat', async () => {
    const kv = memoryKv();
    const all = new Party();
    for (const name of ['one', 'two']) await all.open(name, name === 'two' ? { kv } : {});
    await all.found(['one', 'two']);
    await all.worlds.get('two')!.ledger.seating.raise(REGISTER_ID, 'rollback');
    const again = await all.open('two', { kv: kv.crash() });
    expect(again.ledger.seat(REGISTER_ID)).to.include({ state: 'Fenced', reason: 'rollback' });
    expect(await again.ledger.remove(REGISTER_ID)).to.include({ code: 'REGISTER_SEATED' });
  });
});

/** Publishes the bench blueprint on a register that needs others to seal. */
async function foundedOn(world: LedgerWorld, clock: VirtualClock): Promise<string> {
  const scratch = await ledgerWorld({ clock });
  const pin = await foundedRegister(scratch);
  const [publication] = (await scratch.chain.sealedDocket(1, 1))!.docket.transactions;
  const outcome = await world.ledger.submit(publication!, { priority: 'Normal', waitMs: 0 });
  expect(outcome.status).to.equal('pending');
  await clock.advance(100);
  return pin;
}

describe('a replica', () => {
  for (const mode of ['all', 'certified'] as const)
    it(`adopts a range (${mode}) and is the same ledger, durable`, async () => {
      const from = await chainOf(12);
      const kv = memoryKv();
      const replica = await replicaOf(from, { kv });
      const done = await replica.ledger.adoptRange(REGISTER_ID, docketsOf(from), mode);
      expect(done).to.deep.equal({ adopted: 12, height: 12, issues: [] });
      const again = await ledgerWorld({ kv: kv.crash(), clock: from.clock, keys: keysOf('reader') });
      expect(mustState(again)).to.deep.equal(mustState(from));
      expect(again.ledger.seat(REGISTER_ID)).to.include({ state: 'Stopped' });
      expect(await again.ledger.adoptRange(REGISTER_ID, docketsOf(from), mode)).to.include({ adopted: 0, height: 12 });
    });

  it('stores nothing from the docket on that does not hold, and names its height', async () => {
    const from = await chainOf(8);
    const replica = await replicaOf(from);
    const spoil = (sealed: SealedDocket): SealedDocket => {
      if (sealed.docket.header.height !== 5) return sealed;
      const signatures = sealed.certificate.signatures.map((entry) => ({ ...entry, signature: 'ab'.repeat(64) }));
      return { ...sealed, certificate: { ...sealed.certificate, signatures } };
    };
    const done = await replica.ledger.adoptRange(REGISTER_ID, docketsOf(from, 1, spoil), 'certified');
    expect([done.adopted, done.height]).to.deep.equal([4, 4]);
    expect(done.issues[0]).to.include({ code: 'CERTIFICATE_INVALID', path: '/5/certificate/signatures' });
    const lie = (sealed: SealedDocket): SealedDocket => {
      if (sealed.docket.header.height !== 6) return sealed;
      const [tx] = sealed.docket.transactions;
      const signatures = tx!.signatures.map((entry) => ({ ...entry, signatureValue: 'AAAA' }));
      return { ...sealed, docket: { ...sealed.docket, transactions: [{ ...tx!, signatures }] } };
    };
    const rest = await replica.ledger.adoptRange(REGISTER_ID, docketsOf(from, 5, lie), 'all');
    expect([rest.height, rest.issues[0]?.path.startsWith('/6/docket')]).to.deep.equal([5, true]);
    const gap = await replica.ledger.adoptRange(REGISTER_ID, docketsOf(from, 8), 'all');
    expect(gap.issues[0]).to.include({ code: 'DOCKET_PARENT_UNKNOWN' });
  });

  it('keeps a verifiable prefix when power is lost in the middle, and goes on from there', async () => {
    const from = await chainOf(10);
    const kv = memoryKv();
    const replica = await replicaOf(from, { kv });
    kv.hold();
    const under = replica.ledger.adoptRange(REGISTER_ID, docketsOf(from), 'all').catch(() => undefined);
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    kv.sync(1);
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    const again = await ledgerWorld({ kv: kv.crash(0), clock: from.clock, keys: keysOf('reader') });
    const before = mustState(again).height;
    expect(before).to.be.within(1, 9);
    const done = await again.ledger.adoptRange(REGISTER_ID, docketsOf(from, before + 1), 'all');
    expect([done.height, done.issues]).to.deep.equal([10, []]);
    void under;
  });

  it('tells its status, follows and unfollows, and keeps its data', async () => {
    const from = await chainOf(3);
    const replica = await replicaOf(from);
    const { ledger } = replica;
    ledger.setSync(REGISTER_ID, { state: 'synced', targetHeight: 0 });
    await replica.clock.settle();
    expect(ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' });
    ledger.setSync(REGISTER_ID, { state: 'recovering', targetHeight: 9 });
    ledger.setSync(REGISTER_ID, { state: 'stalled', targetHeight: 9 });
    await replica.clock.settle();
    const told = replica.told.flatMap((fact) => (fact.type === 'register-status' ? [fact.status] : []));
    expect(told).to.deep.equal(['ONLINE', 'RECOVERY']);
    const syncs = () => replica.told.flatMap((fact) => (fact.type === 'register-sync' ? [fact.syncState] : []));
    expect(syncs()).to.deep.equal(['recovering', 'stalled']);
    // It is asked about often, and told once.
    for (let i = 0; i < 2; i++) await ledger.setSync(REGISTER_ID, { state: 'synced', targetHeight: 9 });
    await ledger.setSync(REGISTER_ID, { state: 'stalled', targetHeight: 9 });
    expect(syncs()).to.deep.equal(['recovering', 'stalled', 'synced', 'stalled']);
    expect(await ledger.setSubscribed(REGISTER_ID, false)).to.equal(undefined);
    expect(ledger.register(REGISTER_ID)).to.include({ status: 'OFFLINE', subscribed: false });
    expect((await ledger.adoptRange(REGISTER_ID, docketsOf(from), 'all')).issues[0]).to.include({
      code: 'REGISTER_OFFLINE',
    });
    expect(await ledger.setSubscribed(REGISTER_ID, true)).to.equal(undefined);
    expect(ledger.register(REGISTER_ID)).to.include({ status: 'RECOVERY', subscribed: true });
    expect(await ledger.remove(REGISTER_ID)).to.include({ code: 'SUBSCRIPTION_EXISTS' });
    expect(await ledger.setSubscribed(REGISTER_ID, false)).to.equal(undefined);
    expect(await ledger.remove(REGISTER_ID)).to.equal(undefined);
    expect(ledger.register(REGISTER_ID)).to.equal(undefined);
  });

  it('has the status of the last report, also when the one before is still being written', async () => {
    const from = await chainOf(1);
    const replica = await replicaOf(from);
    const { ledger } = replica;
    await ledger.setSync(REGISTER_ID, { state: 'synced', targetHeight: 1 });
    await replica.clock.settle();
    for (const [states, status] of [
      [['recovering', 'synced'], 'ONLINE'],
      [['recovering', 'synced', 'stalled'], 'RECOVERY'],
      [['synced', 'recovering', 'synced'], 'ONLINE'],
    ] as const) {
      for (const state of states) {
        ledger.setSync(REGISTER_ID, { state, targetHeight: 1 });
        // Its change begins, and is not durable yet.
        await Promise.resolve();
        await Promise.resolve();
      }
      await replica.clock.settle();
      expect(ledger.register(REGISTER_ID), states.join()).to.include({ status });
    }
  });

  it('refuses a genesis that is not the one it knows, and one whose attestation does not hold', async () => {
    const from = await chainOf(1);
    const replica = await replicaOf(from);
    const genesis = (await from.chain.sealedDocket(1, 0))!;
    const taken = await replica.ledger.follow({ genesis, advertise: false });
    expect(issuesOf(taken)).to.have.nested.property('[0].code', 'REGISTER_IN_USE');
    const signatures = [{ voterIndex: 0, signature: 'ab'.repeat(64) }];
    const forged = { ...genesis, certificate: { ...genesis.certificate, signatures } };
    const other = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock });
    const refused = await other.ledger.follow({ genesis: forged, advertise: false });
    expect(issuesOf(refused)).to.have.nested.property('[0].code', 'CERTIFICATE_INVALID');
  });

  it('ends what a follower promised when validators seal another beginning of the same instance', async () => {
    const from = await ledgerWorld();
    const pin = await foundedRegister(from);
    const replica = await replicaOf(from);
    await replica.ledger.adoptRange(REGISTER_ID, docketsOf(from), 'all');
    await replica.ledger.setSync(REGISTER_ID, { state: 'synced', targetHeight: 1 });
    const beginning = (sequence: number) => {
      const { header, payload } = anAction(from, pin, sequence);
      const { registerId, blueprintId, actionId, createdAt } = header;
      const named = { registerId, blueprintId, actionId, createdAt, publicationTxId: pin, instanceId: 'case-1' };
      return signedTransaction(keyOf(`sender ${sequence}`), named, payload);
    };
    const [winner, rival] = [beginning(0), beginning(1)];
    expect(await submitted(replica, rival)).to.include({ status: 'pending' });
    expect(await submitted(from, winner)).to.include({ status: 'sealed' });
    await replica.ledger.adoptRange(REGISTER_ID, docketsOf(from, 2), 'all');
    await replica.clock.advance(1000);
    expect(replica.ledger.receipt(REGISTER_ID, rival.txId)).to.have.nested.property('issue.code', 'VAL_BP_001');
    expect(replica.outbox.get(REGISTER_ID, rival.txId)).to.equal(undefined);
  });
});

describe('submissions of other nodes', () => {
  it('are pooled without a promise, counted elsewhere, and told once', async () => {
    const told: string[] = [];
    const all = new Party();
    const accepted = (_: string, tx: { txId: string }, relayed: boolean) => told.push(`${tx.txId}:${relayed}`);
    for (const name of NAMES) await all.open(name, name === 'two' ? { accepted } : {});
    await all.found();
    const [one, two] = NAMES.map((name) => all.worlds.get(name)!);
    const pin = await foundedOn(one!, all.clock);
    const tx = anAction(one!, pin, 1);
    const relayed = await two!.ledger.submit(tx, { priority: 'Normal', waitMs: 0, relayed: true });
    expect(relayed.status).to.equal('pending');
    expect([two!.outbox.size, two!.ledger.handle(REGISTER_ID)?.outstanding()?.length]).to.deep.equal([0, 0]);
    expect(two!.ledger.figures().submitted).to.equal(0);
    const durable = await two!.ledger.submit(tx, { priority: 'Normal', waitMs: 0, relayed: true, durable: true });
    expect([durable.status, two!.outbox.size]).to.deep.equal(['pending', 1]);
    expect(
      two!.ledger
        .handle(REGISTER_ID)
        ?.outstanding()
        ?.map((entry) => entry.tx.txId),
    ).to.deep.equal([tx.txId]);
    expect(told).to.deep.equal([`${tx.txId}:true`]);
    await two!.ledger.seating.control(REGISTER_ID, 'stop');
    const other = anAction(one!, pin, 2);
    const refused = await two!.ledger.submit(other, { priority: 'Normal', waitMs: 0, relayed: true });
    expect(refused.status === 'refused' && refused.issues[0]?.code).to.equal('VALIDATOR_NOT_RUNNING');
  });
});

describe('keys of a node', () => {
  it('fences the keys that lost votes, and not those made since', async () => {
    const keys = keysOf('old', 'seat');
    const fencedKeys = [signerOf('old').validatorId];
    const world = await ledgerWorld({ keys, fence: 'restored', fencedKeys });
    const pin = await foundedRegister(world);
    expect(world.ledger.seat(REGISTER_ID)).to.include({ state: 'Running' });
    expect(world.ledger.seating.fence, 'no seat is of such a key').to.equal(undefined);
    expect((await submitted(world, anAction(world, pin, 1))).status).to.equal('sealed');
    const other = '21111111-2222-4333-8444-555555555555';
    const transaction = genesisTransaction(world.clock.now(), other, ['old']);
    const founded = await world.ledger.genesis.found({ transaction, advertise: false });
    expect(issuesOf(founded)).to.have.nested.property('[0].code', 'VALIDATOR_FENCED');
    const seat = world.ledger.seat(REGISTER_ID);
    expect(isFailure(seat)).to.equal(false);
  });

  it('attest no register of others with a key that lost votes', async () => {
    const world = await ledgerWorld({
      keys: keysOf('old', 'seat'),
      fence: 'restored',
      fencedKeys: [signerOf('old').validatorId],
    });
    const founder = await ledgerWorld({ keys: keysOf('founder') });
    for (const [name, registerId] of [
      ['old', REGISTER_ID],
      ['seat', '21111111-2222-4333-8444-555555555555'],
    ] as const) {
      const transaction = genesisTransaction(founder.clock.now(), registerId, ['founder', name]);
      const docket = await founder.ledger.genesis.prepare({ transaction, advertise: false });
      if (isFailure(docket)) throw new Error(JSON.stringify(docket));
      const attested = await world.ledger.genesis.attest(docket);
      if (name === 'old') expect(issuesOf(attested)).to.have.nested.property('[0].code', 'VALIDATOR_FENCED');
      else expect(attested).to.be.a('string');
    }
  });
});
