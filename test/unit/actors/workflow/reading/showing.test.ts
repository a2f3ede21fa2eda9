// Parts of a move of language 2 that a node opens for an outsider: what the wallet reads and no more, and nothing of a
// run that did not give the wallet what it has to see.
import { expect } from 'chai';
import type { Acting } from '../../../../../actors/workflow/encryption/acting.js';
import type { InstanceRecord } from '../../../../../actors/workflow/instance/instance-record.js';
import { showingOf } from '../../../../../actors/workflow/reading/showing.js';
import type { JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import { layoutOf } from '../../../../../core/envelope/layout/layout.js';
import { issueOf } from '../../../../support/base/results.js';
import { addressOf, PARTIES, RUN, sealed } from '../../../../support/cells/cell-runs.js';

const TX = 'ef'.repeat(32);
const action = {
  id: 1,
  sender: 'x',
  isStartingAction: true,
  dataSchemas: [{ type: 'object', properties: { total: { type: 'number' }, note: { type: 'string' } } }],
  disclosures: [{ participantAddress: 'y', dataPointers: ['/total'] }],
};
const definition = {
  ...{ language: 2, id: 'sale', title: 'Sale', actions: [action] },
  participants: ['x', 'y', 'z', 'w'].map((id) => ({ id, name: id, walletAddress: addressOf(id) })),
};
const layout = layoutOf(definition as never, action as never);

function shown(role: string, pointers: readonly string[], more: { payload?: unknown; metadata?: JsonObject } = {}) {
  const payload = sealed(layout, { data: { total: 5, note: 'n' } });
  const header = { ...RUN, metadata: { type: 'Action', contentEncoding: 'encrypted' } };
  const transaction = { txId: TX, header, payload, ...more };
  const record = { definition, transactions: [{ transaction }] } as unknown as InstanceRecord;
  const reader = {
    wallet: { address: addressOf(role), owner: { kind: 'person', id: 'p' } },
    address: addressOf(role),
  } as unknown as Acting;
  const keys = PARTIES.get(role)?.opener.keys;
  const keystore = { useToOpen: async (_: unknown, work: (of: never) => never) => work(keys as never) };
  const ask = { registerId: RUN.registerId, instanceId: 'inst-1', txId: TX, pointers, reader };
  const none = () => undefined;
  return showingOf({ keystore: keystore as never, carrying: none, rowOf: none, deliveredTo: none }, record, ask);
}

describe('actors/workflow/reading/showing', () => {
  it('opens the cells that the wallet reads, and shows nothing else', async () => {
    const found = await shown('y', ['/total']);
    if (isFailure(found)) throw new Error(found.issue.message);
    expect(found.statement).to.deep.include({ wallet: addressOf('x'), parts: [{ pointer: '/total', value: 5 }] });
    expect(JSON.stringify(found.opening)).to.not.contain('"n"');
  });

  it('refuses what the wallet does not read, and what it was not given', async () => {
    expect(issueOf(await shown('y', ['/note']))).to.include({ code: 'BODY_INVALID', path: '/pointers/0' });
    expect(issueOf(await shown('z', ['/total']))).to.include({ code: 'BODY_INVALID', path: '/txId' });
    const other = sealed(layout, { data: { total: 6 } });
    const forged = { ...sealed(layout, { data: { total: 5 } }), root: other.root };
    expect(issueOf(await shown('y', ['/total'], { payload: forged }))).to.include({ code: 'CIPHERTEXT_INVALID' });
  });
});
