// The rows of the events are those that the hubs tell, with their ids in the same order.
import { expect } from 'chai';
import { COUNTED_IDS, HUB_EVENTS } from '../../../../api/client/hub-events.js';
import type { Hub, Telling } from '../../../../api/hubs/define.js';
import { hubs } from '../../../../api/hubs/table.js';

/** A name that an event has for a member of its fact. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ height: 'docketNumber', hash: 'docketHash', height1: 'height', wallet: 'walletAddress' },
};
const COUNTS: ReadonlySet<string> = new Set(['actionId', 'percentComplete', 'unread', 'height']);

/** A fact each member of which is its own name. */
const FACT = new Proxy(
  {},
  {
    get: (_, member) => {
      if (member === 'transactions')
        return [{ txId: 'txId', header: { senderWallet: 'walletAddress', recipients: ['walletAddress'] } }];
      if (member === 'atMs' || member === 'timestampMs') return 0;
      return ['wallets', 'participants'].includes(String(member)) ? [String(member)] : String(member);
    },
  },
);

function eventsOf({ tells }: Hub): Readonly<Record<string, readonly string[]>> {
  const told = Object.values(tells).flatMap((tell) =>
    (tell as (fact: unknown) => ReturnType<typeof tell>)(FACT as never),
  );
  const signals = told.flat().flatMap((telling) => (telling as Telling).signals({ of: String, ofAll: () => '' }));
  return Object.fromEntries(
    signals.map(({ target, ids }) => [
      target,
      // A receipt has the id of its transaction.
      ids.map((id, i) => (ids.indexOf(id) < i ? 'receiptId' : (NAMES[String(id)] ?? String(id)))),
    ]),
  );
}

describe('api/client/hub-events', () => {
  for (const hub of hubs)
    it(`are those of the hub ${hub.name}`, () => {
      expect(HUB_EVENTS[hub.name as keyof typeof HUB_EVENTS]).to.deep.equal(eventsOf(hub));
    });

  it('are of all hubs, with the ids that are numbers', () => {
    expect(Object.keys(HUB_EVENTS).sort()).to.deep.equal(hubs.map(({ name }) => name).sort());
    expect([...COUNTED_IDS].sort()).to.deep.equal([...COUNTS, 'docketNumber'].sort());
  });
});
