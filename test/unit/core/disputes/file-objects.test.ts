// The object of a file in the data of a run: rules take the hash that it states, so it says what the manifest of its
// file says, or the run is proven false. An honest one is never found at fault, whichever part of it is shown.
import { expect } from 'chai';
import { toBase64Url } from '../../../../core/base/bytes.js';
import type { JsonObject } from '../../../../core/base/json.js';
import type { RunRow } from '../../../../core/blueprint/state/run-row.js';
import { proofOf } from '../../../../core/disputes/proof.js';
import type { FileManifest } from '../../../../core/envelope/files.js';
import { rowsIn } from '../../../../core/instance/rows.js';
import { RunFold } from '../../../../core/reading/cells/run-fold.js';
import { asks, definitionOf, shows, to } from '../../../support/definitions/short-definitions.js';
import { alice, bob, type Wallet, wallet } from '../../../support/register/ledger.js';
import { SealedLedger } from '../../../support/register/sealed-ledger.js';

const carol = wallet('carol');
const text = { type: 'string' };
const file = { type: 'object', properties: { fileId: text, hash: text }, required: ['fileId'] };

/** y reads the offer whole; of the plan z reads the hash alone, and of the list of others its items. */
const DEFINITION: JsonObject = {
  ...definitionOf([
    {
      ...asks({ offer: file, plan: file, others: { type: 'array', items: file } }, ['plan', 'others']),
      calculations: { digest: { hash: [{ var: 'in.offer' }] }, copy: { var: 'in.offer' } },
      ...shows({ y: ['*'], z: ['plan/hash', 'others'] }),
      ...to(2),
    },
    { sender: 'y', ...asks({ done: text }), ...shows({ x: ['*'] }), ...to() },
  ]),
  participants: Object.entries({ x: alice, y: bob, z: carol }).map(([id, { address }]) => ({
    id,
    walletAddress: address,
  })),
};

const [ID, DIGEST, OTHER] = ['0a'.repeat(16), 'ab'.repeat(32), 'cd'.repeat(32)] as const;
const MANIFEST: FileManifest = {
  ...{ fileId: ID, key: toBase64Url(new Uint8Array(32)), total: 1, name: 'offer.pdf' },
  ...{ contentType: 'application/pdf', size: 3, sha256: DIGEST },
};
const TRUE = { fileId: ID, fileName: 'offer.pdf', contentType: 'application/pdf', size: 3, hash: `sha256:${DIGEST}` };
const offered = (offer: JsonObject, digest = DIGEST): JsonObject => ({ offer, digest, copy: offer });

function sent(data: JsonObject, files: readonly FileManifest[] = [MANIFEST]) {
  const at = new SealedLedger(DEFINITION, [alice, bob, carol]);
  const run = at.take({ action: 1, by: alice, data, next: [2], files });
  const claim = (place: string, ...pointers: readonly string[]): string =>
    at.judge(at.objection({ run, by: bob, ground: 'shape', at: place, shown: [[run, ...pointers]] }));
  /** Rules and cells of the run that the wallet finds false. */
  const found = (by: Wallet): readonly string[] => {
    const moves = [{ transaction: run, timestampMs: at.ledger.state.timestampMs }];
    const fold = new RunFold({ definition: at.definition, wallet: by.address, moves, rowOf: rowsIn(at.ledger.view) });
    fold.take(0, { given: at.given(run, by) });
    const violated = fold.runs[0]?.verdicts.filter(({ verdict }) => verdict === 'violated') ?? [];
    return violated.map(({ rule, cells }) => `${rule} ${cells}`);
  };
  return { at, run, claim, found };
}

describe('objections: the object of a file', () => {
  it('is false where it says otherwise than the manifest, and proven by its cell', () => {
    const lies: readonly JsonObject[] = [
      { hash: `sha256:${OTHER}` },
      { size: 4 },
      { fileName: 'b' },
      { contentType: 'a/b' },
    ];
    for (const lie of lies) {
      const { claim, run, found } = sent(offered({ ...TRUE, ...lie }, 'hash' in lie ? OTHER : DIGEST));
      expect(found(bob), JSON.stringify(lie)).to.deep.equal(['shape /offer']);
      expect(found(carol), 'who reads no part of it').to.deep.equal([]);
      expect(claim('/offer', '/offer'), run.txId).to.equal('ok');
      expect(claim('/offer', '/offer', '/digest')).to.equal('VAL_OBJ_005');
    }
  });

  it('is false where it states the hash of a file that is not there', () => {
    const { claim, found } = sent(offered({ ...TRUE, fileId: '0b'.repeat(16) }), []);
    expect(found(bob)).to.deep.equal(['shape /offer']);
    expect(claim('/offer', '/offer')).to.equal('ok');
  });

  it('is true where the file says so, where it states less, and where it is no file', () => {
    for (const offer of [TRUE, { fileId: ID, hash: `sha256:${DIGEST}` }]) {
      const { claim, found } = sent(offered(offer));
      expect([found(bob), claim('/offer', '/offer')]).to.deep.equal([[], 'VAL_OBJ_004']);
    }
    const { claim, found } = sent({ ...offered(TRUE), others: [{ fileId: 'F-12', hash: 'of its own' }] });
    expect([found(carol), claim('/others', '/others')]).to.deep.equal([[], 'VAL_OBJ_004']);
  });

  it('is found in a list, and in parts that are shown apart, by both of them', () => {
    const second = { ...MANIFEST, fileId: '0b'.repeat(16) };
    const plan = { ...TRUE, fileId: second.fileId, hash: `sha256:${OTHER}` };
    const apart = sent({ ...offered(TRUE), plan }, [MANIFEST, second]);
    expect(apart.found(bob)).to.deep.equal(['shape /plan/hash']);
    expect(apart.found(carol), 'which does not know of which file').to.deep.equal([]);
    expect(apart.claim('/plan/hash', '/plan', '/plan/hash')).to.equal('ok');
    expect(apart.claim('/plan/hash', '/plan/hash')).to.equal('VAL_OBJ_004');
    const listed = sent({ ...offered(TRUE), others: [TRUE, { ...plan, fileId: ID }] });
    expect(listed.found(carol)).to.deep.equal(['shape /others']);
    expect(listed.claim('/others', '/others')).to.equal('ok');
  });

  it('is proven by the wallet that finds it, which shows what it takes and no more', () => {
    const { at, run } = sent(offered({ ...TRUE, hash: `sha256:${OTHER}` }, OTHER));
    const { view } = at.ledger;
    const of = {
      ...{ definition: at.definition, instance: at.instance, run, row: rowsIn(view)(run.txId) as RunRow },
      ...{ rowOf: rowsIn(view), transactionOf: view.transaction, deliveredTo: () => undefined },
    };
    const made = proofOf(of, { ground: 'shape', at: '/offer' }, (_, pointers) => at.show(run, pointers));
    expect(made).to.have.nested.property('shown.length', 1);
  });

  it('is in no readable action', () => {
    const at = new SealedLedger(DEFINITION, [alice, bob, carol]);
    const plain = (offer: JsonObject) =>
      at.judge(at.run({ action: 1, by: alice, data: offered(offer), next: [2], isPlain: true }));
    expect(plain(TRUE)).to.equal('VAL_SCHEMA_007');
  });
});
