// A phone at a gate: the node of who acts asks it for the credential, and the answer lands at the gate.
import { clientOf, type Player } from '../../../../cli/harness/cast.js';
import type { ActionAtGates } from '../../../../cli/harness/course.js';
import { GateRefused } from '../refusals.js';
import type { OnPhone, PhoneFamily } from './family.js';

/** Throws the state of a gate that is not passed, with the ground. */
export const phoneAtGate =
  (by: Player, family: PhoneFamily, credential: OnPhone | 'declines') =>
  async ({ gateId, requirements }: ActionAtGates) => {
    const client = clientOf(by);
    const params = { gateId };
    const body = { requirement: requirements[0]?.id ?? '' };
    const { authorizationRequestUri: uri } = await client.requestAtGate({ params, body });
    await (credential === 'declines' ? family.decline(uri) : family.show(uri, credential));
    const [gate] = (await client.getPreparedAction({ params })).requirements;
    if (gate?.state !== 'Admitted') throw new GateRefused(`${gate?.state} ${gate?.problem?.code ?? ''}`.trim());
  };
