// The time of the node by the heads of its answers, however wrong the clock of the computer is.
import { expect } from 'chai';
import { hearNodeTime, nodeNow, nodeTime } from '../../../console/node-time.js';

const DAY_MS = 86_400_000;
const dateHead = (ms: number) => new Date(ms).toUTCString();

describe('console/node-time', () => {
  afterEach(() => hearNodeTime(dateHead(Date.now())));

  it('is that of the node, which is days ahead or behind', () => {
    for (const days of [-400, -1, 1, 400]) {
      const ms = Date.now() + days * DAY_MS;
      hearNodeTime(dateHead(ms));
      expect(nodeNow(), `${days}`).to.be.closeTo(ms, 2000);
      expect(Date.parse(nodeTime()), `${days}`).to.be.closeTo(ms, 2000);
    }
  });

  it('does not jump with the second that a head cuts off', () => {
    hearNodeTime(dateHead(Date.now() + DAY_MS));
    const apart = nodeNow() - Date.now();
    for (const ms of [-500, 0, 500, 1500]) hearNodeTime(dateHead(nodeNow() + ms));
    expect(nodeNow() - Date.now()).to.be.closeTo(apart, 20);
  });

  it('takes no answer without a date, or with one that is none', () => {
    const apart = nodeNow() - Date.now();
    for (const head of [null, '', 'yesterday']) hearNodeTime(head);
    expect(nodeNow() - Date.now()).to.be.closeTo(apart, 20);
  });
});
