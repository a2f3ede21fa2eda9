// The cards of a draft: what each says, and that those which say the same as before stay the same.
import { expect } from 'chai';
import { cardsOf, keepSame } from '../../../../console/design/graph/cards.js';
import { showDraft } from '../../../../core/edits/view/shown-draft.js';
import { Dice } from '../../../support/base/dice.js';

const DRAFT = {
  participants: [
    { id: 'clerk', name: 'Clerk' },
    { id: 'council', name: 'Council' },
  ],
  actions: [
    { id: 7, title: 'Ask', sender: 'council' },
    { id: 3, title: 'Decide', sender: 'clerk' },
    { id: 5, title: 'Archive', sender: 'gone' },
  ],
};

function source(over: Partial<Parameters<typeof cardsOf>[0]> = {}) {
  return {
    shown: showDraft(DRAFT),
    ways: { edges: [], starts: [7] },
    marks: undefined,
    path: [],
    now: { findings: [] },
    ...over,
  };
}

function finding(severity: 'error' | 'warning', location: string) {
  return { severity, location, code: 'X', message: 'x' } as never;
}

describe('console cards of actions', () => {
  it('say the role by its name, and by what the action states where there is no such role', () => {
    const cards = cardsOf(source());
    expect(cards.map(({ id, title, role, place }) => [id, title, role, place])).to.eql([
      [7, 'Ask', 'Council', 1],
      [3, 'Decide', 'Clerk', 0],
      [5, 'Archive', 'gone', undefined],
    ]);
  });

  it('say where the draft starts, where a rehearsal stands, and what a problem lights', () => {
    const cards = cardsOf(source({ marks: { done: [7, 3], current: [3] }, path: [5] }));
    expect(cards.map(({ isStart, mark, isLit }) => [isStart, mark, isLit])).to.eql([
      [true, 'done', false],
      [false, 'now', false],
      [false, undefined, true],
    ]);
  });

  it('count the errors of their own place, and neither warnings nor those of place 10', () => {
    const findings = [
      finding('error', '/actions/1'),
      finding('error', '/actions/1/routes/0'),
      finding('warning', '/actions/1/routes/0'),
      finding('error', '/actions/10'),
      finding('error', '/participants/1'),
    ];
    expect(cardsOf(source({ now: { findings } })).map(({ errors }) => errors)).to.eql([0, 2, 0]);
  });

  it('stay the same objects where they say the same, and are others where they do not', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const dice = new Dice(`cards ${seed}`);
      const item = (id: number) => ({ id, says: dice.integer(0, 2) });
      const before = Array.from({ length: dice.integer(0, 8) }, (_, id) => item(id));
      const next = Array.from({ length: dice.integer(0, 8) }, (_, i) => item(8 - i));
      const kept = keepSame(before, next);
      expect(kept).to.eql(next);
      for (const card of kept) {
        const its = before.find(({ id }) => id === card.id);
        expect(card === its).to.equal(its?.says === card.says);
      }
    }
  });

  it('stay the same list where nothing changed, and are another one where one went or moved', () => {
    const before = [
      { id: 1, says: 'a' },
      { id: 2, says: 'b' },
    ] as const;
    expect(keepSame(before, structuredClone(before))).to.equal(before);
    expect(keepSame(before, [{ ...before[0] }])).to.eql([before[0]]);
    expect(keepSame(before, [...structuredClone(before)].reverse())).to.eql([before[1], before[0]]);
  });
});
