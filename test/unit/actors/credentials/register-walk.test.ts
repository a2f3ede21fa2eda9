// The walk over sealed dockets: each once and in order, from where it was written down, and from the beginning where
// the register has another history.
import { expect } from 'chai';
import { announcementHub } from '../../../../actors/announcements.js';
import type { SealedDocketFacts } from '../../../../actors/background/sealed-docket-facts.js';
import { RegisterWalk } from '../../../../actors/credentials/register-walk.js';
import type { IssuingCursor } from '../../../../storage/tables/credentials/run-issuances.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

const AT = { registerId: 'r', reg: 1 };
const SILENT = { warn: () => undefined, error: () => undefined } as never;

describe('actors/credentials/register-walk', () => {
  /** A register whose dockets have one hash letter; capitals are of interest. */
  function walk(letters: string, stored?: IssuingCursor, metadata: object = {}) {
    const clock = new VirtualClock();
    const announcements = announcementHub(SILENT);
    const sealed = [...letters];
    const seen: number[][] = [];
    const cursors: IssuingCursor[] = stored === undefined ? [] : [stored];
    const read: number[] = [];
    const docketAt = (height: number) =>
      sealed[height] === undefined ? undefined : { hash: sealed[height] as string, timestampMs: 0 };
    const isOfInterest = ({ hash }: SealedDocketFacts) => hash === hash.toUpperCase();
    const driver = new RegisterWalk({
      ...{ clock, log: SILENT, announcements },
      chain: {
        head: () => ({ height: sealed.length - 1 }) as never,
        docketAt: (_, height) => docketAt(height),
        sealedDocket: async (_, height) => {
          read.push(height);
          const { hash } = docketAt(height) as { readonly hash: string };
          return { docket: { hash, header: { timestampMs: 0 }, transactions: [] } } as never;
        },
      },
      ledger: { register: () => ({ ...AT, metadata }) as never, registers: () => [{ id: 'r' }] as never },
      rows: { cursor: () => cursors.at(-1), putCursor: (_, cursor) => ({ cursor }) as never },
      commit: async (ops) => void cursors.push(...ops.flatMap((op) => ('cursor' in op ? [op.cursor as never] : []))),
      take: {
        isOfInterest: (_, docket) => isOfInterest(docket),
        find: async (_, dockets) => {
          seen.push(dockets.map(({ height }) => height));
          const ops = dockets.some(isOfInterest) ? [{} as never] : [];
          return { ops, notices: [], onDurable: () => undefined };
        },
      },
    });
    const seal = (letter: string) => {
      sealed.push(letter);
      const docket = { height: sealed.length - 1, hash: letter, transactions: [], timestampMs: 0 };
      announcements.announce({ type: 'docket-sealed', registerId: 'r', ...docket });
    };
    return { driver, clock, seal, seen, cursors, read };
  }

  it('reads from the disk what was sealed before, and writes down how far it came with what it found', async () => {
    const { driver, clock, seen, cursors } = walk('abC');
    driver.start();
    await clock.advance(1000);
    expect(seen).to.deep.equal([[0, 1, 2]]);
    expect(cursors).to.deep.equal([{ height: 2, hash: 'C' }]);
    await driver.stop();
  });

  it('passes over a docket without interest in memory, and looks at the next one that has some', async () => {
    const { driver, clock, seal, seen, cursors, read } = walk('a', { height: 0, hash: 'a' });
    driver.start();
    await clock.advance(1000);
    seal('b');
    seal('c');
    await clock.advance(1000);
    expect([seen, read]).to.deep.equal([[], []]);
    seal('D');
    await clock.advance(1000);
    expect([seen, read], 'it was kept as it was announced').to.deep.equal([[[3]], []]);
    expect(cursors.at(-1)).to.deep.equal({ height: 3, hash: 'D' });
    seal('e');
    await driver.stop();
    expect(cursors.at(-1), 'at its end').to.deep.equal({ height: 4, hash: 'e' });
  });

  it('begins again where another docket stands at its cursor', async () => {
    const { driver, clock, seen, cursors } = walk('abX', { height: 1, hash: 'z' });
    driver.start();
    await clock.advance(1000);
    expect(seen).to.deep.equal([[0, 1, 2]]);
    expect(cursors.at(-1)).to.deep.equal({ height: 2, hash: 'X' });
    await driver.stop();
  });

  it('leaves rehearsals out', async () => {
    const { driver, clock, seal, seen } = walk('aB', undefined, { sandbox: 'true' });
    driver.start();
    seal('C');
    await clock.advance(1000);
    expect(seen).to.deep.equal([]);
    await driver.stop();
  });
});
