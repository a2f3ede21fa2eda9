// Docket 0 in a proof of a split: no docket is below it, and a second genesis of the same seats is no branch of this
// chain but a lie of theirs.
import { expect } from 'chai';
import { ForkJudge } from '../../../../actors/misbehaviour/fork-judge.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { genesisAttestationDigest } from '../../../../core/consensus/digest.js';
import type { ForkProof } from '../../../../core/mesh/frames.js';
import type { Certificate, DocketHeader } from '../../../../core/model/register.js';
import { docketHash } from '../../../../core/register/docket.js';
import { liar } from '../../../support/register/evidence.js';
import { founded, LIAR, node } from '../../../support/register/fork-world.js';
import { REGISTER_ID, VALIDATOR } from '../../../support/register/ledger.js';

async function world() {
  const made = await founded();
  const { docket, certificate } = made.ledger.dockets[0]!;
  /** Another docket 0 of the register. */
  const second = (members: Partial<DocketHeader> = {}): DocketHeader => ({
    ...docket.header,
    timestampMs: docket.header.timestampMs + 1,
    ...members,
  });
  const attested = (header: DocketHeader, by = LIAR): Certificate => {
    const hash = docketHash(header);
    const signature = by.sign(genesisAttestationDigest(REGISTER_ID, hash));
    return {
      ...certificate,
      docketHash: hash,
      rosterHash: header.rosterHash,
      signatures: [{ voterIndex: 0, signature }],
    };
  };
  const proof = (header: DocketHeader, other: Certificate): ForkProof => ({
    registerId: REGISTER_ID,
    headers: [docket.header, header],
    certificates: [certificate, other],
  });
  /** A docket 0 as a peer brings it. */
  const brought = (header: DocketHeader, of: Certificate) =>
    made.forks.conflicting(REGISTER_ID, { docket: { ...docket, header, hash: docketHash(header) }, certificate: of });
  return { ...made, second, attested, proof, brought };
}

describe('a proof of a split at docket 0', () => {
  it('that every seat attested is kept against the seats, once, and stops nothing', async () => {
    const { kv, forks, claims, records, second, attested, proof } = await world();
    const header = second();
    expect(await forks.report(proof(header, attested(header)))).to.equal('noted');
    expect(records.get(REGISTER_ID)?.status).to.equal('ONLINE');
    expect(forks.isStopped(REGISTER_ID)).to.equal(false);
    const kept = claims.of(REGISTER_ID).map((claim) => [claim.signers, claim.isHere, claim.proof.headers[1]]);
    expect(kept).to.deep.equal([[[VALIDATOR.validatorId], true, header]]);
    expect(await forks.report(proof(header, attested(header)))).to.equal('noted');
    const after = await node(kv);
    expect(after.claims.of(REGISTER_ID)).to.deep.equal(claims.of(REGISTER_ID));
    expect(after.records.get(REGISTER_ID)?.status).to.equal('ONLINE');
  });

  it('is kept as well where the docket came without a proof', async () => {
    const { claims, second, attested, brought } = await world();
    const header = second();
    expect(await brought(header, attested(header))).to.equal('noted');
    expect(claims.of(REGISTER_ID)).to.have.length(1);
  });

  it('is a lie of its bringer where an attestation is missing or false, or votes take its place', async () => {
    const { forks, claims, second, attested, proof } = await world();
    const header = second();
    const good = attested(header);
    const lies: Certificate[] = [
      attested(header, liar('somebody else')),
      { ...good, signatures: [] },
      { ...good, signatures: [{ voterIndex: 0, signature: 'a'.repeat(128) }] },
      { ...good, round: 1 },
      { ...good, kind: 'COMMIT' },
      { ...good, kind: 'PREPARE' },
    ];
    for (const lie of lies) expect(await forks.report(proof(header, lie)), JSON.stringify(lie)).to.equal('false');
    const swapped = { ...proof(header, good), headers: [second(), second({ timestampMs: 1 })] as const };
    expect(await forks.report(swapped)).to.equal('false');
    expect(claims.of(REGISTER_ID)).to.deep.equal([]);
  });

  it('blames nobody for another register of this id, or one that this node has not', async () => {
    const { forks, second, attested, proof, brought } = await world();
    const stranger = second({ rosterHash: sha256Hex('others') });
    expect(await forks.report(proof(stranger, attested(stranger)))).to.equal('unknown');
    expect(await brought(stranger, attested(stranger))).to.equal('unknown');
    const zeros = { ...attested(stranger), docketHash: '0'.repeat(64), rosterHash: '0'.repeat(64), signatures: [] };
    expect(await brought(stranger, zeros)).to.equal('unknown');
    const other = { ...proof(stranger, attested(stranger)), registerId: '00000000-0000-4000-8000-000000000000' };
    expect(await forks.report(other)).to.equal('unknown');
  });

  it('parts from this chain, after a split that people settled too', async () => {
    const { forks, records, ledger, other, chain, clock, second, attested, proof } = await world();
    const header = second();
    expect(await forks.conflicting(REGISTER_ID, other)).to.equal('split');
    expect(await forks.accept(REGISTER_ID, ledger.dockets[1]!.docket.hash)).to.equal(undefined);
    const judge = new ForkJudge({ clock, chain, trustingPeriodMs: 0 });
    const record = records.get(REGISTER_ID)!;
    expect(judge.partsHere(record, proof(header, attested(header)))).to.equal(true);
    const above = second({ prevHash: sha256Hex('below') });
    expect(judge.partsHere(record, proof(above, attested(above)))).to.equal(false);
    expect(await forks.report(proof(header, { ...attested(header), signatures: [] }))).to.equal('false');
    expect(await forks.report(proof(header, attested(header)))).to.equal('noted');
  });
});
