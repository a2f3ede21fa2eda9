// The statement that an opening proves: the parts that are shown and no others, with
// absence where a sender stated it.
import { expect } from 'chai';
import type { Json } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import { statementIn } from '../../../../../core/chain/evidence/opening.js';
import type { OpenedCells } from '../../../../../core/envelope/cells/open.js';
import { openingOf } from '../../../../../core/envelope/cells/opening.js';
import { layoutOf } from '../../../../../core/envelope/layout/layout.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { openedBy, RUN, sealed as sealedCells } from '../../../../support/cells/cell-runs.js';

const txId = 'ef'.repeat(32);
const action = {
  id: 1,
  sender: 'x',
  dataSchemas: [
    {
      type: 'object',
      properties: { total: { type: 'number' }, note: { type: 'string' }, secret: { type: 'string' } },
    },
  ],
  disclosures: [{ participantAddress: 'y', dataPointers: ['/total', '/note'] }],
};
const definition = {
  language: 2,
  id: 'sale',
  title: 'Sale',
  participants: ['x', 'y', 'z', 'w'].map((id) => ({ id, name: id })),
  actions: [action],
};

describe('core/chain/evidence/opening', () => {
  it('proves single cells, and that one is absent', () => {
    const layout = layoutOf(definition as never, action as never);
    const envelope = sealedCells(layout, { data: { total: 2001, secret: 's' } });
    const tx = { txId, header: RUN, payload: envelope as unknown as Json } as unknown as Transaction;
    const cells = openedBy('y', envelope, { layout }) as OpenedCells;
    const opening = openingOf({ txId, run: RUN, layout, opened: cells }, ['/note', '/total']);
    const found = statementIn(JSON.parse(JSON.stringify(opening)), tx);
    expect(found).to.deep.equal({
      wallet: RUN.senderWallet,
      instanceId: RUN.instanceId,
      actionId: RUN.actionId,
      parts: [
        { pointer: '/note', absent: true },
        { pointer: '/total', value: 2001 },
      ],
    });
    expect(JSON.stringify(opening)).to.not.contain('secret');
    // The same cells in a run of another sender.
    const other = { ...tx, header: { ...RUN, senderWallet: `${RUN.senderWallet}x` } } as unknown as Transaction;
    expect(isFailure(statementIn(JSON.parse(JSON.stringify(opening)), other))).to.equal(true);
  });
});
