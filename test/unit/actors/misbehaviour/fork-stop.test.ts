// A split chain on one node: the proof is durable with the stop, survives a restart, caps what is served, and ends only
// by an operator's choice.
import { expect } from 'chai';
import { offlineIssue } from '../../../../actors/ledger/registry.js';
import { DIVERGENCE_REASON, FORK_REASON, forkedIssue, isForked } from '../../../../actors/misbehaviour/fork-stop.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { certificateOf } from '../../../../core/consensus/certificate.js';
import type { Certificate } from '../../../../core/model/register.js';
import { docketHash } from '../../../../core/register/docket.js';
import { rosterHashOf } from '../../../../core/register/roster.js';
import { EvidenceRows } from '../../../../storage/tables/node/evidence.js';
import { changeOf, voteOf } from '../../../support/register/evidence.js';
import { founded, LIAR, lonely, node, signedAgain } from '../../../support/register/fork-world.js';
import { DEFINITION, publish, REGISTER_ID, VALIDATOR } from '../../../support/register/ledger.js';

describe('fork stop', () => {
  it('stops a register for good by a docket with a certificate at a sealed height', async () => {
    const world = await founded();
    expect(await world.forks.conflicting(REGISTER_ID, world.other)).to.equal('split');
    const record = world.records.get(REGISTER_ID)!;
    expect(record).to.include({ status: 'OFFLINE', statusReason: FORK_REASON });
    expect(isForked(record)).to.equal(true);
    expect(offlineIssue(record).code).to.equal('REGISTER_FORKED');
    expect(world.closed).to.deep.equal([REGISTER_ID]);
    expect(world.told).to.deep.equal(['register-status FORK']);
    expect(world.forks.forkHeight(REGISTER_ID)).to.equal(1);
    const proof = world.forks.row(REGISTER_ID)!.proof;
    expect(proof.headers.map((header) => header && docketHash(header))).to.deep.equal(
      proof.certificates.map((certificate) => certificate.docketHash),
    );

    const after = await node(world.kv);
    expect(after.forks.row(REGISTER_ID)?.proof).to.deep.equal(proof);
    expect(after.records.get(REGISTER_ID)).to.include({ status: 'OFFLINE', statusReason: FORK_REASON });
    expect(after.forks.forkHeight(REGISTER_ID)).to.equal(1);
    expect(await after.forks.report(proof)).to.equal('split');
    expect(after.told).to.deep.equal([]);
  });

  it('is not fooled by a certificate that does not hold, by a docket it has, or for a register it has not', async () => {
    const world = await founded();
    const forged = { ...world.other.certificate, signatures: [{ voterIndex: 0, signature: 'a'.repeat(128) }] };
    expect(await world.forks.conflicting(REGISTER_ID, { ...world.other, certificate: forged })).to.equal('false');
    expect(await world.forks.conflicting(REGISTER_ID, world.ledger.dockets[1]!)).to.equal('unknown');
    expect(await world.forks.conflicting('00000000-0000-4000-8000-000000000000', world.other)).to.equal('unknown');
    expect(world.records.get(REGISTER_ID)?.status).to.equal('ONLINE');
  });

  it('is not stopped by a roster that had no say at the height: a former member, or heights that this node does not know', async () => {
    const { forks, records, pair, rekey } = await lonely();
    expect(await forks.report(pair(40))).to.equal('noted');
    await rekey();
    for (const height of [3, 40]) expect(await forks.report(pair(height))).to.equal('noted');
    expect(records.get(REGISTER_ID)?.status).to.equal('ONLINE');
  });

  it('is stopped by no key that was rekeyed, whatever it signs of the heights that it decided, and keeps the proof', async () => {
    const { kv, forks, claims, records, pair, beside, rekey } = await lonely();
    await rekey();
    for (const height of [1, 2]) {
      expect(await forks.report(pair(height))).to.equal('noted');
      expect(await forks.report(beside(height))).to.equal('noted');
    }
    expect(records.get(REGISTER_ID)?.status).to.equal('ONLINE');
    expect(claims.of(REGISTER_ID).map(({ signers }) => signers)).to.deep.equal([[VALIDATOR.validatorId]]);
    const after = await node(kv);
    expect(after.claims.of(REGISTER_ID)).to.deep.equal(claims.of(REGISTER_ID));
    expect(after.forks.forkHeight(REGISTER_ID)).to.equal(undefined);
    for (const op of after.claims.forget(REGISTER_ID)) expect(op.value).to.equal(undefined);
    expect(after.claims.of(REGISTER_ID)).to.deep.equal([]);
  });

  it('is stopped by two invented dockets only above the head, under the roster that decides there', async () => {
    const { forks, records, pair, beside } = await lonely();
    expect(await forks.report(pair(1))).to.equal('noted');
    expect(records.get(REGISTER_ID)?.status).to.equal('ONLINE');
    expect(await forks.report(beside(1))).to.equal('split');
    const other = await lonely();
    expect(await other.forks.report(other.pair(2))).to.equal('split');
    // Nothing is sealed at that height: a member that goes on from the head gives up both.
    const head = other.ledger.dockets[1]!.docket.hash;
    expect((await other.forks.accept(REGISTER_ID, sha256Hex('a')))?.message).to.contain(head);
    expect(await other.forks.accept(REGISTER_ID, head)).to.equal(undefined);
    expect(await other.forks.report(other.pair(2))).to.equal('settled');
    expect(other.records.get(REGISTER_ID)?.status).to.equal('ONLINE');
  });

  it('lets an operator go on with what is sealed here from a stop that an older version made of an invented pair', async () => {
    const { kv, journal, records, pair, ledger, registers } = await lonely();
    const row = { proof: pair(1) };
    await journal.commit([new EvidenceRows(kv).putFork(REGISTER_ID, row)]);
    await registers.save(journal, { ...records.get(REGISTER_ID)!, status: 'OFFLINE', statusReason: FORK_REASON });
    const { forks, ...after } = await node(kv);
    expect(forks.isStopped(REGISTER_ID)).to.equal(true);
    expect(forks.ownAtFork(after.records.get(REGISTER_ID)!)).to.deep.equal({
      height: 1,
      hash: ledger.dockets[1]!.docket.hash,
    });
    expect(await forks.accept(REGISTER_ID, sha256Hex('a'))).to.have.property('code', 'REGISTER_STATUS_INVALID');
    expect(await forks.accept(REGISTER_ID, ledger.dockets[1]!.docket.hash)).to.equal(undefined);
    expect(after.records.get(REGISTER_ID)).to.include({ status: 'ONLINE' });
    expect(await forks.report(pair(1))).to.equal('settled');
  });

  it('notes what a present member signed beside the docket sealed here, whatever it signed elsewhere before', async () => {
    const { forks, claims, ledger, pair, beside } = await lonely();
    expect(await forks.report(pair(40))).to.equal('noted');
    expect(await forks.report(beside(1))).to.equal('split');
    expect(await forks.accept(REGISTER_ID, ledger.dockets[1]!.docket.hash)).to.equal(undefined);
    const third = beside(1, 'third');
    expect(await forks.report(third)).to.equal('noted');
    expect(claims.of(REGISTER_ID).map(({ proof, isHere }) => [proof, isHere])).to.deep.equal([
      [pair(40), undefined],
      [third, true],
    ]);
  });

  it('is stopped by nothing at a height that was settled, or below it, and by the next split above it', async () => {
    const { forks, records, ledger, beside, journal, chain } = await lonely();
    ledger.seal(publish({ ...DEFINITION, title: 'Second' }));
    await journal.commit(chain.sealOps({ reg: 1, sealed: ledger.dockets[2]!, after: ledger.state, changes: [] }));
    expect(await forks.report(beside(1))).to.equal('split');
    expect(await forks.accept(REGISTER_ID, ledger.dockets[2]!.docket.hash)).to.equal(undefined);
    for (const height of [1, 2]) {
      const { certificates, headers } = beside(height, 'third');
      const docket = { hash: certificates[1].docketHash, header: headers[1]!, transactions: [], annex: [] };
      for (const body of [null, docket]) {
        const message = { type: 'decided' as const, certificate: certificates[1], docket: body };
        expect(forks.sift(REGISTER_ID, message), `height ${height}`).to.equal('abandoned');
      }
      expect(forks.sift(REGISTER_ID, { type: 'decided', certificate: certificates[0], docket: null })).to.equal('fine');
    }
    for (const height of [1, 2]) expect(await forks.report(beside(height, 'third'))).to.equal('noted');
    expect(records.get(REGISTER_ID)?.status).to.equal('ONLINE');
    ledger.seal(publish({ ...DEFINITION, title: 'Third' }));
    await journal.commit(chain.sealOps({ reg: 1, sealed: ledger.dockets[3]!, after: ledger.state, changes: [] }));
    expect(await forks.report(beside(3))).to.equal('split');
  });

  it('opens a register again whose seat stopped for what is no reason to', async () => {
    const { forks, reopened, rekey, pair } = await lonely();
    await rekey();
    await forks.split(REGISTER_ID, pair(2).certificates, false);
    expect(reopened).to.deep.equal([]);
    await forks.split(REGISTER_ID, pair(2).certificates, true);
    expect(reopened).to.deep.equal([REGISTER_ID]);
  });

  it('makes a proof of what the reducer met, without the header that never arrived', async () => {
    const world = await founded();
    const ours = world.ledger.dockets[1]!.certificate;
    await world.forks.split(REGISTER_ID, [ours, world.other.certificate], true);
    expect(world.reopened).to.deep.equal([]);
    const { proof } = world.forks.row(REGISTER_ID)!;
    expect(proof.headers.map((header) => header === null)).to.deep.equal([false, true]);
    expect(isForked(world.records.get(REGISTER_ID)!)).to.equal(true);
  });

  it('keeps nothing when the disk fails before the batch, and the record and the proof together when it does not', async () => {
    const world = await founded();
    const rows: string[] = [];
    for await (const [key] of world.kv.range({ gte: Buffer.from('F'), lt: Buffer.from('G') }))
      rows.push(Buffer.from(key).toString('latin1'));
    expect(rows).to.deep.equal([]);
    const writes: number[] = [];
    const write = world.kv.write.bind(world.kv);
    world.kv.write = (ops) => {
      const holds = (prefix: string) => ops.some((op) => op.key[0] === prefix.charCodeAt(0));
      if (holds('F') || holds('R')) writes.push(Number(holds('F')) + Number(holds('R')));
      return write(ops);
    };
    await world.forks.conflicting(REGISTER_ID, world.other);
    expect(writes).to.deep.equal([2]);
  });

  it('goes on with the branch that it holds once the operator chose it, and is not stopped by the same split again', async () => {
    const world = await founded();
    const { forks, other } = world;
    const ours = world.ledger.dockets[1]!.docket.hash;
    expect(await forks.accept(REGISTER_ID, ours)).to.have.property('code', 'REGISTER_STATUS_INVALID');
    await forks.conflicting(REGISTER_ID, other);
    expect((await forks.accept(REGISTER_ID, sha256Hex('neither')))?.message).to.match(/neither the one sealed here/);
    expect((await forks.accept(REGISTER_ID, other.docket.hash))?.message).to.match(/subscribe/);
    expect(await forks.accept(REGISTER_ID, ours)).to.equal(undefined);
    expect(world.records.get(REGISTER_ID)).to.include({ status: 'ONLINE' }).and.not.have.property('statusReason');
    expect(forks.forkHeight(REGISTER_ID)).to.equal(undefined);
    expect(await forks.conflicting(REGISTER_ID, other)).to.equal('settled');
    expect(world.records.get(REGISTER_ID)?.status).to.equal('ONLINE');
    const decided = (certificate: Certificate) => ({ type: 'decided' as const, certificate, docket: null });
    expect(forks.sift(REGISTER_ID, decided(other.certificate))).to.equal('abandoned');
    expect(forks.sift(REGISTER_ID, decided(world.ledger.dockets[1]!.certificate))).to.equal('fine');
    const after = await node(world.kv);
    expect(after.forks.sift(REGISTER_ID, decided(other.certificate))).to.equal('abandoned');
    expect(after.records.get(REGISTER_ID)?.status).to.equal('ONLINE');
  });

  it('takes a register OFFLINE that cannot agree about validity, without a proof of a fork', async () => {
    const world = await founded();
    await world.forks.onDiverged(REGISTER_ID, { height: 2, docketHash: sha256Hex('d'), code: 'DOCKET_STATE_MISMATCH' });
    const record = world.records.get(REGISTER_ID)!;
    expect(record.statusReason).to.match(new RegExp(`^${DIVERGENCE_REASON}: docket 2 .*DOCKET_STATE_MISMATCH`));
    expect(offlineIssue(record).code).to.equal('REGISTER_OFFLINE');
    expect(world.forks.row(REGISTER_ID)).to.equal(undefined);
    expect(world.closed).to.deep.equal([REGISTER_ID]);
  });

  it('stores the round changes that decided a docket beside it', async () => {
    const { chain, journal, ledger } = await founded();
    const { genesisHash, roster } = ledger.state;
    const scene = { registerId: REGISTER_ID, genesisHash, rosterHash: rosterHashOf(roster), height: 1, round: 1 };
    const justification = [changeOf(LIAR, scene, null)];
    const seal = { reg: 1, sealed: ledger.dockets[1]!, after: ledger.state, changes: [], justification };
    expect(chain.justification(1, 1)).to.deep.equal([]);
    await journal.commit(chain.sealOps(seal));
    expect(chain.justification(1, 1)).to.deep.equal(justification);
    expect(VALIDATOR.validatorId).to.equal(justification[0]!.voter);
    expect(forkedIssue().message).to.match(/accept-fork/);
  });

  it('convicts no seat of two rounds before it holds the round change that conceals the earlier vote', async () => {
    const { chain, journal, ledger, forks, other, records } = await founded();
    const { genesisHash, roster } = ledger.state;
    const scene = { registerId: REGISTER_ID, genesisHash, rosterHash: rosterHashOf(roster), height: 1, round: 1 };
    const vote = { ...voteOf(LIAR, scene, 'x', 'COMMIT'), docketHash: other.docket.hash };
    const late = { ...other, certificate: certificateOf([signedAgain(vote)], roster) };
    const record = records.get(REGISTER_ID)!;
    expect(await forks.culprits(record)).to.deep.equal([]);
    expect(await forks.conflicting(REGISTER_ID, late)).to.equal('split');
    expect(await forks.culprits(record)).to.deep.equal([]);
    const sealed = ledger.dockets[1]!;
    const justification = [changeOf(LIAR, scene, null)];
    await journal.commit(chain.sealOps({ reg: 1, sealed, after: ledger.state, changes: [], justification }));
    const found = await forks.culprits(record);
    expect(found.map(({ kind, voter }) => [kind, voter])).to.deep.equal([['LyingRoundChange', VALIDATOR.validatorId]]);
  });
});
