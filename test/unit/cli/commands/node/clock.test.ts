// The clock of a node from the command line: what the node thinks of it, and that nothing is confirmed without a yes.
import { expect } from 'chai';
import { called, problem } from '../../../../support/program/command.js';

const believed = { time: '2026-01-02T03:04:05.678Z', believed: true, headsAhead: 0 };
const doubted = {
  ...believed,
  believed: false,
  offByMs: 1_728_000_000,
  reason: 'The clock of this node jumped by 20 days ahead.',
  headsAhead: 2,
  lastRun: '2025-12-13T03:04:05.678Z',
};
const asked = 'GET /api/admin/clock';
const confirmed = 'POST /api/admin/clock/confirm';

describe('cli/commands/node/clock', () => {
  it('shows what the node thinks of its clock, and why', async () => {
    const well = await called(['clock', 'show'], { [asked]: believed });
    expect([well.exit, well.err]).to.deep.equal([0, '']);
    expect(well.out)
      .to.match(/believed +yes/)
      .and.not.contain('why');
    const { exit, out } = await called(['clock', 'show'], { [asked]: doubted });
    expect(exit).to.equal(0);
    expect(out)
      .to.match(/believed +no: this node builds no dockets/)
      .and.contain(doubted.reason)
      .and.contain(doubted.lastRun)
      .and.match(/heads ahead of it +2/);
    const data = await called(['clock', 'show', '--json'], { [asked]: doubted });
    expect(JSON.parse(data.out)).to.deep.equal(doubted);
  });

  it('confirms with a yes only, and says when there is nothing to confirm', async () => {
    const answers = { [asked]: doubted, [confirmed]: believed };
    const unsure = await called(['clock', 'confirm'], answers);
    expect(unsure.exit).to.equal(2);
    expect(unsure.err).to.contain('--yes');
    expect(unsure.requests.map(({ method }) => method)).to.deep.equal(['GET']);
    const sure = await called(['clock', 'confirm', '--yes'], answers);
    expect([sure.exit, sure.err]).to.deep.equal([0, '']);
    expect(sure.out).to.match(/believed +yes/);
    expect(sure.requests.map(({ method }) => method)).to.deep.equal(['GET', 'POST']);
    const idle = await called(['clock', 'confirm', '--yes'], { [asked]: believed, [confirmed]: believed });
    expect(idle.exit).to.equal(0);
    expect(idle.err).to.contain('does not doubt its clock');
  });

  it('tells the refusal of the node to a caller who is not its operator', async () => {
    const refused = problem(403, 'FORBIDDEN', 'You may not.');
    const { exit, err } = await called(['clock', 'confirm', '--yes'], { [asked]: doubted, [confirmed]: refused });
    expect(exit).to.not.equal(0);
    expect(err).to.contain('You may not (FORBIDDEN)');
  });
});
