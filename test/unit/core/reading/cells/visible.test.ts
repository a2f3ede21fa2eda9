// The view of wallets of an instance: a fold over its transactions, with where each value comes from.
import { expect } from 'chai';
import { sha256, sha256Hex } from '../../../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { type FileManifest, fileSeal } from '../../../../../core/envelope/files.js';
import type { GroupContent } from '../../../../../core/envelope/seal.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { openerOf, type Visible, visibleData } from '../../../../../core/reading/cells/visible.js';
import { aWallet, CONTEXT, sealed, type TestWallet } from '../../../../support/disclosure.js';

const ada = aWallet('ada');
const ben = aWallet('ben', 'NISTP256', true);
const eve = aWallet('eve');

function tx(actionId: string, payload: Json, metadata?: JsonObject): Transaction {
  const header = {
    ...CONTEXT,
    actionId,
    blueprintId: 'permit',
    senderWallet: ada.key.walletAddress,
    payloadHash: '',
    createdAt: '2026-11-21T16:00:00.000Z',
    ...(metadata && { metadata }),
  };
  return {
    txId: sha256Hex(JSON.stringify([header, payload])),
    header,
    payload,
    signatures: [],
    bytes: new Uint8Array(0),
  };
}

function encrypted(actionId: string, groups: readonly GroupContent[], more: object = {}): Transaction {
  const envelope = sealed({ groups, context: { ...CONTEXT, actionId }, ...more });
  return tx(actionId, envelope as never, { contentEncoding: 'encrypted' });
}

const group = (fields: JsonObject, ...to: readonly TestWallet[]): GroupContent => ({
  fields,
  recipients: to.map(({ key }) => key),
});

function view(wallet: TestWallet, ...transactions: readonly Transaction[]): Visible {
  return visibleData(transactions, openerOf(wallet.opener));
}

const actionsOf = ({ sources }: Visible) =>
  Object.fromEntries([...sources].map(([name, { actionId }]) => [name, actionId]));

describe('disclosure: the view of a wallet', () => {
  const apply = encrypted('1', [
    group({ applicant: 'Ada', fee: 1, site: { plot: 7 } }, ada),
    group({ fee: 1, site: { plot: 7 } }, ben),
  ]);
  const assess = encrypted('2', [
    group({ risk: 'low', fee: 2200, site: { checked: true } }, ben),
    group({ fee: 2200 }, ada),
  ]);

  it('later values win field by field, and each tells where it comes from', () => {
    const adas = view(ada, apply, assess);
    expect(adas.fields).to.deep.equal({ applicant: 'Ada', fee: 2200, site: { plot: 7 } });
    expect(actionsOf(adas)).to.deep.equal({ applicant: '1', fee: '2', site: '1' });
    expect(adas.sources.get('fee')).to.deep.equal({ txId: assess.txId, actionId: '2' });
    const bens = view(ben, apply, assess);
    expect(bens.fields).to.deep.equal({ risk: 'low', fee: 2200, site: { checked: true } });
    expect(actionsOf(bens)).to.deep.equal({ fee: '2', site: '2', risk: '2' });
    expect(view(ada, assess, apply).fields.fee).to.equal(1);
    expect([...adas.opened.keys()]).to.deep.equal([apply.txId, assess.txId]);
    expect(adas.closed.size).to.equal(0);
  });

  it('a stranger sees nothing, without a fault being named', () => {
    const nothing = view(eve, apply, assess);
    expect(nothing.fields).to.deep.equal({});
    expect(nothing.sources.size).to.equal(0);
    expect([...nothing.opened.values()]).to.deep.equal([[], []]);
    expect(nothing.closed.size).to.equal(0);
  });

  it('plain actions show all they carry; rejections, cancellations and what is no object show nothing', () => {
    const all = view(
      eve,
      tx('1', { open: 'to all', '__proto__.x': 1 }),
      tx('2', { type: 'rejection', reason: 'no' }, { type: 'Rejection' }),
      tx('2', { why: 'left' }, { type: 'Cancellation' }),
      tx('3', JSON.parse('{"__proto__":{"polluted":true}}'), { type: 'Action' }),
      tx('4', ['a list']),
    );
    expect(Object.keys(all.fields)).to.deep.equal(['open', '__proto__.x', '__proto__']);
    expect(({} as { polluted?: boolean }).polluted).to.equal(undefined);
    expect(all.closed.size).to.equal(0);
    expect(all.opened.size).to.equal(0);
  });

  it('a group that does not open is named and changes nothing that was seen before', () => {
    const moved = tx('3', apply.payload, { contentEncoding: 'encrypted' });
    const broken = tx('3', { v: 1, wallets: [], groups: [] }, { contentEncoding: 'encrypted' });
    const { instanceId: _, ...header } = apply.header;
    const homeless = { ...apply, header, txId: 'aa'.repeat(32) };
    const seen = view(ada, apply, moved, broken, homeless);
    expect(seen.fields).to.deep.equal({ applicant: 'Ada', fee: 1, site: { plot: 7 } });
    expect([...seen.closed].map(([txId, { code, path }]) => [txId, code, path])).to.deep.equal([
      [moved.txId, 'CIPHERTEXT_INVALID', '/groups/0'],
      [broken.txId, 'VAL_SCHEMA_006', '/payload/wallets'],
      [homeless.txId, 'VAL_SCHEMA_006', '/header/instanceId'],
    ]);
    expect(view(eve, moved).closed.size).to.equal(0);
  });

  it('a file comes with the group that names it, and only with all its chunks on the ledger', () => {
    const seal = fileSeal(sha256('plan'), 2);
    const { fileId } = seal;
    const manifest: FileManifest = {
      ...seal,
      name: 'plan.pdf',
      contentType: 'application/pdf',
      size: 9,
      sha256: sha256Hex('the whole'),
    };
    const reference = { fileId, chunks: ['ab'.repeat(32), 'cd'.repeat(32)] };
    const withFile = encrypted(
      '1',
      [{ ...group({ plan: { fileId } }, ada), files: [manifest] }, group({ fee: 1 }, ben)],
      { files: [reference] },
    );
    expect(view(ada, withFile).files.get(fileId)).to.deep.equal({
      txId: withFile.txId,
      actionId: '1',
      manifest,
      reference,
    });
    expect(view(ben, withFile).files.size).to.equal(0);
    const text = JSON.stringify(withFile.payload);
    for (const secret of ['plan.pdf', 'application', manifest.sha256, manifest.key])
      expect(text).to.not.include(secret);
    const envelope = withFile.payload as JsonObject;
    const cut = tx(
      '1',
      { ...envelope, files: [{ fileId, chunks: ['ab'.repeat(32)] }] },
      { contentEncoding: 'encrypted' },
    );
    expect(view(ada, cut).fields).to.deep.equal({ plan: { fileId } });
    expect(view(ada, cut).files.size).to.equal(0);
    expect(() => sealed({ groups: [{ ...group({ plan: { fileId } }, ada), files: [manifest] }], files: [] })).to.throw(
      'not there with all its chunks',
    );
  });

  it('is the same fold whatever was opened before: a store of opened groups may stand for the key', () => {
    const first = view(ada, apply, assess);
    const stored = [...first.opened.values()];
    let asked = 0;
    const again = visibleData([apply, assess], () => stored[asked++] ?? []);
    expect(again).to.deep.equal(first);
    expect(asked).to.equal(2);
  });
});
