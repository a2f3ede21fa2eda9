// The checks of a docket layer by layer: all of a sound chain pass, each lie fails in its layer alone, and what is
// missing passes nowhere.
import { expect } from 'chai';
import { fromHex } from '../../../../core/base/bytes.js';
import { inclusionPath } from '../../../../core/base/merkle.js';
import { type DocketScene, docketChecks, type LaterDocket } from '../../../../core/chain/provenance.js';
import { verifySync } from '../../../../core/crypto/signing/algorithms.js';
import type { Docket, SealedDocket } from '../../../../core/model/register.js';
import { aSeat, Ledger, publish, VALIDATOR } from '../../../support/register/ledger.js';

const ledger = new Ledger();
for (let i = 0; i < 9; i++) ledger.seal(publish(undefined, `docket ${i + 1}`));
const last = ledger.dockets.length - 1;
const sealedAt = (height: number) => ledger.dockets[height] as SealedDocket;
const leaves = ledger.dockets.map(({ docket }) => fromHex(docket.hash));
const { genesisHash, roster, policy } = ledger.state;

function later(from: number, to: number): LaterDocket {
  const { header } = sealedAt(to).docket;
  return { header, path: from < to ? inclusionPath(leaves.slice(0, to), from) : [] };
}

function scene(height: number, changed: Partial<DocketScene> = {}): DocketScene {
  return {
    ...{ sealed: sealedAt(height), genesisHash, mode: policy.consensus.mode, roster, tip: later(height, last) },
    ...(height > 0 && { parentHash: sealedAt(height - 1).docket.hash }),
    ...changed,
  };
}

const known = (height: number, of: number) => ({
  known: { hash: sealedAt(height).docket.hash, height },
  atKnown: later(of, height),
});

/** Layers with their status, as `seal:failed`; verified ones are left out. */
function verdicts(of: DocketScene): string[] {
  const checks = docketChecks(of, (key, digest, signature) =>
    verifySync('ED25519', fromHex(key), digest, fromHex(signature)),
  );
  expect(checks.map(({ layer }) => layer)).to.deep.equal(['anchor', 'chain', 'seal', 'signers', 'proposer']);
  for (const { status, reason } of checks) expect(reason === undefined).to.equal(status === 'verified');
  return checks.filter(({ status }) => status !== 'verified').map(({ layer, status }) => `${layer}:${status}`);
}

const inDocket = (height: number, docket: Partial<Docket>): Partial<DocketScene> => ({
  sealed: { ...sealedAt(height), docket: { ...sealedAt(height).docket, ...docket } },
});

describe('provenance of a docket', () => {
  it('is verified in each layer, with a head from elsewhere', () => {
    for (let height = 0; height <= last; height++)
      for (const at of [height, last]) expect(verdicts(scene(height, known(at, height)))).to.deep.equal([]);
  });

  it('has no anchor without such a head, with one that is not here, and with one below', () => {
    expect(verdicts(scene(4))).to.deep.equal(['anchor:unverified']);
    const far = { known: { hash: genesisHash, height: last + 1 } };
    expect(verdicts(scene(4, far))).to.deep.equal(['anchor:unverified']);
    expect(verdicts(scene(4, known(3, 4)))).to.deep.equal(['anchor:unverified']);
  });

  it('fails at its anchor where this node has another docket there', () => {
    const other = { ...known(6, 4), known: { hash: genesisHash, height: 6 } };
    expect(verdicts(scene(4, other))).to.deep.equal(['anchor:failed']);
    expect(verdicts(scene(4, { ...known(6, 4), atKnown: later(5, 6) }))).to.deep.equal(['anchor:failed']);
  });

  it('fails in the chain where the docket before, or the way to the newest one, is another', () => {
    const rest = ['anchor:unverified'];
    expect(verdicts(scene(4, { parentHash: genesisHash }))).to.deep.equal([...rest, 'chain:failed']);
    expect(verdicts(scene(4, { tip: later(5, last) }))).to.deep.equal([...rest, 'chain:failed']);
    expect(verdicts(scene(4, { parentHash: undefined }))).to.deep.equal([...rest, 'chain:unverified']);
    expect(verdicts(scene(0, { genesisHash: sealedAt(1).docket.hash }))).to.include('chain:failed');
  });

  it('fails in the seal where a transaction is another, is missing, or has other bytes', () => {
    const [tx] = sealedAt(4).docket.transactions;
    if (!tx) throw new Error('docket 4 has a transaction');
    const others = sealedAt(5).docket.transactions;
    for (const transactions of [others, [], [tx, tx], [{ ...tx, bytes: tx.bytes.slice(1) }]])
      expect(verdicts(scene(4, inDocket(4, { transactions })))).to.deep.equal(['anchor:unverified', 'seal:failed']);
    expect(verdicts(scene(4, inDocket(4, { hash: genesisHash })))).to.deep.equal(['anchor:unverified', 'seal:failed']);
  });

  it('fails at its signers where the certificate is of another docket, or a signature is no vote for it', () => {
    const { certificate } = sealedAt(5);
    const of = (changed: object) => ({ sealed: { ...sealedAt(4), certificate: { ...certificate, ...changed } } });
    for (const changed of [
      {},
      { height: 4, docketHash: sealedAt(4).docket.hash },
      { ...sealedAt(4).certificate, kind: 'PREPARE' },
      { ...sealedAt(4).certificate, signatures: [] },
    ])
      expect(verdicts(scene(4, of(changed)))).to.deep.equal(['anchor:unverified', 'signers:failed']);
  });

  it('fails at its proposer, and at its signers, under another roster than the one in force', () => {
    const other = { ...roster, validators: [aSeat('second')] };
    expect(verdicts(scene(4, { roster: other }))).to.deep.equal([
      'anchor:unverified',
      'signers:failed',
      'proposer:failed',
    ]);
    expect(verdicts(scene(4, { roster: undefined }))).to.deep.equal([
      'anchor:unverified',
      'signers:unverified',
      'proposer:unverified',
    ]);
    const header = { ...sealedAt(4).docket.header, proposer: aSeat('second').validatorId };
    expect(verdicts(scene(4, inDocket(4, { header })))).to.include('proposer:failed');
    expect(VALIDATOR.validatorId).to.equal(sealedAt(4).docket.header.proposer);
  });
});
