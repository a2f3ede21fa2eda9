// The question of a gate to a wallet: a query of DCQL for what its requirement asks, and nothing more.
import type { Json, JsonObject } from '../../base/json.js';
import { LINK_PATHS } from './ledger-status.js';
import type { GateClaim, GateFormat, GateRule } from './rule.js';

const METAS: Readonly<Record<GateFormat, (type: string) => JsonObject>> = {
  'sd-jwt-vc': (type) => ({ format: 'dc+sd-jwt', meta: { vct_values: [type] } }),
  mso_mdoc: (type) => ({ format: 'mso_mdoc', meta: { doctype_value: type } }),
};

/** A query for each format that the gate takes, of which one is answered. */
export function gateQuery(rule: GateRule): JsonObject {
  const credentials = rule.formats.map((format): JsonObject => {
    const meta = METAS[format](rule.typeOf(format));
    return { id: queryIdOf(rule, format), ...meta, ...claimsQuery(rule, format) };
  });
  const options = rule.formats.map((format) => [queryIdOf(rule, format)]);
  return { credentials, ...(options.length > 1 && { credential_sets: [{ options }] }) };
}

/**
 * Of an issuer that a record may vouch for the link too, by which the ledger says whether it is valid. A wallet that
 * does not show it answers without: then the token of a list is needed. Where no claim is asked for, a set without the
 * link would be empty, so it is asked for where no other source is named.
 */
function claimsQuery(rule: GateRule, format: GateFormat): JsonObject {
  const { claims } = rule;
  const kinds = (rule.policyOf(format)?.sources ?? []).map(({ kind }) => kind);
  const isAsked = claims.length > 0 ? kinds.includes('register') : kinds[0] === 'register' && new Set(kinds).size === 1;
  if (!isAsked) return claims.length > 0 ? { claims: claims.map(claimQuery) } : {};
  const link = { path: [...LINK_PATHS[format]] };
  if (claims.length === 0) return { claims: [link] };
  const named = [...claims.map(claimQuery), link].map((claim, at) => ({ id: `c${at}`, ...claim }));
  const all = named.map(({ id }) => id);
  return { claims: named, claim_sets: [all, all.slice(0, -1)] };
}

/** The name of the gate; of a second format with a hyphen behind it, which no gate has in its name. */
export function queryIdOf({ id, formats }: GateRule, format: GateFormat): string {
  const place = formats.indexOf(format);
  return place > 0 ? `${id}-${place}` : id;
}

function claimQuery({ path, values }: GateClaim): JsonObject {
  return { path: [...path] as Json, ...(values && { values: [...values] }) };
}
