// A reader judges what others sealed: a liar's forgeries one by one, each told by the reader that sees it, and none of
// them in the data.
import { expect } from 'chai';
import { sha256, sha256Hex } from '../../../../../core/base/hash.js';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Executed } from '../../../../../core/blueprint/execution/execute.js';
import { type FileManifest, fileSeal } from '../../../../../core/envelope/files.js';
import { suspicionProblem } from '../../../../../core/reading/envelopes/suspicion.js';
import { Parties, suspicions, widened } from '../../../../support/parties.js';
import { definition, shows, to } from '../../../../support/party-definitions.js';

const number = { type: 'number' };
const form = (...names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, number])),
});

/** The carrier must not even see prices. */
const CREDIT = definition(
  {
    dataSchemas: [form('credit')],
    disclosures: shows({ seller: ['/credit'] }),
    routes: to(2),
  },
  {
    sender: 'seller',
    dataSchemas: [form('qty', 'price', 'invoice')],
    calculations: { invoice: { '*': [{ var: 'qty' }, { var: 'price' }] } },
    disclosures: shows({ bank: ['/*'], carrier: ['/qty'] }),
    routes: to(3),
  },
  {
    sender: 'carrier',
    dataSchemas: [{ ...form('weight'), required: ['weight'] }],
    disclosures: shows({ bank: ['/weight'], seller: ['/weight'] }),
    routes: to(4),
    rejectionConfig: { targetActionId: 2 },
  },
  {
    dataSchemas: [form('paid')],
    calculations: { paid: { min: [{ var: 'invoice' }, { var: 'credit' }] } },
    disclosures: shows({ seller: ['/paid'] }),
    rejectionConfig: { targetActionId: 3 },
    routes: [
      { id: 'over', nextActionIds: [1], condition: { '>': [{ var: 'invoice' }, { var: 'credit' }] } },
      { id: 'fits', nextActionIds: [], isDefault: true },
    ],
  },
);

function begun(): Parties {
  const parties = new Parties(CREDIT);
  parties.act(1, { credit: 100_000 });
  parties.act(2, { qty: 10, price: 100 });
  return parties;
}

describe('disclosure: a lie among honest readers', () => {
  it('members of others in the carrier’s action are in no reader’s data, no role calculates with them, and all who see them are told', () => {
    const parties = begun();
    const more = { invoice: 999_999.99, credit: 5_000_000, paid: 1 };
    parties.act(3, { weight: 7 }, { forge: widened(more) });
    for (const role of ['bank', 'seller']) {
      const seen = parties.see(role);
      expect(seen.fields, role).to.deep.equal({ credit: 100_000, qty: 10, price: 100, invoice: 1000, weight: 7 });
      expect(suspicions(seen), role).to.deep.equal([
        '3 /credit undeclared',
        '3 /invoice undeclared',
        '3 /paid undeclared',
      ]);
      expect(seen.sources.get('invoice')?.actionId).to.equal('2');
      expect(seen.facts.get(parties.transactions[2]?.txId ?? '')).to.deep.equal({ weight: 7 });
    }
    expect(parties.act(4, {}).data.paid).to.equal(1000);
    expect(suspicions(parties.see('seller'))).to.have.lengthOf(3);
  });

  it('a name that passes for another one in another Unicode form is in no reader’s data', () => {
    const parties = begun();
    // A fullwidth letter: no validator compares it, as registers of language 1 take what they took before.
    parties.act(3, { weight: 7 }, { forge: widened({ '\uff49nvoice': 1 }) });
    for (const role of ['bank', 'seller']) {
      const seen = parties.see(role);
      expect(seen.fields, role).to.have.all.keys(['credit', 'qty', 'price', 'invoice', 'weight']);
      expect(suspicions(seen), role).to.deep.equal(['3 /\uff49nvoice undeclared']);
    }
  });

  it('names wallet, transaction, member and what to do, and gives way to an acceptance by name or a rejection', () => {
    const parties = begun();
    parties.act(3, { weight: 7 }, { forge: widened({ paid: 1 }) });
    const { suspect } = parties.see('bank');
    const txId = parties.transactions[2]?.txId ?? '';
    const found = suspicionProblem(suspect);
    expect(found?.code).to.equal('FACT_VIOLATED');
    for (const said of [
      'action 3',
      txId,
      parties.walletOf('carrier').key.walletAddress,
      '/paid',
      'Reject or cancel',
      'acceptSuspect',
    ])
      expect(found?.message).to.include(said);
    expect(suspicionProblem(suspect, ['00'.repeat(32)])?.code).to.equal('FACT_VIOLATED');
    expect(suspicionProblem(suspect, [txId])).to.equal(undefined);
    parties.reject(4);
    expect(suspicions(parties.see('bank'))).to.deep.equal(['3 /paid undeclared undone']);
    expect(suspicionProblem(parties.see('bank').suspect)).to.equal(undefined);
    parties.act(3, { weight: 7 }, { forge: widened({ paid: 1 }) });
    expect(suspicionProblem(parties.see('bank').suspect)?.message).to.include(parties.transactions[4]?.txId);
  });

  it('a false calculated member, a missing one, a wrong type and a wrong way are seen by who sees the operands', () => {
    const lie = (forge: (made: Executed) => Executed) => {
      const parties = new Parties(CREDIT);
      parties.act(1, { credit: 100_000 });
      parties.act(
        2,
        { qty: 10, price: 100 },
        {
          forge: (made) => {
            const forged = forge(made);
            return widened({})(forged);
          },
        },
      );
      return ['bank', 'carrier'].map((role) => suspicions(parties.see(role)).join());
    };
    const carrier = '2 /invoice undisclosed,2 /price undisclosed';
    expect(lie((made) => ({ ...made, data: { ...made.data, invoice: 1 } }))).to.deep.equal([
      '2 /invoice calculation',
      carrier,
    ]);
    expect(lie(({ data: { invoice: _, ...data }, ...made }) => ({ ...made, data }))).to.deep.equal([
      '2 /invoice missing',
      '2 /price undisclosed',
    ]);
    const [bank] = lie((made) => ({ ...made, data: { qty: 'ten', price: 100, invoice: 1000 } }));
    expect(bank).to.include('2 /qty schema').and.include('2 /invoice calculation');
    const parties = begun();
    parties.act(3, { weight: 7 });
    parties.act(
      4,
      {},
      {
        forge: (made) => ({
          ...made,
          decision: {
            ...made.decision,
            reasonCode: 'ConditionMatched',
            routeId: 'over',
            nextActions: [{ actionId: 1 }],
          },
        }),
      },
    );
    expect(suspicions(parties.see('seller'))).to.deep.equal(['4 /@route route']);
    expect(suspicions(parties.see('bank'))).to.deep.equal(['4 /@route route']);
    expect(suspicions(parties.see('carrier')), 'it sees no operand').to.deep.equal([]);
  });

  it('a plain payload with a false total is suspect for everybody', () => {
    const parties = new Parties(CREDIT);
    parties.act(1, { credit: 100_000 }, { plain: true });
    parties.act(
      2,
      { qty: 10, price: 100 },
      { plain: true, forge: (made) => ({ ...made, data: { ...made.data, invoice: 1 } }) },
    );
    for (const role of ['bank', 'carrier', 'seller']) {
      expect(suspicions(parties.see(role)), role).to.deep.equal(['2 /invoice calculation']);
      expect(parties.see(role).fields, role).to.deep.equal({ credit: 100_000, qty: 10, price: 100 });
    }
  });

  it('two groups for one wallet that differ have no value; equal ones have', () => {
    const parties = begun();
    const bank = parties.walletOf('bank').key;
    parties.act(3, { weight: 7 }, { groups: (groups) => [...groups, { fields: { weight: 8 }, recipients: [bank] }] });
    expect(suspicions(parties.see('bank'))).to.deep.equal(['3 /weight twice']);
    expect(parties.see('bank').fields).to.not.have.property('weight');
    expect(suspicions(parties.see('seller'))).to.deep.equal([]);
  });

  it('a wallet to which nothing is disclosed takes nothing, and a missing member of its own is told', () => {
    const parties = begun();
    const carrier = parties.walletOf('carrier').key;
    parties.act(
      1,
      { credit: 1 },
      { groups: (groups) => [...groups, { fields: { credit: 2 }, recipients: [carrier] }] },
    );
    expect(suspicions(parties.see('carrier'))).to.deep.equal(['1 /credit undisclosed']);
    expect(parties.see('carrier').fields).to.deep.equal({ qty: 10 });
    parties.seal(3, {
      data: { note: 1 },
      calculated: [],
      decision: { completedActionId: 3, nextActions: [{ actionId: 4 }], routeId: 'r', reasonCode: 'Unconditional' },
      disclosures: shows({ bank: ['/*'] }).map(({ participantAddress }) => ({
        participantId: participantAddress,
        pointers: [''],
        data: { note: 1 },
      })),
    });
    expect(suspicions(parties.see('bank'))).to.deep.equal(['3 /weight missing', '3 /note undisclosed']);
  });

  it('a group that names a reader and does not open stops it', () => {
    const parties = begun();
    const tx = parties.transactions[1];
    if (!tx) throw new Error('two actions');
    parties.transactions[1] = { ...tx, header: { ...tx.header, actionId: '3' } };
    expect(suspicions(parties.see('bank'))).to.deep.equal(['3  closed']);
    expect(suspicionProblem(parties.see('bank').suspect)?.message).to.include('its data does not open');
  });

  it('inside a member: a member that no pointer names is cut away, escaped names and lists are meant as they stand', () => {
    const site = { type: 'object', properties: { 'a/b~c': number, secret: number } };
    const list = { type: 'array', items: { type: 'object', properties: { n: number, m: number }, required: ['n'] } };
    const nested = definition({
      dataSchemas: [{ allOf: [{ $ref: '#/$defs/all' }], $defs: { all: { properties: { site, list } } } }],
      disclosures: shows({ seller: ['/site/a~1b~0c', '/list/1/n'] }),
    });
    const data: JsonObject = { site: { 'a/b~c': 1, secret: 2 }, list: [{ n: 1 }, { n: 2, m: 3 }] };
    const honest = new Parties(nested);
    honest.act(1, data);
    const cut = { list: [null, { n: 2 }], site: { 'a/b~c': 1 } };
    expect(honest.see('seller').fields).to.deep.equal(cut);
    expect(suspicions(honest.see('seller'))).to.deep.equal([]);
    const forged = (shown: JsonObject) => {
      const parties = new Parties(nested);
      parties.act(1, data, {
        forge: (made) => ({ ...made, disclosures: [{ participantId: 'seller', data: shown, pointers: [] }] }),
      });
      const seen = parties.see('seller');
      return [suspicions(seen).join(), JSON.stringify(seen.fields)];
    };
    expect(forged(data)).to.deep.equal(['1 /list undisclosed,1 /site undisclosed', JSON.stringify(cut)]);
    expect(forged({ ...cut, list: [7, { n: 2 }] })).to.deep.equal(['1 /list undisclosed', JSON.stringify(cut)]);
    expect(forged({ ...cut, site: { 'a/b~c': 'x' } })[0]).to.equal('1 /site/a~1b~0c schema');
    expect(forged({ ...cut, list: [null, { n: 'x' }] })[0]).to.equal('1 /list/1/n schema');
    expect(forged({ ...cut, list: [null, {}] })[0]).to.equal('1 /list/1/n missing');
    const inherited = JSON.parse('{"__proto__":{"x":1},"constructor":2}');
    expect(forged(inherited)).to.deep.equal(['1 /__proto__ undisclosed,1 /constructor undisclosed', '{}']);
  });

  it('tells no more than so many, however many members are forged, and takes none', () => {
    const parties = begun();
    const names = Array.from({ length: 500 }, (_, i) => `w${i}`);
    const more = Object.fromEntries([...names.map((name) => [name, 1]), ['paid', 1]]);
    parties.act(3, { weight: 7 }, { forge: widened(more) });
    const seen = parties.see('bank');
    expect(seen.suspect).to.have.lengthOf(20);
    expect(seen.fields).to.deep.equal({ credit: 100_000, qty: 10, price: 100, invoice: 1000, weight: 7 });
  });

  it('a running total follows the ledger over its rounds, and one false round is told', () => {
    const loop = definition({
      dataSchemas: [form('qty', 'total')],
      calculations: { total: { '+': [{ var: ['total', 0] }, { var: 'qty' }] } },
      disclosures: shows({ seller: ['/*'], carrier: ['/total'] }),
      routes: to(1),
    });
    const parties = new Parties(loop);
    for (const qty of [10, 20, 30]) parties.act(1, { qty });
    expect(suspicions(parties.see('seller'))).to.deep.equal([]);
    parties.act(1, { qty: 1 }, { forge: widened({ total: -490 }) });
    expect(suspicions(parties.see('seller'))).to.deep.equal(['1 /total calculation']);
    expect(parties.see('seller').fields.total).to.equal(60);
  });

  it('the wallet that plays two roles reads what both are shown', () => {
    const parties = new Parties(CREDIT, { carrier: 'one', seller: 'one' });
    parties.act(1, { credit: 5 });
    parties.act(2, { qty: 1, price: 2 });
    parties.act(3, { weight: 7 });
    for (const role of ['bank', 'seller', 'carrier']) expect(suspicions(parties.see(role)), role).to.deep.equal([]);
    expect(parties.see('carrier').fields).to.deep.equal({ credit: 5, qty: 1, price: 2, invoice: 2, weight: 7 });
  });

  it('a run that was sealed in another branch meanwhile accuses no party; a value that no state gives does', () => {
    const fork = definition(
      { dataSchemas: [form('a')], disclosures: shows({ seller: ['/*'], carrier: ['/*'] }), routes: to(2, 3) },
      { sender: 'seller', dataSchemas: [form('a')], disclosures: shows({ bank: ['/*'], carrier: ['/*'] }) },
      {
        sender: 'carrier',
        dataSchemas: [form('b')],
        calculations: { b: { '+': [{ var: 'a' }, 1] } },
        disclosures: shows({ bank: ['/*'], seller: ['/*'] }),
      },
    );
    for (const knows of [1, 2]) {
      const parties = new Parties(fork);
      parties.act(1, { a: 1 });
      parties.act(2, { a: 5 }, { follows: 0 });
      parties.act(3, {}, { follows: 0, knows });
      for (const role of ['bank', 'seller', 'carrier']) expect(suspicions(parties.see(role)), role).to.deep.equal([]);
    }
    const parties = new Parties(fork);
    parties.act(1, { a: 1 });
    parties.act(2, { a: 5 }, { follows: 0 });
    parties.act(3, {}, { follows: 0, forge: widened({ b: 3 }) });
    expect(suspicions(parties.see('bank'))).to.deep.equal(['3 /b calculation']);
  });

  it('after many actions in another branch, what reads only the own members of an action is still computed again', () => {
    const loop = definition(
      { dataSchemas: [form('credit')], disclosures: shows({ seller: ['/*'] }), routes: to(2, 3) },
      {
        sender: 'seller',
        dataSchemas: [form('step')],
        calculations: { twice: { '*': [{ var: 'step' }, 2] } },
        disclosures: shows({ bank: ['/*'] }),
        routes: to(2),
      },
      {
        sender: 'seller',
        dataSchemas: [form('qty', 'price')],
        calculations: {
          invoice: { '*': [{ var: 'qty' }, { var: 'price' }] },
          mixed: { '+': [{ var: 'qty' }, { var: 'step' }] },
        },
        disclosures: shows({ bank: ['/*'] }),
        routes: [
          { id: 'large', nextActionIds: [1], condition: { '>': [{ var: 'invoice' }, 5000] } },
          { id: 'small', nextActionIds: [], isDefault: true },
        ],
      },
    );
    for (const loops of [3, 4, 9]) {
      const looped = () => {
        const parties = new Parties(loop);
        parties.act(1, { credit: 5 });
        for (let step = 1; step <= loops; step++) parties.act(2, { step });
        return parties;
      };
      for (const knows of [2, loops + 1]) {
        const honest = looped();
        honest.act(3, { qty: 10, price: 100 }, { follows: 0, knows });
        expect(suspicions(honest.see('bank')), `${loops} loops, ${knows} known`).to.deep.equal([]);
      }
      const forged = looped();
      forged.act(3, { qty: 10, price: 100 }, { follows: 0, forge: widened({ invoice: 999999 }) });
      expect(suspicions(forged.see('bank')), `${loops} loops`).to.include('3 /invoice calculation');
      expect(forged.see('bank').fields).not.to.have.property('invoice');
    }
  });

  it('a file comes with the member that names it, and no later action puts another in its place', () => {
    const doc = { type: 'object', properties: { fileId: { type: 'string' } } };
    const files = definition(
      { dataSchemas: [{ properties: { plan: doc } }], disclosures: shows({ seller: ['/*'] }), routes: to(2) },
      {
        sender: 'carrier',
        dataSchemas: [{ properties: { photo: doc } }],
        disclosures: shows({ seller: ['/*'], bank: ['/*'] }),
      },
    );
    const manifest = (name: string): FileManifest => ({
      ...fileSeal(sha256('plan'), 1),
      name,
      contentType: 'text/plain',
      size: 1,
      sha256: sha256Hex(name),
    });
    const { fileId } = manifest('');
    const sent = (name: string) => ({
      manifests: [manifest(name)],
      references: [{ fileId, chunks: [sha256Hex(name)] }],
    });
    const parties = new Parties(files);
    parties.act(1, { plan: { fileId } }, { files: sent('plan') });
    parties.act(2, { photo: { fileId } }, { files: sent('other') });
    expect(parties.see('seller').files.get(fileId)?.manifest.name).to.equal('plan');
    const foreign = new Parties(files);
    foreign.act(2, {}, { files: sent('other'), forge: widened({ plan: { fileId } }) });
    expect(foreign.see('seller').files.size).to.equal(0);
    expect(suspicions(foreign.see('seller'))).to.deep.equal(['2 /plan undeclared']);
  });
});
