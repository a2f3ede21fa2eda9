// Lies and splits on a whole node: evidence rides with the next docket and survives a restart, a fork stops the
// register until an operator chooses.
import { expect } from 'chai';
import { DocketImport } from '../../../../actors/register-replica/docket-import.js';
import type { ReplicaDriver } from '../../../../actors/register-replica/driver.js';
import { isFailure } from '../../../../core/base/result.js';
import { evidenceHashOf } from '../../../../core/chain/annex.js';
import { voteDigest } from '../../../../core/consensus/digest.js';
import type { SealedDocket } from '../../../../core/model/register.js';
import { docketHash } from '../../../../core/register/docket.js';
import { rosterHashOf } from '../../../../core/register/roster.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { issueOf, issuesOf } from '../../../support/base/results.js';
import {
  anAction,
  foundedRegister,
  type LedgerWorld,
  ledgerWorld,
  mustState,
  promptClaims,
  promptVerifier,
  REGISTER_ID,
  submitted,
} from '../../../support/node/ledger-world.js';
import { LIES, liar, lie, voteOf } from '../../../support/register/evidence.js';

/** The seat of the node itself: on a register of one validator it alone can lie. */
const SELF = liar('test key seat');

function sceneOn(world: LedgerWorld, height: number) {
  const { genesisHash, roster } = mustState(world);
  return { registerId: REGISTER_ID, genesisHash, rosterHash: rosterHashOf(roster), height, round: 0 };
}

async function reported(world: LedgerWorld) {
  const report = await world.ledger.misbehaviour(REGISTER_ID);
  if (isFailure(report)) throw new Error(report.issue.message);
  return report;
}

/** Another docket of height 2, decided by the same seat. */
async function branch(world: LedgerWorld): Promise<SealedDocket> {
  // Read as it is on its way to the disk, too.
  const certificate = world.chain.loadCertificate(1, 2);
  const body = certificate && world.chain.loadBody(1, 2, certificate.docketHash);
  if (!body) throw new Error('docket 2 is sealed');
  const sealed: SealedDocket = { docket: body, certificate };
  const header = { ...sealed.docket.header, timestampMs: sealed.docket.header.timestampMs + 1 };
  const docket = { ...sealed.docket, header, hash: docketHash(header) };
  const { signature: _other, ...vote } = voteOf(SELF, sceneOn(world, 2), '', 'COMMIT');
  const signature = SELF.sign(voteDigest({ ...vote, docketHash: docket.hash }));
  const signatures = [{ voterIndex: 0, signature }];
  return { docket, certificate: { ...sealed.certificate, docketHash: docket.hash, signatures } };
}

describe('misbehaviour on a node', () => {
  for (const kind of LIES)
    it(`seals ${kind} with the next docket and flags the validator, over restarts`, async () => {
      const first = await ledgerWorld();
      const pin = await foundedRegister(first);
      const evidence = lie(kind, SELF, sceneOn(first, 1));
      expect(await first.ledger.watch.report(REGISTER_ID, evidence)).to.deep.equal([]);
      const { voter: validatorId } = evidence;
      const fact = { type: 'validator-faulted', registerId: REGISTER_ID, validatorId, kind, height: 1 };
      expect(first.told.at(-1)).to.deep.equal(fact);
      await first.clock.settle();
      expect(mustState(first).height, 'evidence makes no docket by itself').to.equal(1);
      await first.ledger.stop();

      const world = await ledgerWorld({ kv: first.kv, clock: first.clock });
      expect((await reported(world)).pending).to.deep.equal([evidence]);
      await submitted(world, anAction(world, pin, 1));
      expect((await world.chain.sealedDocket(1, 2))?.docket.annex).to.have.length(1);
      const report = await reported(world);
      expect(report.pending).to.deep.equal([]);
      expect(report.faulted).to.have.length(1);
      expect(report.faulted[0]).to.deep.include({ validatorId: SELF.seat.validatorId });
      expect(report.faulted[0]?.faults[0]).to.include({ kind, docket: 2, evidenceHash: evidenceHashOf(evidence) });
      expect(await world.ledger.watch.report(REGISTER_ID, evidence)).to.have.nested.property(
        '0.code',
        'EVIDENCE_INVALID',
      );
      await submitted(world, anAction(world, pin, 2));
      expect((await world.chain.sealedDocket(1, 3))?.docket.annex).to.deep.equal([]);
      await world.ledger.stop();

      const again = await ledgerWorld({ kv: first.kv, clock: first.clock });
      expect(await reported(again)).to.deep.equal(report);
      expect(again.ledger.seat(REGISTER_ID)).to.include({ state: 'Running' });
    });

  it('keeps no accusation that is not proven', async () => {
    const world = await ledgerWorld();
    await foundedRegister(world);
    const forged = lie('DuplicateVote', liar('somebody'), sceneOn(world, 1));
    const found = await world.ledger.watch.report(REGISTER_ID, forged);
    expect(found).to.have.nested.property('0.code', 'EVIDENCE_INVALID');
    expect(await reported(world)).to.deep.equal({ faulted: [], pending: [], claims: [] });
  });

  it('stops at a fork, says so to every caller, and goes on when the operator has chosen', async () => {
    const first = await ledgerWorld();
    const pin = await foundedRegister(first);
    await submitted(first, anAction(first, pin, 1));
    const ours = mustState(first).hash;
    const other = await branch(first);
    const bare = { ...other, certificate: { ...other.certificate, signatures: [] } };
    expect(issuesOf(await first.ledger.adopt(REGISTER_ID, bare))).to.have.nested.property('0.code', 'DOCKET_CONFLICT');
    await first.clock.settle();
    expect(first.ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' });

    expect(issuesOf(await first.ledger.adopt(REGISTER_ID, other))).to.have.nested.property('0.code', 'DOCKET_CONFLICT');
    await first.clock.settle();
    expect(first.ledger.register(REGISTER_ID)).to.include({ status: 'OFFLINE', statusReason: 'FORK' });
    expect(first.ledger.watch.forkProof(REGISTER_ID)).to.have.nested.property('certificates.length', 2);
    await first.ledger.stop();

    const world = await ledgerWorld({ kv: first.kv, clock: first.clock });
    const refused = await submitted(world, anAction(world, pin, 2));
    expect(refused).to.have.nested.property('issues[0].code', 'REGISTER_FORKED');
    expect(world.ledger.seat(REGISTER_ID)).to.include({ state: 'Faulted', reason: 'FORK' });
    for (const status of ['ONLINE', 'OFFLINE'] as const)
      expect(issueOf(await world.ledger.update(REGISTER_ID, { status }))).to.include({ code: 'REGISTER_FORKED' });
    expect(issuesOf(await world.ledger.adopt(REGISTER_ID, other))).to.have.nested.property('0.code', 'REGISTER_FORKED');
    expect(world.ledger.forks.forkHeight(REGISTER_ID)).to.equal(2);
    expect((await reported(world)).fork?.accepted).to.equal(undefined);
    const made = (await reported(world)).fork?.culprits.map(({ kind, voter }) => [kind, voter]);
    expect(made).to.deep.equal([['DuplicateVote', SELF.seat.validatorId]]);

    expect(issueOf(await world.ledger.acceptFork(REGISTER_ID, other.docket.hash))).to.include({
      code: 'REGISTER_STATUS_INVALID',
    });
    expect(await world.ledger.acceptFork(REGISTER_ID, ours)).to.include({ status: 'ONLINE' });
    expect(world.ledger.forks.forkHeight(REGISTER_ID)).to.equal(undefined);
    expect(await submitted(world, anAction(world, pin, 3))).to.include({ status: 'sealed', height: 3 });
    expect((await reported(world)).fork?.accepted).to.equal(ours);
    await world.ledger.adopt(REGISTER_ID, other);
    await world.clock.settle();
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' });
  });

  it('stops at a docket that comes while its own of that height is on its way to the disk', async () => {
    const kv = memoryKv();
    const world = await ledgerWorld({ kv });
    const pin = await foundedRegister(world);
    kv.hold();
    const own = world.ledger.submit(anAction(world, pin, 1), { priority: 'Normal', waitMs: 0 });
    await world.clock.advance(100);
    expect(mustState(world).height, 'nothing of it is durable').to.equal(1);
    expect(issuesOf(await world.ledger.adopt(REGISTER_ID, await branch(world)))).to.have.nested.property(
      '0.code',
      'DOCKET_CONFLICT',
    );
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' });
    kv.release();
    await own;
    await world.clock.advance(100);
    expect(world.ledger.register(REGISTER_ID)).to.include({ status: 'OFFLINE', statusReason: 'FORK' });
  });

  it('compares a docket that lost the race for its height with the one that won', async () => {
    const world = await ledgerWorld();
    const pin = await foundedRegister(world);
    await submitted(world, anAction(world, pin, 1));
    const conflicts: SealedDocket[] = [];
    const docketImport = new DocketImport({
      ...{ chain: world.chain, verifier: promptVerifier, verifyClaims: promptClaims },
      conflicting: (_, found) => void conflicts.push(found),
      onDamaged: () => undefined,
    });
    const driver = { state: () => mustState(world) } as unknown as ReplicaDriver;
    const record = world.ledger.register(REGISTER_ID)!;
    const other = await branch(world);
    expect(docketImport.onLost(record, driver, (await world.chain.sealedDocket(1, 2))!)).to.equal('already-sealed');
    expect(conflicts).to.deep.equal([]);
    expect(issuesOf(docketImport.onLost(record, driver, other))).to.have.nested.property('0.code', 'DOCKET_CONFLICT');
    expect(conflicts).to.deep.equal([other]);
  });

  it('forgets the split with the register', async () => {
    const world = await ledgerWorld();
    const pin = await foundedRegister(world);
    await submitted(world, anAction(world, pin, 1));
    await world.ledger.adopt(REGISTER_ID, await branch(world));
    await world.clock.settle();
    expect(await world.ledger.remove(REGISTER_ID)).to.equal(undefined);
    const after = await ledgerWorld({ kv: world.kv, clock: world.clock });
    expect(after.ledger.watch.forkProof(REGISTER_ID)).to.equal(undefined);
    expect(issueOf(await after.ledger.misbehaviour(REGISTER_ID))).to.include({ code: 'REGISTER_NOT_FOUND' });
  });
});
