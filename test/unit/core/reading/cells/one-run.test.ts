// One action of language 2 opened alone: the files that it shows a wallet, who held its role then, and no other.
import { expect } from 'chai';
import { toBase64Url } from '../../../../../core/base/bytes.js';
import type { Json } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Instance } from '../../../../../core/blueprint/state/instance.js';
import { layoutOf } from '../../../../../core/envelope/layout/layout.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { readRun } from '../../../../../core/reading/cells/one-run.js';
import { issueOf } from '../../../../support/base/results.js';
import { addressOf, PARTIES, RUN, sealed } from '../../../../support/cells/cell-runs.js';

const action = {
  id: 1,
  sender: 'x',
  dataSchemas: [{ type: 'object', properties: { plan: {}, note: { type: 'string' } } }],
  disclosures: [{ participantAddress: 'y', dataPointers: ['/plan'] }],
};
const definition = {
  ...{ language: 2, id: 'sale', title: 'Sale', actions: [action] },
  // Role y is open.
  participants: ['x', 'y', 'z', 'w'].map((id) => ({
    id,
    name: id,
    ...(id !== 'y' && { walletAddress: addressOf(id) }),
  })),
};
const manifest = {
  ...{ fileId: '0a'.repeat(16), key: toBase64Url(new Uint8Array(32)), total: 1, name: 'plan.pdf' },
  ...{ contentType: 'application/pdf', size: 3, sha256: 'ab'.repeat(32) },
};
const reference = { fileId: manifest.fileId, chunks: ['cd'.repeat(32)] };
const layout = layoutOf(definition as never, action as never);
const payload = sealed(layout, {
  data: { plan: { fileId: manifest.fileId }, note: 'n' },
  files: { manifests: [manifest], references: [reference] },
});

/** `since`: the place of the move from which role y is held; the run has place 2. */
function read(role: string, since: number, of: unknown = payload) {
  const header = { ...RUN, metadata: { contentEncoding: 'encrypted' } };
  const tx = { txId: 'ef'.repeat(32), header, payload: of as Json } as unknown as Transaction;
  const instance = { participants: { y: addressOf('y') }, since: { y: since } } as unknown as Instance;
  const row = { action: 1, at: 0, causes: [], n: 2 };
  return readRun(
    tx,
    { definition, instance, row, deliveredTo: () => undefined } as never,
    PARTIES.get(role)?.opener as never,
  );
}

describe('cells: one run', () => {
  it('shows the files that the wallet reads, and the fields', () => {
    const found = read('y', 1);
    if (isFailure(found)) throw new Error(found.issue.message);
    expect(found.fields).to.deep.equal({ plan: { fileId: manifest.fileId } });
    const source = { txId: 'ef'.repeat(32), actionId: RUN.actionId };
    expect([...found.files]).to.deep.equal([[manifest.fileId, { ...source, manifest, reference }]]);
  });

  it('shows nothing to a wallet without a part in it', () => {
    const found = read('z', 1);
    expect(isFailure(found) ? found.issue.code : [found.fields, found.files.size]).to.deep.equal([{}, 0]);
  });

  it('says that nothing was delivered where the wallet did not hold the role yet, or the root is another', () => {
    expect(issueOf(read('y', 3))).to.include({ code: 'CIPHERTEXT_INVALID' });
    const other = sealed(layout, { data: { note: 'other' } });
    expect(issueOf(read('y', 1, { ...payload, root: other.root }))).to.include({ code: 'CIPHERTEXT_INVALID' });
  });
});
