// The execDefHash of a definition: every behavioural change changes it, and no change of looks does.
import { expect } from 'chai';
import { hashHex } from '../../../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { behaviourOf, executionHash } from '../../../../../core/blueprint/definition/definition-hash.js';
import { CONSTRUCTION_PERMIT } from '../../../../support/definitions/construction-permit.js';

const hash = (definition: JsonObject) => executionHash(definition, hashHex);
const BASE = hash(CONSTRUCTION_PERMIT);

/** The permit with one member replaced; undefined removes it. */
function changed(path: string, value: Json | undefined): JsonObject {
  const copy = structuredClone(CONSTRUCTION_PERMIT) as Record<string, never>;
  const tokens = path.split('/').slice(1);
  let node: Record<string, never> = copy;
  for (const token of tokens.slice(0, -1)) node = node[token] as unknown as Record<string, never>;
  if (value === undefined) delete node[tokens.at(-1) as string];
  else node[tokens.at(-1) as string] = value as never;
  return copy;
}

describe('execDefHash', () => {
  it('is a hash of the behaviour', () => {
    expect(BASE).to.match(/^[0-9a-f]{64}$/);
    expect(hash(JSON.parse(JSON.stringify(CONSTRUCTION_PERMIT)) as JsonObject)).to.equal(BASE);
  });

  it('does not change with what is only shown', () => {
    for (const [path, value] of [
      ['/title', 'Other title'],
      ['/description', 'Other text'],
      ['/metadata', { hasCycles: 'true' }],
      ['/version', 7],
      ['/updatedAt', '2026-01-01T00:00:00.000Z'],
      ['/@context', 'https://schema.org'],
      ['/x-colour', 'red'],
      ['/actions/0/title', 'Other'],
      ['/actions/0/description', 'Other'],
      ['/actions/0/form', { type: 'Layout' }],
      ['/actions/0/x-pages', []],
      ['/actions/0/routes/0/description', 'Other'],
      ['/actions/0/dataSchemas/0/x-width', 'half'],
      ['/actions/0/dataSchemas/0/properties/storeys/x-width', 'half'],
      ['/participants/0/@type', 'Organization'],
    ] as [string, Json][])
      expect(hash(changed(path, value)), path).to.equal(BASE);
  });

  it('changes with everything else, also with unknown members', () => {
    const seen = new Set([BASE]);
    for (const [path, value] of [
      ['/id', 'other'],
      ['/participants/0/id', 'other'],
      ['/participants/0/walletAddress', 'qr1'],
      ['/participants/0/name', 'Other'],
      ['/actions/0/sender', 'planner'],
      ['/actions/0/isStartingAction', false],
      ['/actions/0/routes/0/nextActionIds', [3]],
      ['/actions/0/routes/0/branchDeadline', 'P1D'],
      ['/actions/0/dataSchemas/0/properties/storeys/maximum', 3],
      ['/actions/0/dataSchemas/0/properties/x-width', { const: 1 }],
      ['/actions/0/dataSchemas/0/properties/storeys/const', { 'x-a': 1 }],
      ['/actions/0/dataSchemas/0/required', []],
      ['/actions/0/disclosures/0/dataPointers', ['/project']],
      ['/actions/1/calculations/riskScore', 1],
      ['/actions/2/routes/0/condition', true],
      ['/actions/2/routes/1/isDefault', false],
      ['/actions/2/rejectionConfig/isTerminal', true],
      ['/actions/3/requiredPriorActions', [1]],
      ['/actions/5/credentialIssuanceConfig/expiryDuration', 'P1D'],
      ['/actions/0/credentialRequirements', []],
      ['/actions/0/unheardOf', 1],
      ['/actions/3/rejectionConfig', undefined],
    ] as [string, Json | undefined][]) {
      const other = hash(changed(path, value));
      expect(seen.has(other), path).to.equal(false);
      seen.add(other);
    }
  });

  it('covers a hint that a reference leads into', () => {
    const definition = (hint: Json, $ref: string) => hash({ actions: [{ dataSchemas: [{ $ref, 'x-rule': hint }] }] });
    expect(definition(false, '#/x-rule')).to.not.equal(definition(true, '#/x-rule'));
    expect(definition(false, '#/%78-rule')).to.not.equal(definition(true, '#/%78-rule'));
    expect(definition(false, '#/$defs/a')).to.equal(definition(true, '#/$defs/a'));
  });

  it('is of any object, also one that is no definition', () => {
    for (const odd of [{}, { actions: 5, participants: [null, 'x'] }, { actions: [{ routes: [1], dataSchemas: {} }] }])
      expect(hash(odd)).to.match(/^[0-9a-f]{64}$/);
    expect(behaviourOf({ title: 'x', actions: [{ title: 'y', id: 1 }] })).to.deep.equal({ actions: [{ id: 1 }] });
  });
});
