// The time of the node by the heads of its answers, however wrong the clock of the computer is.
import { expect } from 'chai';
import { hearNodeTime, nodeNow, nodeTime } from '../../../console/node-time.js';

const DAY_MS = 86_400_000;
/** Between two looks at the clock on a busy machine. */
const NEAR_MS = 500;
const dateHead = (ms: number) => new Date(ms).toUTCString();

describe('console/node-time', () => {
  const startMs = nodeNow();
  afterEach(() => hearNodeTime(dateHead(startMs)));

  it('is that of the node, which is days ahead or behind', () => {
    for (const days of [-400, -1, 1, 400]) {
      const ms = startMs + days * DAY_MS;
      hearNodeTime(dateHead(ms));
      expect(nodeNow(), `${days}`).to.be.closeTo(ms, 2000);
      expect(Date.parse(nodeTime()), `${days}`).to.be.closeTo(ms, 2000);
    }
  });

  it('does not jump with the second that a head cuts off', () => {
    hearNodeTime(dateHead(startMs + DAY_MS));
    for (const ms of [-900, 0, 1900]) {
      const before = nodeNow();
      hearNodeTime(dateHead(Math.ceil(before / 1000) * 1000 + ms - 100));
      expect(nodeNow(), `${ms}`).to.be.closeTo(before, NEAR_MS);
    }
  });

  it('takes no answer without a date, or with one that is none', () => {
    const before = nodeNow();
    for (const head of [null, '', 'yesterday']) hearNodeTime(head);
    expect(nodeNow()).to.be.closeTo(before, NEAR_MS);
  });
});
