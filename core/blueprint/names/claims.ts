// The claims that rules of later actions read of the gates of an action: their names, their types, and who reads them.
// A gate stands here as an action of which the claims are the data, so that schemas are read alike.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import type { Action, ClaimConstraint, CredentialRequirement } from '../definition/types.js';
import { claimPathOf, gateIdOf } from './gate-names.js';
import { membersOf } from './members.js';

/**
 * The member of the data of a run under which its claims stand for rules: of each gate by its name, of each claim by
 * the name that its requirement has. No payload has it, since names with @ are kept for the language.
 */
export const CLAIMS_MEMBER = '@cred';
/** The part of a name behind the action: `act.2.cred.licence.number`. */
export const CLAIMS_WORD = 'cred';

export interface ClaimedGate {
  readonly id: string;
  readonly requirement: CredentialRequirement;
  /** Nodes delete its evidence in time: no rule reads it. */
  readonly isKept: boolean;
  /** The claims that a name can have, by their spelling in it. */
  readonly claims: ReadonlyMap<string, ClaimConstraint>;
  /** With the claims as its data. A claim without a type is not among them. */
  readonly action: Action;
  /** Every run of the action has shown it. */
  readonly isSure: boolean;
}

const known = new WeakMap<Action, ReadonlyMap<string, ClaimedGate>>();
const NO_GATES: ReadonlyMap<string, ClaimedGate> = new Map();

/** The gates of an action by name, found once for as long as it is held. */
export function claimedGatesOf(action: Action): ReadonlyMap<string, ClaimedGate> {
  const { credentialRequirements = [] } = action;
  if (credentialRequirements.length === 0) return NO_GATES;
  let gates = known.get(action);
  if (!gates) {
    gates = new Map(credentialRequirements.map((item, at) => [gateIdOf(item, at), claimedGate(action, item, at)]));
    known.set(action, gates);
  }
  return gates;
}

function claimedGate(action: Action, requirement: CredentialRequirement, at: number): ClaimedGate {
  const { requiredClaims = [], anyOfGroup, evidence } = requirement;
  const typed = requiredClaims.flatMap((claim): readonly (readonly [string, Json])[] => {
    const schema = schemaOfClaim(claim);
    return schema === undefined ? [] : [[claim.claimName, schema]];
  });
  const schema: JsonObject = {
    type: 'object',
    required: typed.map(([name]) => name),
    properties: Object.fromEntries(typed),
  };
  const { id, title, sender } = action;
  // A run that a timer states in place of a party shows no credential.
  const isTimed = (action.timers ?? []).some(({ then: ends, data }) => ends !== undefined && data !== undefined);
  return {
    ...{ id: gateIdOf(requirement, at), requirement, isKept: evidence === 'kept' },
    claims: new Map(requiredClaims.flatMap((claim) => spellingOf(claim))),
    action: { id, title, sender, dataSchemas: [schema] } as Action,
    isSure: (anyOfGroup ?? undefined) === undefined && !isTimed,
  };
}

/** The schema that the value of a claim satisfies; undefined where its requirement says nothing of it. */
export function schemaOfClaim({ schema, expectedValue }: ClaimConstraint): JsonObject | boolean | undefined {
  if (schema !== undefined && schema !== null) return schema;
  return expectedValue === undefined || expectedValue === null ? undefined : { const: expectedValue };
}

/** A claim in a list has no name: how many items it has is not known before. */
function spellingOf(claim: ClaimConstraint): readonly (readonly [string, ClaimConstraint])[] {
  const path = claimPathOf(claim.claimName);
  return path.every((step) => typeof step === 'string') ? [[path.join('.'), claim]] : [];
}

/** The claim that a name spells, and what stands below it. */
export function claimNamed(
  { claims }: ClaimedGate,
  tokens: readonly string[],
): { readonly claim: ClaimConstraint; readonly below: readonly string[] } | undefined {
  for (let end = tokens.length; end > 0; end--) {
    const claim = claims.get(tokens.slice(0, end).join('.'));
    if (claim) return { claim, below: tokens.slice(end) };
  }
  return undefined;
}

/** True for a path that reads claims. */
export function isOfClaims([member]: readonly string[]): boolean {
  return member === CLAIMS_MEMBER;
}

/** The gate of a path that reads claims; undefined for every other path. */
export function gateAt(action: Action, [member, gate = '']: readonly string[]): ClaimedGate | undefined {
  return member === CLAIMS_MEMBER ? claimedGatesOf(action).get(gate) : undefined;
}

/** The path of a claim in the data that its gate stands for. */
export function pathInGate(path: readonly string[]): readonly string[] {
  return path.slice(2);
}

/** True where every run of the action has a value there. */
export function isClaimCertain(gate: ClaimedGate, path: readonly string[]): boolean {
  return gate.isSure && membersOf(gate.action).isCertain(pathInGate(path));
}

/** The tokens by which a rule names what is at a path. */
export function tokensFor(path: readonly string[]): readonly string[] {
  if (!isOfClaims(path)) return path;
  const [, gate = '', claim = '', ...below] = path;
  return [CLAIMS_WORD, gate, ...claimPathOf(claim).map(String), ...below];
}

/** A claim in words. */
export function claimText(path: readonly string[]): string {
  const [, gate = '', ...name] = tokensFor(path);
  return `the claim ${name.join('.')} of the gate ${gate}`;
}

/** The schemas that an action states of claims, each by its pointer below the action. */
export function claimSchemas({
  credentialRequirements,
}: Action): readonly { readonly at: string; readonly schema: JsonObject | boolean }[] {
  return (credentialRequirements ?? []).flatMap(({ requiredClaims }, i) =>
    (requiredClaims ?? []).flatMap(({ schema }, j) =>
      schema === undefined || schema === null
        ? []
        : [{ at: `/credentialRequirements/${i}/requiredClaims/${j}/schema`, schema }],
    ),
  );
}

/** Why the schema of a claim may not be published beside the bounds of all schemas; undefined where it may. */
export function claimSchemaProblem(schema: Json): string | undefined {
  if (hasReference(schema)) return 'The schema of a claim has no references: write out what it refers to.';
  // Currencies are of a definition, and an issuer knows none.
  return hasMoney(schema)
    ? 'The schema of a claim has no format money: state its amount as a decimal, and its currency as a text.'
    : undefined;
}

/** A reference leads from the root of its document, and rules read all claims of a gate as one. */
function hasReference(node: Json): boolean {
  return holds(node, (key) => REFERRING.has(key));
}

function hasMoney(node: Json): boolean {
  return holds(node, (key, value) => key === 'format' && value === 'money');
}

function holds(node: Json, is: (key: string, value: Json) => boolean): boolean {
  if (Array.isArray(node)) return node.some((item) => holds(item as Json, is));
  if (!isObject(node)) return false;
  return Object.entries(node).some(([key, value]) => is(key, value as Json) || holds(value as Json, is));
}

const REFERRING: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$id', '$anchor', '$dynamicAnchor']);
