// Proofs that this node makes for an act, where its operator has it do so in the place of another node.
import type { Json, JsonObject } from '../../core/base/json.js';
import { node } from '../session/node.js';
import type { ActValues, OwnProof } from './acts.js';

type Prove = (registerId: string, values: ActValues) => Promise<object>;

const PROOFS: Readonly<Record<OwnProof, Prove>> = {
  makeCandidacy(registerId, { validatorId }) {
    const body = validatorId ? { replaces: String(validatorId) } : {};
    return node.governance.makeCandidacy({ params: { registerId }, body });
  },
  makeReadiness: (registerId) => node.governance.makeReadiness({ params: { registerId } }),
  makeRulesSupport: (registerId, { rules }) =>
    node.governance.makeRulesSupport({ params: { registerId }, body: { rules: Number(rules) } }),
};

export async function proveHere(own: OwnProof, registerId: string, values: ActValues): Promise<JsonObject> {
  return (await PROOFS[own](registerId, values)) as Readonly<Record<string, Json>>;
}
