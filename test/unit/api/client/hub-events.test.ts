// The rows of the events are those that the hubs tell, with their ids in the same order.
import { expect } from 'chai';
import { COUNTED_IDS, HUB_EVENTS, OBJECT_MEMBERS } from '../../../../api/client/hub-events.js';
import { conversationSignal } from '../../../../api/hubs/chat.hub.js';
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

/** Of each event of a conversation one whose members are their own names. */
const CONVERSATION_EVENTS: readonly Parameters<typeof conversationSignal>[0][] = [
  { kind: 'started', provider: 'provider', sendsTo: 'sendsTo' },
  { kind: 'text', chunk: 'chunk' },
  { kind: 'tool', name: 'tool', ok: true, words: 'words' },
  { kind: 'draft', draft: { blueprint: { is: 'blueprint' }, findings: [] } },
  { kind: 'complete', messageId: 'messageId' },
  { kind: 'remaining', remaining: 7 },
  { kind: 'error', code: 'AI_UNAVAILABLE', message: 'message' },
];

describe('api/client/hub-events', () => {
  it('are those of the hub chat', () => {
    const told: readonly (readonly [string, readonly unknown[]])[] = CONVERSATION_EVENTS.map((event) => {
      const { target, content = [], ids } = conversationSignal(event, 'sessionId');
      return [target, [...content, ...ids]];
    });
    expect(told.map(([target, { length }]) => [target, length])).to.deep.equal(
      Object.entries(HUB_EVENTS.chat).map(([target, { length }]) => [target, length]),
    );
    for (const [target, members] of told)
      for (const [i, name] of HUB_EVENTS.chat[target as keyof typeof HUB_EVENTS.chat].entries()) {
        const type = OBJECT_MEMBERS.has(name) ? 'object' : COUNTED_IDS.has(name) ? 'number' : 'string';
        expect(typeof members[i], `${target} ${name}`).to.equal(type);
        if (['sessionId', 'provider', 'sendsTo', 'chunk', 'tool', 'words', 'message'].includes(name))
          expect(members[i], target).to.equal(name);
      }
  });

  for (const hub of hubs.filter(({ name }) => name !== 'chat'))
    it(`are those of the hub ${hub.name}`, () => {
      expect(HUB_EVENTS[hub.name as keyof typeof HUB_EVENTS]).to.deep.equal(eventsOf(hub));
    });

  it('are of all hubs, with the ids that are numbers', () => {
    expect(Object.keys(HUB_EVENTS).sort()).to.deep.equal(hubs.map(({ name }) => name).sort());
    expect([...COUNTED_IDS].sort()).to.deep.equal([...COUNTS, 'docketNumber', 'remaining'].sort());
  });
});
