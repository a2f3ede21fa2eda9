// Parallel branches that meet without a join, alternatives that are none, and a start that waits for others.
import { expect } from 'chai';
import type { Json } from '../../../../../../core/base/json.js';
import { checkBlueprint } from '../../../../../../core/design/check/check.js';

interface Step {
  readonly to?: readonly (readonly number[])[];
  readonly waits?: readonly number[];
  readonly start?: boolean;
}

/** Findings of a blueprint whose actions have these routes; each list of a step is one route. */
function findings(steps: readonly Step[]): string[] {
  const actions = steps.map(({ to = [], waits, start }, id) => ({
    id,
    title: `Step ${id}`,
    sender: 'a',
    isStartingAction: start ?? id === 0,
    dataSchemas: [{ type: 'object' }],
    disclosures: [{ participantAddress: 'a', dataPointers: ['/*'] }],
    routes: to.map((nextActionIds, i) => ({ id: `r${i}`, nextActionIds, condition: { '==': [1, i] } })),
    ...(waits && { requiredPriorActions: waits }),
  }));
  const blueprint = {
    language: 2,
    title: 'Branches',
    description: 'Some of them meet.',
    participants: [
      { id: 'a', name: 'A' },
      { id: 'b', name: 'B' },
    ],
    actions,
  };
  // Routes of one condition each leave a case open, which is not what is asked here.
  const found = checkBlueprint(blueprint as unknown as Json).filter(({ code }) => code !== 'BP_ROUTE_NO_DEFAULT');
  return found.map(({ severity, code, location }) => `${severity} ${code} ${location}`);
}

describe('core/design/check/flow: branches and starts', () => {
  it('refuses two branches that come to one action which waits for neither, and only there', () => {
    const branches: Step[] = [{ to: [[1, 2]] }, { to: [[3]] }, { to: [[3]] }];
    expect(findings([...branches, { to: [[4]] }, {}])).to.deep.equal(['error BP_BRANCHES_MEET /actions/3']);
    expect(findings([...branches, { waits: [1, 2], to: [[4]] }, {}])).to.deep.equal([]);
  });

  it('sees branches of unequal length, and one that leads into the other', () => {
    expect(findings([{ to: [[1, 2]] }, { to: [[3]] }, { to: [[4]] }, { to: [[4]] }, {}])).to.deep.equal([
      'error BP_BRANCHES_MEET /actions/4',
    ]);
    expect(findings([{ to: [[1, 2]] }, { to: [[2]] }, {}])).to.deep.equal(['error BP_BRANCHES_MEET /actions/2']);
  });

  it('does not take alternatives for branches', () => {
    expect(findings([{ to: [[1], [2]] }, { to: [[3]] }, { to: [[3]] }, {}])).to.deep.equal([]);
  });

  it('sees no branches behind their join', () => {
    const joined: Step[] = [{ to: [[1, 2]] }, { to: [[3]] }, { to: [[3]] }, { waits: [1, 2], to: [[4], [5]] }];
    expect(findings([...joined, { to: [[6]] }, { to: [[6]] }, {}])).to.deep.equal([]);
  });

  it('warns of a start that waits for others', () => {
    expect(findings([{ to: [[1]], waits: [1] }, {}])).to.include(
      'warning BP_START_WAITS /actions/0/requiredPriorActions',
    );
  });

  it('ends on graphs without end', () => {
    const all = Array.from({ length: 60 }, (_, i) => i);
    const found = findings(all.map(() => ({ to: [all.slice(0, 30), all.slice(30)] })));
    expect([...new Set(found.map((one) => one.split(' ')[1]))]).to.deep.equal(['BP_BACK_AND_FORK', 'BP_CYCLE']);
  });
});
