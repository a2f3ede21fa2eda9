// The scene of a docket's checks, gathered from a chain whose validators changed: the roster of each height is found by
// governance, and not by what the certificate names.
import { expect } from 'chai';
import { certificateVerifier, docketScene } from '../../../../api/groups/ledger/provenance/docket-scene.js';
import { fromHex } from '../../../../core/base/bytes.js';
import { merkleRoot, type NodeAt } from '../../../../core/base/merkle.js';
import { docketChecks } from '../../../../core/chain/provenance.js';
import { verifySync } from '../../../../core/crypto/signing/algorithms.js';
import { operation, proposal, seatValidator } from '../../../support/register/governance.js';
import { aSeat, Ledger, owner, publish, VALIDATOR } from '../../../support/register/ledger.js';

const ledger = new Ledger();
const seats: number[] = [];
for (const name of ['second', 'third']) {
  seatValidator(ledger, aSeat(name));
  seats.push(ledger.dockets.length);
  ledger.seal(publish(undefined, `with ${name}`));
}
ledger.seal(proposal(operation('remove-validator', { validatorId: VALIDATOR.validatorId }), [owner]));
for (let i = 0; i < 5; i++) ledger.seal(publish(undefined, `later ${i}`));
const last = ledger.dockets.length - 1;

const leaves = ledger.dockets.map(({ docket }) => fromHex(docket.hash));
const nodeAt: NodeAt = (level, index) => merkleRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));
const chain = {
  sealedDocket: (_: number, height: number) => Promise.resolve(ledger.dockets[height]),
  docket: (_: number, height: number) => {
    const sealed = ledger.dockets[height];
    return sealed && { ...sealed.docket, certificate: sealed.certificate, txIds: [] };
  },
  view: () => ledger.view,
  history: () => nodeAt,
} as unknown as Parameters<typeof docketScene>[0];

const verifySignature: Parameters<typeof certificateVerifier>[0]['verifySignature'] = (task) =>
  Promise.resolve(verifySync(task.algorithm, task.publicKey, task.digest, task.signature));

async function failuresAt(height: number) {
  const known = { hash: ledger.dockets[last]?.docket.hash as string, height: last };
  const asked = { height, last, known, state: ledger.state };
  const scene = await docketScene(chain, 1, asked);
  if (!scene) throw new Error(`docket ${height}`);
  const checks = docketChecks(scene, await certificateVerifier({ verifySignature }, scene));
  return checks.filter(({ status }) => status !== 'verified').map(({ layer, reason }) => `${layer}: ${reason}`);
}

describe('the scene of a docket', () => {
  it('has the validators of its height, whichever members decide now', async () => {
    for (let height = 0; height <= last; height++) expect(await failuresAt(height), `${height}`).to.deep.equal([]);
  });

  it('has them by governance where no roster of that hash is kept', async () => {
    const view = {
      ...ledger.view,
      state: (key: string) => (key.startsWith('past') ? undefined : ledger.view.state(key)),
    };
    const kept = chain.view;
    Object.assign(chain, { view: () => view });
    for (let height = 0; height <= last; height++) expect(await failuresAt(height), `${height}`).to.deep.equal([]);
    Object.assign(chain, { view: kept });
  });

  it('is missing for a height that is not sealed', async () => {
    const asked = { height: last + 1, last, known: undefined, state: ledger.state };
    expect(await docketScene(chain, 1, asked)).to.equal(undefined);
  });
});
