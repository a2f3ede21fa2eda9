// Watching: growing pauses that start again with news, an end for what is decided, patience with trouble, Ctrl-C.
import { expect } from 'chai';
import { called, problem, whole } from '../../../../support/program/command.js';

const REGISTER = '00000000-1111-4222-8333-444444444444';
const TX = 'ab'.repeat(32);
const RECEIPT = `GET /api/registers/${REGISTER}/transactions/${TX}/receipt`;
const about = { transactionId: TX, registerId: REGISTER };
const pending = { ...about, status: 'pending' };
const sealed = { ...about, status: 'sealed', docketNumber: 4, docketHash: 'cd'.repeat(32) };

/** Gives one answer after the other, the last one without end. */
function inTurn(...answers: readonly unknown[]): () => unknown {
  let at = 0;
  return () => answers[Math.min(at++, answers.length - 1)];
}

const docket = (number: number) => ({ number, timestamp: 't', transactionCount: 1, hash: `hash-${number}` });

describe('cli/commands/ledger/tx-watch', () => {
  it('tells each change of a transaction once, and ends when it is sealed', async () => {
    const receipts = inTurn(pending, pending, pending, sealed);
    const { exit, out, pauses } = await called(['tx', 'watch', REGISTER, TX, '--json'], { [RECEIPT]: receipts });
    expect(exit).to.equal(0);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).to.deep.equal([pending, sealed]);
    expect(pauses).to.deep.equal([200, 300, 450]);
  });

  it('ends with 1 when it is refused for good, and waits while it could still be sealed', async () => {
    const refused = { ...about, status: 'refused', definitive: false, code: 'VAL_CHAIN_001', message: 'No parent.' };
    const soft = await called(['tx', 'watch', REGISTER, TX], { [RECEIPT]: inTurn(refused, sealed) });
    expect(soft.exit).to.equal(0);
    const hard = await called(['tx', 'watch', REGISTER, TX], { [RECEIPT]: { ...refused, definitive: true } });
    expect([hard.exit, hard.err]).to.deep.equal([1, 'quorate: the transaction was refused (VAL_CHAIN_001)\n']);
    expect(hard.out).to.contain('No parent. (VAL_CHAIN_001)');
  });

  it('ends with 1 where the node lost the register, and says where to ask', async () => {
    const left = { ...about, status: 'abandoned', definitive: false, code: 'REGISTER_LEFT', message: 'Seat lost.' };
    const { exit, out, err } = await called(['tx', 'watch', REGISTER, TX], { [RECEIPT]: inTurn(pending, left) });
    expect(exit).to.equal(1);
    expect(out).to.contain('abandoned: Seat lost. (REGISTER_LEFT)');
    expect(err).to.contain('(REGISTER_LEFT)').and.contain('Ask a node of a member');
  });

  it('ends with 1 where the node waited in vain for what the transaction follows', async () => {
    const orphan = { ...about, status: 'abandoned', definitive: false, code: 'VAL_CHAIN_001', message: 'Never came.' };
    const { exit, err } = await called(['tx', 'watch', REGISTER, TX], { [RECEIPT]: orphan });
    expect(exit).to.equal(1);
    expect(err).to.contain('(VAL_CHAIN_001)').and.contain('make it anew').and.not.contain('submit the same');
  });

  it('ends with 1 where what is sealed refuses it for now, and says that it may turn', async () => {
    const early = { ...about, status: 'abandoned', definitive: false, code: 'VAL_FLOW_006', message: 'Reserved.' };
    const { exit, err } = await called(['tx', 'watch', REGISTER, TX], { [RECEIPT]: early });
    expect(exit).to.equal(1);
    expect(err).to.contain('(VAL_FLOW_006)').and.contain('once that has changed');
  });

  it('gives up after the timeout, and never pauses beyond it', async () => {
    const { exit, err, pauses } = await called(['tx', 'watch', REGISTER, TX, '--timeout', '1'], { [RECEIPT]: pending });
    expect([exit, err]).to.deep.equal([1, 'quorate: nothing was decided within 1 seconds\n']);
    expect(pauses).to.deep.equal([200, 300, 450, 50]);
  });

  it('ends with 1 when Ctrl-C comes before the decision', async () => {
    const { exit, err } = await called(['tx', 'watch', REGISTER, TX], { [RECEIPT]: pending }, { pausesMax: 2 });
    expect([exit, err.split('\n')[0]]).to.deep.equal([1, 'quorate: interrupted before the transaction was decided']);
  });

  it('asks on through trouble once the node has answered, as late as it is told, and says so once', async () => {
    const busy = problem(429, 'RATE_LIMITED', 'Too many.', { 'retry-after': '7' });
    const receipts = inTurn(pending, busy, new TypeError('fetch failed'), sealed);
    const { exit, err, pauses } = await called(['tx', 'watch', REGISTER, TX], { [RECEIPT]: receipts });
    expect([exit, err]).to.deep.equal([0, 'Too many. Asking on.\n']);
    expect(pauses).to.deep.equal([200, 7000, 5000]);
    expect((await called(['tx', 'watch', REGISTER, TX], { [RECEIPT]: new TypeError('fetch failed') })).exit).to.equal(
      3,
    );
    // A proxy answers for a node that starts again.
    const gateway = whole(502, { message: 'Bad Gateway' });
    const behind = inTurn(pending, gateway, gateway, sealed);
    const followed = await called(['tx', 'watch', REGISTER, TX], { [RECEIPT]: behind });
    expect([followed.exit, followed.err]).to.satisfy(
      ([exit, text]: [number, string]) => exit === 0 && /proxy before the node answered 502.*Asking on/.test(text),
    );
    expect((await called(['tx', 'watch', REGISTER, TX], { [RECEIPT]: gateway })).exit).to.equal(3);
    const unknown = problem(404, 'RECEIPT_NOT_FOUND', 'Never accepted.');
    expect((await called(['tx', 'watch', REGISTER, TX], { [RECEIPT]: unknown })).err).to.contain('RECEIPT_NOT_FOUND');
  });

  it('follows a register from its next docket, or from a stated one, until Ctrl-C', async () => {
    const path = `/api/registers/${REGISTER}`;
    const lists = inTurn([docket(20)], [docket(20)], [docket(20), docket(21), docket(22)]);
    const answers = { [`GET ${path}`]: { height: 21 }, [`GET ${path}/dockets?page=2&pageSize=20&order=asc`]: lists };
    const fresh = await called(['tx', 'watch', REGISTER], answers, { pausesMax: 4 });
    expect([fresh.exit, fresh.out.match(/docket \d+/g)]).to.deep.equal([0, ['docket 21', 'docket 22']]);
    // The pauses begin anew with news.
    expect(fresh.pauses).to.deep.equal([200, 300, 200, 300]);
    const first = { [`GET ${path}/dockets?page=1&pageSize=20&order=asc`]: [docket(0), docket(1)] };
    const all = await called(['tx', 'watch', REGISTER, '--from', '0', '--json'], first, { pausesMax: 2 });
    expect(all.out.trim().split('\n')).to.have.length(2);
  });
});
