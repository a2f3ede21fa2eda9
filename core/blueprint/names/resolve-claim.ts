// The meaning of a name such as `act.2.cred.licence.number`: a claim that was shown at a gate of an earlier run.
import { nearest } from '../../base/nearest.js';
import { shownName } from '../definition/shown-name.js';
import type { Action } from '../definition/types.js';
import { CLAIMS_MEMBER, CLAIMS_WORD, type ClaimedGate, claimedGatesOf, claimNamed, schemaOfClaim } from './claims.js';
import { membersOf } from './members.js';

/** The path of the claim in the data of the run, or why there is none. */
export type ResolvedClaim = { readonly path: readonly string[] } | { readonly refused: string };

/** `tokens` are those behind the word: the gate, the claim, and what stands below it. */
export function resolveClaim(action: Action, [gate = '', ...tokens]: readonly string[]): ResolvedClaim {
  const gates = claimedGatesOf(action);
  const claimed = gates.get(gate);
  const start = `act.${action.id}.${CLAIMS_WORD}`;
  if (!claimed) {
    const near = nearest(gate, [...gates.keys()]);
    const hint = near === undefined ? `it has ${[...gates.keys()].join(', ')}` : `did you mean ${near}`;
    return { refused: `Action ${action.id} has no gate ${shownName(gate)}: ${hint}.` };
  }
  if (claimed.isKept)
    return {
      refused: `The evidence of the gate ${gate} of action ${action.id} is kept off the ledger and deleted in time, so no rule reads its claims: have it sealed, or ask for the value as a member.`,
    };
  const named = claimNamed(claimed, tokens);
  if (!named) return { refused: unnamedText(claimed, tokens, start) };
  const { claim, below } = named;
  const name = claim.claimName;
  if (schemaOfClaim(claim) === undefined)
    return {
      refused: `Nothing says which type the claim ${shownName(name)} of the gate ${gate} has, which a rule reads: state its schema in requiredClaims, as {"claimName": ${JSON.stringify(name)}, "schema": {"type": "string"}}. The gate lets no other value pass then.`,
    };
  const standing = membersOf(claimed.action).standingOf([name, ...below]);
  if (standing.is === 'unknown')
    return {
      refused: `The schema of the claim ${shownName(name)} of the gate ${gate} declares no member ${shownName(below[standing.at - 1] ?? '')}.`,
    };
  return { path: [CLAIMS_MEMBER, gate, name, ...below] };
}

function unnamedText({ id, claims }: ClaimedGate, tokens: readonly string[], start: string): string {
  const asked = tokens.join('.');
  const near = nearest(asked, [...claims.keys()]);
  if (near !== undefined)
    return `The gate ${id} asks for no claim ${shownName(asked)}. Did you mean ${shownName(`${start}.${id}.${near}`)}?`;
  const listed = [...claims.keys()].slice(0, 10).map((name) => shownName(`${start}.${id}.${name}`));
  const hint = listed.length === 0 ? 'it asks for none that a rule can name' : `expected ${listed.join(' or ')}`;
  return `The gate ${id} asks for no claim ${shownName(asked)}, and nothing else is shown there: ${hint}. Add it to requiredClaims.`;
}
