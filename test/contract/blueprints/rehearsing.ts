// Acts of tests of rehearsals in a world: drafts, rehearsals of them, and their steps as any sender of the action.
import { expect } from 'chai';
import type { JsonObject } from '../../../core/base/json.js';
import { addressOf } from '../../../core/crypto/keys/address.js';
import { generate } from '../../../core/crypto/signing/algorithms.js';
import { ask, exampleOrders } from '../ledger/fixtures.js';
import type { Answer } from '../world/caller.js';
import type { World } from '../world/world.js';

let serial = 0;
export const freshId = () => `rehearsed-${++serial}`;
export const code = ({ status, json }: Answer) => `${status} ${json.code} ${json.path}`;

/** A wallet that this node does not keep. */
export const foreign = (name: string) => addressOf('ED25519', generate('ED25519', Buffer.alloc(32, name)).publicKey);

/** Two branches and their join, the sender of which may send everything back; every role has a foreign wallet. */
export const COUNCIL = {
  title: 'Council',
  description: 'Two sides are heard, then the mayor decides.',
  participants: ['clerk', 'left', 'right', 'mayor', 'archive'].map((id) => ({
    id,
    name: id,
    walletAddress: foreign(id),
  })),
  actions: [
    {
      id: 0,
      title: 'Propose',
      sender: 'clerk',
      isStartingAction: true,
      dataSchemas: [{ type: 'object', required: ['plan'], properties: { plan: { type: 'string' } } }],
      routes: [{ id: 'ask', nextActionIds: [1, 2] }],
      disclosures: ['left', 'right', foreign('mayor')].map((participantAddress) => ({
        participantAddress,
        dataPointers: ['/plan'],
      })),
    },
    { id: 1, title: 'Left', sender: 'left', routes: [{ id: 'l', nextActionIds: [3] }] },
    {
      id: 2,
      title: 'Right',
      sender: 'right',
      dataSchemas: [{ type: 'object', properties: { vote: { type: 'string' } } }],
      routes: [{ id: 'r', nextActionIds: [3] }],
      disclosures: [
        { participantAddress: 'mayor', dataPointers: ['/vote'] },
        { participantAddress: 'archive', dataPointers: ['/vote'] },
      ],
    },
    {
      id: 3,
      title: 'Decide',
      sender: 'mayor',
      requiredPriorActions: [1, 2],
      rejectionConfig: { targetActionId: 0, requireReason: true },
    },
  ],
};

export const statuses = ({ json }: Answer) => json.steps.map(({ status }: { status: string }) => status).join(' ');
export const lines = ({ json }: Answer, kind: string): string[] =>
  json.log.filter((line: { kind: string }) => line.kind === kind).map(({ message }: { message: string }) => message);

/** The calls of a test, in the world that it has then. */
export function rehearsing(world: () => World) {
  async function aDraft(members: object): Promise<string> {
    const id = freshId();
    const made = await ask(world(), 'createBlueprint', { body: { ...members, id } });
    expect(made.status, made.text).to.equal(200);
    return id;
  }

  const start = (id: string, how = {}) =>
    ask(world(), 'startRehearsal', { params: { id }, body: { mode: 'full' } }, how);

  /** A rehearsal that has begun, and what can be done with it. */
  async function begun(id: string) {
    const first = await start(id);
    expect(first.status, first.text).to.equal(201);
    return { first, ...on(id, first.json.rehearsalId) };
  }

  function on(id: string, rehearsalId: string) {
    const params = { id, rehearsalId };
    const act = (operation: string, body?: object) => ask(world(), operation, { params, ...(body ? { body } : {}) });
    const as = (role: string) => act('switchRehearsalRole', { role });
    const step = (actionId: number, payload: JsonObject = {}) => act('submitRehearsalStep', { actionId, payload });
    const reject = (actionId: number, reason: string) => act('rejectRehearsalStep', { actionId, reason });
    const read = () => act('getRehearsal');
    const discard = () => act('discardRehearsal');
    /** The step as the sender of the action. */
    const play = async (actionId: number, payload: JsonObject = {}, rejected = false) => {
      const { steps } = (await read()).json as { steps: { actionId: number; actingRole: string }[] };
      await as(steps.find((one) => one.actionId === actionId)?.actingRole ?? '');
      return rejected ? reject(actionId, 'Not like this.') : step(actionId, payload);
    };
    return { as, step, reject, read, discard, play, rehearsalId };
  }

  const publish = async (id: string, override?: object) => {
    const { registerId } = await exampleOrders(world());
    return ask(world(), 'publishDraft', { params: { id }, body: { registerId, ...(override ? { override } : {}) } });
  };

  return { aDraft, start, begun, on, publish };
}
