// The question of a gate to a wallet: a query of DCQL for what its requirement asks, and nothing more.
import type { Json, JsonObject } from '../../base/json.js';
import type { GateClaim, GateFormat, GateRule } from './rule.js';

const METAS: Readonly<Record<GateFormat, (type: string) => JsonObject>> = {
  'sd-jwt-vc': (type) => ({ format: 'dc+sd-jwt', meta: { vct_values: [type] } }),
  mso_mdoc: (type) => ({ format: 'mso_mdoc', meta: { doctype_value: type } }),
};

/** A query for each format that the gate takes, of which one is answered. */
export function gateQuery(rule: GateRule): JsonObject {
  const credentials = rule.formats.map((format): JsonObject => {
    const claims = rule.claims.map(claimQuery);
    const meta = METAS[format](rule.typeOf(format));
    return { id: queryIdOf(rule, format), ...meta, ...(claims.length > 0 && { claims }) };
  });
  const options = rule.formats.map((format) => [queryIdOf(rule, format)]);
  return { credentials, ...(options.length > 1 && { credential_sets: [{ options }] }) };
}

/** The name of the gate; of a second format with a hyphen behind it, which no gate has in its name. */
export function queryIdOf({ id, formats }: GateRule, format: GateFormat): string {
  const place = formats.indexOf(format);
  return place > 0 ? `${id}-${place}` : id;
}

function claimQuery({ path, values }: GateClaim): JsonObject {
  return { path: [...path] as Json, ...(values && { values: [...values] }) };
}
