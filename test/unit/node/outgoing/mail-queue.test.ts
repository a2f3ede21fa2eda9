// Mails that wait for a mail server: tries, bounds, and the end of the node.
import { expect } from 'chai';
import type { Issue } from '../../../../core/base/issue.js';
import { MailQueue } from '../../../../node/outgoing/mail-queue.js';
import { SILENT } from '../../../contract/world/world.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

const MAIL = { kind: 'test', to: 'ada@example.org', subject: 'A subject', text: 'A text.' };

describe('node/outgoing: mail queue', () => {
  const flush = async () => {
    for (let i = 0; i < 10; i++) await Promise.resolve();
  };

  function world(answers: readonly { readonly problem?: Issue; readonly final?: boolean }[]) {
    const clock = new VirtualClock();
    const tries: string[] = [];
    const deliver = async ({ to }: { readonly to: string }) => answers[tries.push(to) - 1] ?? {};
    return { clock, tries, queue: new MailQueue({ deliver, clock, log: SILENT }) };
  }
  const failed = { problem: { code: 'MAIL_FAILED', path: '', message: 'no' } as Issue };

  it('sends what it was given, and tries again later what was not taken', async () => {
    const { clock, tries, queue } = world([failed, failed, {}]);
    expect(queue.post(MAIL)).to.equal(undefined);
    await flush();
    expect([tries.length, queue.size]).to.deep.equal([1, 1]);
    await clock.advance(5000);
    await flush();
    await clock.advance(30_000);
    await flush();
    expect([tries.length, queue.size, clock.armed]).to.deep.equal([3, 0, 0]);
  });

  it('gives up after its tries, and at once what was refused for good', async () => {
    const { clock, tries, queue } = world(Array(9).fill(failed));
    queue.post(MAIL);
    for (let i = 0; i < 9; i++) {
      await flush();
      await clock.advance(600_000);
    }
    expect([tries.length, queue.size]).to.deep.equal([5, 0]);
    const other = world([{ ...failed, final: true }]);
    other.queue.post(MAIL);
    await flush();
    expect([other.tries.length, other.queue.size]).to.deep.equal([1, 0]);
  });

  it('holds so many and no more, and none after its stop', async () => {
    const { queue } = world([]);
    const results = Array.from({ length: 1001 }, () => queue.post(MAIL)?.code);
    expect(results.filter((one) => one === undefined)).to.have.length(1000);
    expect(results[1000]).to.equal('MAIL_QUEUE_FULL');
    queue.stop();
    expect(queue.post(MAIL)?.code).to.equal('MAIL_QUEUE_FULL');
  });
});
