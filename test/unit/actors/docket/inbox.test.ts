// A docket driver believes of others everything that is verified under the head of its turn, and nothing on the word of
// an earlier head.
import { expect } from 'chai';
import { ConsensusInbox, type ReceivedMessage } from '../../../../actors/docket/inbox.js';
import type { ClaimsVerifier } from '../../../../actors/ports.js';
import type { SignedClaim } from '../../../../core/consensus/certificate.js';
import { tipOf } from '../../../../core/consensus/state.js';
import type { Message, Vote } from '../../../../core/consensus/types.js';
import { docketOn, proposalBy, TRIO, voteBy } from '../../../model/scenarios.js';
import { envOf, fakeVerify, genesisOf, idOf } from '../../../model/world.js';

const genesis = tipOf(genesisOf(TRIO));

function inboxAt(height: number) {
  const head = { tip: { ...genesis, height }, env: envOf(TRIO, 'A', 1) };
  const delivered: ReceivedMessage[] = [];
  const dropped: string[] = [];
  const asked: number[] = [];
  const inbox = new ConsensusInbox({
    head: () => head,
    isListening: () => true,
    deliver: (heard) => delivered.push(heard),
    onDropped: (reason) => dropped.push(reason),
  });
  const verify = async (claims: readonly SignedClaim[]) => {
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

  it('hashes the body of a proposal when its signer is known, and says whatever is wrong with it', async () => {
    const { delivered, dropped, asked, inbox, settled } = inboxAt(0);
    // The roots of this docket are not those of its body; a part that hashes it reads its transactions.
    const docket = docketOn(TRIO, genesisOf(TRIO), 'A');
    const refused: string[] = [];
    let looks = 0;
    const watched = {
      ...docket,
      get transactions() {
        looks++;
        return docket.transactions;
      },
    };
    const proposal = proposalBy(TRIO, 'A', genesisOf(TRIO), docket);
    const hear = async (prepare: Vote) => {
      const verify: ClaimsVerifier = async (claims) => {
        asked.push(claims.length);
        return claims.every((claim) => fakeVerify(claim.publicKey, claim.digest, claim.signature));
      };
      verify.onRefused = ({ code }) => refused.push(code);
      const message: Message = { type: 'proposal', proposal: { ...proposal, docket: watched, prepare } };
      inbox.receive({ message, from: idOf('A') }, verify);
      await settled();
    };
    const { prepare } = proposal;
    await hear({ ...prepare, voter: 'ab'.repeat(32) });
    await hear({ ...prepare, signature: '0'.repeat(128) });
    expect([looks, refused, dropped]).to.deep.equal([0, ['CERTIFICATE_INVALID'], ['unverifiable', 'signature']]);
    await hear(prepare);
    expect(looks).to.be.greaterThan(0);
    expect(refused.slice(1)).to.deep.equal(['DOCKET_ROOT_MISMATCH']);
    expect([dropped.slice(2), delivered]).to.deep.equal([['unverifiable'], []]);
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

  describe('of messages that are repeated', () => {
    const signed = (round: number, height = 1) =>
      voteBy(TRIO, 'B', { kind: 'COMMIT', height, round, docketHash: genesis.hash });
    const repeated: Message = { type: 'vote', vote: signed(1) };
    const forged: Message = { type: 'vote', vote: { ...signed(1), signature: signed(2).signature } };

    it('verifies one once, and hands on each', async () => {
      const { delivered, asked, receive } = inboxAt(0);
      for (let n = 0; n < 3; n++) await receive(structuredClone(repeated));
      expect([asked, delivered.length]).to.deep.equal([[1], 3]);
    });

    it('believes no other signature for it, and remembers none that is wrong', async () => {
      const { delivered, dropped, asked, receive } = inboxAt(0);
      for (const message of [forged, repeated, forged, repeated]) await receive(message);
      expect(asked).to.deep.equal([1, 1, 1]);
      expect(dropped).to.deep.equal(['signature', 'signature']);
      expect(delivered.map(({ envelope }) => envelope.message)).to.deep.equal([repeated, repeated]);
    });

    it('believes nothing that is still being verified', async () => {
      const { inbox, delivered, dropped, settled } = inboxAt(0);
      const answers: ((good: boolean) => void)[] = [];
      const verify = () => new Promise<boolean>((resolve) => answers.push(resolve));
      for (let n = 0; n < 2; n++) inbox.receive({ message: repeated, from: idOf('B') }, verify);
      answers[0]?.(false);
      answers[1]?.(true);
      await settled();
      expect([delivered.length, dropped]).to.deep.equal([1, ['signature']]);
    });

    it('verifies it again at another height, and after many others', async () => {
      const { asked, receive, moveTo } = inboxAt(0);
      await receive(repeated);
      moveTo(1);
      await receive({ type: 'vote', vote: signed(1, 2) });
      moveTo(0);
      await receive(repeated);
      expect(asked.length).to.equal(3);
      for (let round = 2; round < 200; round++) await receive({ type: 'vote', vote: signed(round) });
      asked.length = 0;
      await receive({ type: 'vote', vote: signed(199) });
      expect(asked).to.deep.equal([]);
      await receive(repeated);
      expect(asked).to.deep.equal([1]);
    });
  });
});
