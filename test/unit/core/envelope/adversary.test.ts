// A lying sender with a patched node, within the rules that validators check: names that look like others, names that
// every object has, a star, groups without end, and more lies than a person can read. Nothing of it is taken, or hides
// what is; and a participant that is lied to can always act on.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { INSTANCE_TRANSACTIONS_MAX } from '../../../../core/base/limits/ledger/instances.js';
import { JSON_DEPTH_MAX } from '../../../../core/base/limits/ledger/transactions.js';
import { ACCEPTED_SUSPECT_MAX } from '../../../../core/base/limits/node/reading.js';
import { planOf } from '../../../../core/blueprint/plan/plan.js';
import type { GroupContent } from '../../../../core/envelope/seal.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { type Open, visibleData } from '../../../../core/reading/cells/visible.js';
import { suspicionProblem } from '../../../../core/reading/envelopes/suspicion.js';
import { Parties, suspicions, widened } from '../../../support/parties.js';
import { definition, shows, to } from '../../../support/party-definitions.js';

const number = { type: 'number' };

const FREIGHT = definition(
  {
    sender: 'seller',
    dataSchemas: [{ type: 'object', properties: { prix_café: number, qty: number }, required: ['qty'] }],
    calculations: { invoice: { '*': [{ var: 'qty' }, 100] } },
    disclosures: shows({ bank: ['/*'] }),
    routes: to(2),
  },
  {
    sender: 'carrier',
    dataSchemas: [
      {
        type: 'object',
        properties: { weight: number, site: { type: 'object', properties: { a: number } }, list: { type: 'array' } },
        required: ['weight'],
        additionalProperties: { type: ['number', 'object', 'array'] },
      },
    ],
    disclosures: shows({ bank: ['/*'], seller: ['/weight', '/site/a', '/list/*', '/*/x'] }),
    routes: to(2, 3),
  },
  { dataSchemas: [{ properties: { paid: number } }], calculations: { paid: { var: 'invoice' } }, routes: to() },
);

function begun(): Parties {
  const parties = new Parties(FREIGHT);
  parties.act(1, { qty: 10 });
  return parties;
}

/** The data that the bank takes and the faults that it is told, of a carrier that adds these. */
function lied(more: JsonObject, role = 'bank') {
  const parties = begun();
  parties.act(2, { weight: 7 }, { forge: widened(more) });
  const seen = parties.see(role);
  return { told: suspicions(seen), fields: seen.fields, paid: () => parties.act(3, {}).data.paid };
}

describe('disclosure: a lying sender', () => {
  it('hides no member of another action behind another spelling of its name', () => {
    for (const name of ['prix_cafe\u0301', 'ｉｎｖｏｉｃｅ', 'qt\uff59']) {
      const { told, fields } = lied({ [name]: 1 });
      expect(told, name).to.deep.equal([`2 /${name} undeclared`]);
      expect(fields).to.not.have.property(name);
    }
    expect(() => begun().act(2, { weight: 7, ｉｎｖｏｉｃｅ: 1 }), 'nor does an honest node').to.throw(
      'VAL_SCHEMA_007',
    );
    expect(lied({ größe: 1 }).fields, 'a name of its own').to.have.property('größe', 1);
  });

  it('changes nothing with names that every object has, nor in lists and objects of its own', () => {
    const inherited = JSON.parse(
      '{"__proto__":{"invoice":1},"constructor":{"invoice":1},"toString":1,"hasOwnProperty":1}',
    );
    const hidden = { site: { a: 1, invoice: 1 }, list: [{ invoice: 1 }, ['invoice']], more: { invoice: 1 } };
    const { fields, paid } = lied({ ...hidden, ...inherited });
    expect(fields.invoice).to.equal(1000);
    expect(Object.getPrototypeOf(fields)).to.equal(Object.prototype);
    expect(paid()).to.equal(1000);
    const seller = lied({ ...hidden, x: { x: 1 } }, 'seller');
    expect(seller.fields).to.deep.equal({ qty: 10, invoice: 1000, weight: 7, site: { a: 1 }, list: hidden.list });
    expect(seller.told).to.deep.equal(['2 /more undisclosed', '2 /site undisclosed', '2 /x undisclosed']);
  });

  it('hides nothing behind a member that is called as the star of a pointer', () => {
    const parties = begun();
    const bank = parties.walletOf('bank').key;
    const star = (): readonly GroupContent[] => [{ fields: { '*': 1 }, recipients: [bank] }];
    parties.act(2, { weight: 7 }, { groups: star });
    expect(suspicions(parties.see('bank'))).to.have.members(['2 /* undeclared', '2 /weight missing']);
    expect(() => parties.act(2, { weight: 7, '*': 1 }), 'an honest node refuses it').to.throw(
      'VAL_SCHEMA_007 /payload/*',
    );
  });

  it('as many groups for one reader as an envelope has: the same in all is taken, and a difference in one is told', () => {
    for (const odd of [false, true]) {
      const parties = begun();
      const bank = parties.walletOf('bank').key;
      const groups = Array.from({ length: 90 }, (_, i) => ({
        fields: { weight: odd && i === 60 ? 8 : 7, [`w${i}`]: i },
        recipients: [bank],
      }));
      parties.act(2, { weight: 7 }, { groups: () => groups });
      expect(suspicions(parties.see('bank'))).to.deep.equal(odd ? ['2 /weight twice'] : []);
    }
  });

  it('a value as deep as JSON may be, and schemas that look at all of it, end in an answer', () => {
    let deep: Json = 1;
    for (let i = 0; i < JSON_DEPTH_MAX - 8; i++) deep = i % 2 === 0 ? [deep] : { x: deep };
    const { told, fields } = lied({ site: { a: deep }, list: [deep] });
    expect(told).to.deep.equal(['2 /site/a schema']);
    expect(fields).to.not.have.property('site');
  });

  it('more lies than a list of them holds: one of each transaction is told, and all can be accepted', () => {
    const plan = planOf(FREIGHT);
    const txs = Array.from({ length: INSTANCE_TRANSACTIONS_MAX }, (_, i) => ({
      txId: `${i}`,
      header: { actionId: '2', senderWallet: 'carrier', metadata: {} },
      payload: Object.fromEntries([
        ['weight', 1],
        ...Array.from({ length: 30 }, (__, n) => [n === 0 ? 'qty' : `*${n}`, 'x']),
      ]),
    })) as unknown as readonly Transaction[];
    const none: Open = () => [];
    const { suspect } = visibleData(txs, none, { definition: FREIGHT, plan, walletAddress: 'bank' });
    expect(new Set(suspect.map(({ txId }) => txId)).size).to.equal(txs.length);
    expect(suspect.length).to.be.below(2 * txs.length);
    expect(ACCEPTED_SUSPECT_MAX).to.be.at.least(INSTANCE_TRANSACTIONS_MAX);
    expect(
      suspicionProblem(
        suspect,
        txs.map(({ txId }) => txId),
      ),
    ).to.equal(undefined);
    expect(
      suspicionProblem(
        suspect,
        txs.slice(1).map(({ txId }) => txId),
      )?.code,
    ).to.equal('FACT_VIOLATED');
  });
});
