// Words of tests about drafts: blueprints of fresh ids, the calls on them, and a rehearsal that is taken as passed.

import { DEFINITION } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { ask } from '../ledger/fixtures.js';
import type { World } from '../world/world.js';

export const UNKNOWN = '11111111-2222-4333-8444-555555555555';
export const CONFIRMED = { confirm: true, reason: 'Tried by hand.' };

let serial = 0;
export const freshId = () => `order-${++serial}`;
export const blueprint = (id: string, members: object = {}) => ({ ...DEFINITION, id, ...members });
/** Status, code and place of a refusal. */
export const code = ({ status, json }: { status: number; json: { code: string; path: string } }) =>
  `${status} ${json.code} ${json.path}`;

/** `at` is asked at each call, because the world is made before the tests run and after they are written down. */
export function draftCalls(at: () => { readonly world: World; readonly registerId: string }) {
  return {
    post: (body: object, how = {}) => ask(at().world, 'createBlueprint', { body }, how),
    get: (id: string, how = {}) => ask(at().world, 'getBlueprint', { params: { id } }, how),
    put: (id: string, body: object, headers = {}) =>
      ask(at().world, 'updateBlueprint', { params: { id }, body }, { headers }),
    publish: (id: string, body: object = { registerId: at().registerId, override: CONFIRMED }, how = {}) =>
      ask(at().world, 'publishDraft', { params: { id }, body }, how),
    pass: (blueprintId: string, execDefHash: string) => {
      const { blueprints, clock, commit } = at().world.deps;
      const made = { blueprintId, execDefHash, by: EXAMPLE.administratorPlatformId, atMs: clock.now() };
      return commit([blueprints.putPass(EXAMPLE.organisationId, made)]);
    },
  };
}
