// A text that does not give a wallet its cells is opened once. What is remembered is proven of its bytes: no key that
// was missing, no delivery and no other class makes it wrong.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { OpenedCells, Undelivered } from '../../../../../core/envelope/cells/open.js';
import { asKnown } from '../../../../../core/instance/runs/known-texts.js';
import { asks, definitionOf, num, shows, to } from '../../../../support/definitions/short-definitions.js';
import { DeliveryLedger } from '../../../../support/register/deliveries.js';
import { alice, bob, type Wallet, wallet } from '../../../../support/register/ledger.js';

const carol = wallet('carol');
const dave = wallet('dave');
const DEFINITION: JsonObject = {
  ...definitionOf([
    { ...asks({ price: num, note: num }), ...shows({ y: ['price'], z: ['price', 'note'] }), ...to(2) },
    { sender: 'y', ...asks({ done: num }), ...shows({ x: ['*'], z: ['*'] }), ...to() },
  ]),
  participants: Object.entries({ x: alice, y: bob, z: carol }).map(([id, one]) => ({ id, walletAddress: one.address })),
};

/** Another price than the run has. */
function lie(opened: OpenedCells): OpenedCells {
  const classes = opened.classes.map((c) => ({ ...c, values: c.values.map((value) => (value === 10 ? 11 : value)) }));
  return { ...opened, classes };
}

/** Role y passes to dave, who was given nothing of the first run. */
function begun() {
  const at = new DeliveryLedger(DEFINITION, [alice, bob, carol, dave]);
  at.enrol({ a: alice, b: bob, c: carol, d: dave });
  const one = at.take({ action: 1, by: alice, data: { price: 10, note: 1 }, next: [2] });
  at.handOver({ role: 'y', from: bob, to: dave, after: one });
  const known = new Map<string, Undelivered>();
  at.knownTexts = known;
  const deliver = (by: Wallet, lies: boolean) =>
    at.deliver({ by, to: dave, role: 'y', runs: [one], ...(lies && { lie }) });
  return { at, one, known, deliver, read: (by: Wallet = dave) => at.read(by)[0] };
}

/** Texts that are parsed while this runs. */
function parsedIn(work: () => unknown): number {
  const { parse } = JSON;
  let count = 0;
  JSON.parse = (source: string, ...more: never[]) => {
    count += 1;
    return parse(source, ...more);
  };
  try {
    work();
  } finally {
    JSON.parse = parse;
  }
  return count;
}

describe('cells: known texts', () => {
  it('that give nothing are not opened again', () => {
    const { known, deliver, read } = begun();
    deliver(bob, true);
    expect(parsedIn(() => expect(read()?.undelivered).to.equal('root'))).to.equal(1);
    expect([...known.values()]).to.deep.equal(['root']);
    expect(parsedIn(() => expect(read()?.undelivered).to.equal('root'))).to.equal(0);
  });

  it('leave what is delivered later to be read', () => {
    const { known, deliver, read } = begun();
    deliver(bob, true);
    read();
    deliver(carol, true);
    expect(read()?.undelivered).to.equal('root');
    expect(known.size).to.equal(2);
    deliver(alice, false);
    for (let again = 0; again < 2; again++) {
      expect(read()?.data).to.deep.equal({ price: 10 });
      expect(read()).to.not.have.property('undelivered');
    }
    expect(known.size).to.equal(2);
  });

  it('are none where a key is not there: the same text is opened with it', () => {
    const { known, deliver, read } = begun();
    deliver(alice, false);
    const { privateKey, publicKey } = carol;
    expect(read({ ...dave, privateKey, publicKey })?.undelivered).to.equal('closed');
    expect(known.size).to.equal(0);
    expect(read()?.data).to.deep.equal({ price: 10 });
  });

  it('are known by transaction, run, wallet and classes, each', () => {
    const known = new Map<string, Undelivered>();
    const part = { txId: 'ab', run: 'cd', wallet: 'w', classes: [0, 1] };
    const opened = { cells: true };
    expect(asKnown<object>(known, part, () => ({ undelivered: 'form' }))).to.deep.equal({ undelivered: 'form' });
    expect(asKnown(known, part, () => opened)).to.deep.equal({ undelivered: 'form' });
    for (const other of [{ txId: 'ac' }, { run: 'ce' }, { wallet: 'v' }, { classes: [0] }, { classes: [1] }])
      expect(asKnown(known, { ...part, ...other }, () => opened)).to.equal(opened);
    expect(asKnown<object>(undefined, part, () => opened)).to.equal(opened);
    expect(known.size).to.equal(1);
  });
});
