// Differences between two versions of a blueprint: by ids, and with what changes the workflow marked.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { differences } from '../../../../../core/design/authoring/difference.js';
import { shippedTemplate, TEMPLATES } from '../../../../../core/design/templates/shipped.js';
import { instantiate } from '../../../../../core/design/templates/template.js';

const before = {
  title: 'Old',
  participants: [{ id: 'x' }, { id: 'y' }],
  actions: [
    { id: 1, sender: 'x', title: 'Ask', routes: [{ id: 'go', nextActionIds: [2] }] },
    { id: 2, sender: 'y', disclosures: [{ participantAddress: 'x', dataPointers: ['/a'] }] },
  ],
};
const [ask, answer] = before.actions as unknown as readonly [JsonObject, JsonObject];

function rows(after: JsonObject): readonly string[] {
  return differences(before as unknown as JsonObject, after).map(
    ({ path, change, isBehaviour }) => `${change} ${path}${isBehaviour ? ' *' : ''}`,
  );
}

describe('core/design/authoring/difference', () => {
  it('finds none between equal versions, whatever the order of what has ids', () => {
    expect(
      rows({ ...before, participants: [{ id: 'y' }, { id: 'x' }], actions: [answer, ask] } as JsonObject),
    ).to.deep.equal([]);
    for (const { id } of TEMPLATES) {
      const made = instantiate(shippedTemplate(id) as never, {}) as unknown as JsonObject;
      expect(differences(made, structuredClone(made)), id).to.deep.equal([]);
    }
  });

  it('names members by ids, and marks what changes the workflow', () => {
    const later = {
      ...before,
      title: 'New',
      participants: [{ id: 'x' }, { id: 'z' }],
      actions: [
        { ...ask, title: 'Ask more', routes: [{ id: 'go', nextActionIds: [2, 3] }] },
        { ...answer, disclosures: [{ participantAddress: 'x', dataPointers: ['/a', '/b'] }] },
        { id: 3, sender: 'z' },
      ],
    } as unknown as JsonObject;
    expect(rows(later)).to.deep.equal([
      'changed title',
      'removed participants[y] *',
      'added participants[z] *',
      'changed actions[1].title',
      'changed actions[1].routes[go].nextActionIds *',
      'changed actions[2].disclosures[x].dataPointers *',
      'added actions[3] *',
    ]);
  });

  it('compares a list as a whole where its items have no ids of their own', () => {
    const routes = [{ nextActionIds: [2] }];
    expect(rows({ ...before, actions: [{ ...ask, routes }, answer] } as JsonObject)).to.deep.equal([
      'changed actions[1].routes *',
    ]);
    const twice = [{ id: 'x' }, { id: 'x' }];
    expect(rows({ ...before, participants: twice } as unknown as JsonObject)).to.deep.equal(['changed participants *']);
  });

  it('takes a name of any kind for a name', () => {
    const odd = (value: number): JsonObject => ({ ...before, ...JSON.parse(`{"__proto__": {"a": ${value}}}`) });
    expect(differences(odd(1), odd(1))).to.deep.equal([]);
    const nested = (value: number) => JSON.parse(`{"a": {"__proto__": ${value}, "constructor": 1}}`);
    expect(differences(nested(1), nested(2)).map(({ path }) => path)).to.deep.equal(['a.__proto__']);
  });
});
