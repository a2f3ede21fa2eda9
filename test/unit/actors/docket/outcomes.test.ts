// Events of consensus that are worth a warning: a docket that validators found wrong, and not one that lost its height
// to another.
import { expect } from 'chai';
import { DocketOutcomes } from '../../../../actors/docket/outcomes.js';
import type { Log } from '../../../../core/base/ports.js';

function rejected(code: string) {
  const lines: { level: string; fields: object }[] = [];
  const into = (level: string) => (fields: object) => void lines.push({ level, fields });
  const log: Log = {
    ...{ debug: into('debug'), info: into('info'), warn: into('warn'), error: into('error') },
    child: () => log,
  };
  const outcomes = new DocketOutcomes('r', log);
  const event = { name: 'Rejected', height: 7, round: 1, docketHash: 'a'.repeat(64), code } as const;
  const found = outcomes.note(event);
  return { lines, counts: outcomes.counts, found };
}

describe('docket outcomes', () => {
  it('warns of a docket that was found wrong, with the reason', () => {
    const { lines, counts, found } = rejected('DOCKET_BODY_INVALID');
    expect(lines).to.deep.equal([
      { level: 'warn', fields: { registerId: 'r', height: 7, round: 1, reason: 'DOCKET_BODY_INVALID' } },
    ]);
    expect(counts.rejected).to.equal(1);
    expect(found).to.equal(undefined);
  });

  it('counts one that lost its height to another, and warns of nothing', () => {
    const { lines, counts } = rejected('');
    expect(lines.map(({ level }) => level)).to.deep.equal(['debug']);
    expect(counts.rejected).to.equal(1);
  });
});
