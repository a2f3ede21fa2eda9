// The claims that are shown at a gate, by the names that its requirement gives them. Rules read them, and people see
// them. It judges nothing: the same cells give the same values to all, whether or not the gate holds.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { FormatFault, faultOr } from '../fault.js';
import { type MdocCells, readClaims } from '../mdoc/cells.js';
import { elementJson } from '../mdoc/element-json.js';
import { StepMeter } from '../meter.js';
import { claimsOf } from '../sd-jwt/credential.js';
import { type AskedPath, valuesAt } from '../sd-jwt/paths.js';
import type { PresentationCells } from '../sd-jwt/presentation.js';
import { type GateParts, needPart } from './parts.js';
import type { GateFormat, GateRule } from './rule.js';

/** The value of a claim by its path; undefined where it is not shown. Throws a fault on cells of another form. */
export type ClaimReader = (path: AskedPath) => Json | undefined;

/** Each cell is read once. The cells of issuer and claims are of their types. Throws a fault. */
export function claimReader(parts: GateParts, format: GateFormat): ClaimReader {
  if (format === 'mso_mdoc') {
    const elements = readClaims(parts.claims as unknown as MdocCells['claims']);
    return (path) => {
      const shown = elements.find((claim) => claim.nameSpace === path[0] && claim.name === path[1]);
      return shown && elementJson(shown.value);
    };
  }
  const { issued = '', claims: disclosures = [] } = parts as PresentationCells;
  const root = claimsOf({ issued, disclosures }) as JsonObject;
  const meter = new StepMeter();
  return (path) => valuesAt(root, path, meter)[0];
}

/** By the name of each claim, its value; none of cells that are not of their form. */
export function shownClaims(parts: GateParts, { formats, claims }: Pick<GateRule, 'formats' | 'claims'>): JsonObject {
  const { frame } = parts;
  const format = formats.find((name) => isObject(frame) && frame.format === name);
  if (format === undefined) return {};
  const values = faultOr(() => {
    for (const cell of ['issued', 'claims'] as const) needPart(cell, { parts, format });
    const read = claimReader(parts, format);
    return claims.flatMap(({ name, path }): readonly (readonly [string, Json])[] => {
      const value = read(path);
      return value === undefined ? [] : [[name, value]];
    });
  });
  // Unlike assignment this makes an own member of every name.
  return values instanceof FormatFault ? {} : Object.fromEntries(values);
}
