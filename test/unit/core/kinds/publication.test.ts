// The rows of a sealed publication in the state: the newest one, its own row, and its place in the order, whatever the
// id of the blueprint looks like.
import { expect } from 'chai';
import { publication } from '../../../../core/kinds/publication.js';
import type { StateView } from '../../../../core/model/register.js';
import { STATE_KEY } from '../../../../core/register/state-keys.js';
import { publish } from '../../../support/register/ledger.js';

describe('core/kinds/publication', () => {
  it('gives every publication of a blueprint its place in the order', () => {
    const rows = new Map<string, object>();
    const view = { state: (key: string) => rows.get(key) } as unknown as StateView;
    const seal = (tx: ReturnType<typeof publish>) => {
      for (const { key, value } of publication.apply(tx, view).changes) rows.set(key, value as object);
    };
    const first = publish();
    const { blueprintId } = first.header;
    const second = { ...first, txId: 'a'.repeat(64) };
    seal(first);
    seal(second);
    const at = (ordinal: number) => rows.get(STATE_KEY.publicationAt(blueprintId, ordinal));
    expect([at(1), at(2), at(3)]).to.deep.equal([
      { publicationTxId: first.txId },
      { publicationTxId: second.txId },
      undefined,
    ]);
    expect(rows.get(STATE_KEY.blueprint(blueprintId))).to.deep.equal({ latest: second.txId, count: 2 });
    expect(rows.get(STATE_KEY.publication(second.txId))).to.deep.equal({ blueprintId, language: 2, ordinal: 2 });
  });

  it('keeps blueprints apart whose ids look like the keys of another one', () => {
    expect(STATE_KEY.publicationAt('x/1', 1)).to.not.equal(STATE_KEY.publicationAt('x', 1));
    expect(STATE_KEY.publicationAt('1/x', 1)).to.not.equal(STATE_KEY.publicationAt('x', 1));
    expect(STATE_KEY.publicationAt('x', 1).startsWith(STATE_KEY.publication(''))).to.equal(false);
  });
});
