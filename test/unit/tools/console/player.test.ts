// The register that the bench of the console plays: a chain of dockets with rows in them, as a node would tell them.
import { expect } from 'chai';
import { PlayedChain } from '../../../tools/console/player.js';

const HASH = 'ab'.repeat(32);
const DOCKET = {
  number: 41,
  hash: HASH,
  timestamp: '2026-11-30T10:00:00.000Z',
  transactionCount: 500,
  proposer: 'n',
  signers: 1,
};
const ROWS = Array.from({ length: 100 }, (_, i) => ({
  ...{ txId: `old ${i}`, docketNumber: 41, index: i, sealedAt: DOCKET.timestamp, kind: 'action' as const },
  ...{ blueprintId: 'b', actionId: '0', senderWallet: `w${i}`, recipients: 0, payloadSize: 9 },
}));

describe('bench: a played register', () => {
  it('goes on behind the last docket of the node, each docket naming the one before', () => {
    const chain = new PlayedChain({ docket: DOCKET, rows: ROWS }, 30);
    const played = [1, 2, 3].map((second) => chain.next(`2026-11-30T10:00:0${second}.000Z`));
    expect(played.map(({ number }) => number)).to.eql([42, 43, 44]);
    expect(played.map(({ previousHash }) => previousHash)).to.eql([HASH, played[0]?.hash, played[1]?.hash]);
    expect(
      played.every(({ hash, transactionCount }) => /^[0-9a-f]{64}$/.test(hash) && transactionCount === 30),
    ).to.equal(true);
    expect(chain.height).to.equal(44);
  });

  it('has the newest rows first, each once and in its docket, and other ones behind the next docket', () => {
    const chain = new PlayedChain({ docket: DOCKET, rows: ROWS }, 30);
    chain.next('2026-11-30T10:00:01.000Z');
    chain.next('2026-11-30T10:00:02.000Z');
    const rows = chain.rows();
    expect(new Set(rows.map(({ txId }) => txId)).size).to.equal(100);
    expect(rows.map(({ docketNumber, index }) => docketNumber * 30 + index)).to.eql(
      rows.map((_, i) => 43 * 30 + 29 - i),
    );
    chain.next('2026-11-30T10:00:03.000Z');
    const later = chain.rows();
    expect(later.slice(30).map(({ txId }) => txId)).to.eql(rows.slice(0, 70).map(({ txId }) => txId));
  });
});
