// What a docket driver believes of others: everything verified under the head of its turn, nothing on the word of an earlier head.
import { expect } from 'chai';
import { type Heard, Inbox } from '../../../../actors/docket/inbox.js';
import type { Claim } from '../../../../core/consensus/certificate.js';
import { tipOf } from '../../../../core/consensus/state.js';
import type { Message } from '../../../../core/consensus/types.js';
import { TRIO, voteBy } from '../../../model/scenarios.js';
import { envOf, fakeVerify, genesisOf, idOf } from '../../../model/world.js';

const genesis = tipOf(genesisOf(TRIO));

function inboxAt(height: number) {
  const head = { tip: { ...genesis, height }, env: envOf(TRIO, 'A', 1) };
  const delivered: Heard[] = [];
  const dropped: string[] = [];
  const asked: number[] = [];
  const inbox = new Inbox({
    head: () => head,
    deliver: (heard) => delivered.push(heard),
    dropped: (reason) => dropped.push(reason),
  });
  const verify = async (claims: readonly Claim[]) => {
    asked.push(claims.length);
    return claims.every(({ publicKey, digest, signature }) => fakeVerify(publicKey, digest, signature));
  };
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const receive = async (message: Message) => {
    inbox.receive({ message, from: idOf('B') }, verify);
    await settled();
  };
  const moveTo = (to: number) => {
    head.tip = { ...head.tip, height: to };
  };
  return { inbox, delivered, dropped, asked, receive, moveTo, settled };
}

const vote = (height: number) => voteBy(TRIO, 'B', { kind: 'COMMIT', height, round: 0, docketHash: genesis.hash });

describe('inbox of a docket driver', () => {
  it('hands on what is verified, as an input from the validator of the link', async () => {
    const { inbox, delivered, receive } = inboxAt(0);
    const message: Message = { type: 'vote', vote: vote(1) };
    await receive(message);
    expect(delivered).to.have.length(1);
    expect(inbox.open(delivered[0]!)).to.deep.equal({ type: 'receive', message, from: idOf('B') });
    expect(inbox.size).to.equal(0);
  });

  it('drops a wrong signature, and what no roster of this height can have signed', async () => {
    const { delivered, dropped, receive } = inboxAt(0);
    await receive({ type: 'vote', vote: { ...vote(1), round: 1 } });
    await receive({ type: 'vote', vote: { ...vote(1), rosterHash: genesis.hash } });
    expect(dropped).to.deep.equal(['signature', 'unverifiable']);
    expect(delivered).to.deep.equal([]);
  });

  it('verifies again what claimed nothing when it came and is of the current height in its turn', async () => {
    const { inbox, delivered, dropped, asked, receive, moveTo, settled } = inboxAt(0);
    await receive({ type: 'vote', vote: { ...vote(3), round: 1 } });
    expect(asked).to.deep.equal([0]);
    moveTo(2);
    expect(inbox.open(delivered[0]!)).to.equal(undefined);
    await settled();
    expect(asked).to.deep.equal([0, 1]);
    expect(delivered).to.have.length(1);
    expect(dropped).to.deep.equal(['signature']);
  });
});
