// Whether the statements of a run are about the gates that its action has. It judges no presentation.
import type { Json } from '../../base/json.js';
import type { AskedGate } from './asked.js';
import { type GateStatement, gateStatementOf } from './statement.js';

/** A gate with the words of a run about it. */
export interface StatedGate extends AskedGate {
  readonly statement: GateStatement;
}

/**
 * The gates that a run states, or what is wrong with its statements: they are one for each requirement, of alternatives
 * one for all, in the order of the requirements. Each counts a use where its requirement does, and has a verifier where
 * its requirement names one.
 */
export function statedGates(asked: readonly AskedGate[], stated: Json | undefined): readonly StatedGate[] | string {
  if (!Array.isArray(stated)) return `a list of statements, of each gate one: ${idsOf(asked)}`;
  const statements = (stated as readonly Json[]).map(gateStatementOf);
  const met: StatedGate[] = [];
  let next = 0;
  for (const gate of asked) {
    const statement = statements[next];
    if (statement?.id !== gate.id) continue;
    const form = formProblem(gate, statement);
    if (form !== undefined) return form;
    met.push({ ...gate, statement });
    next++;
  }
  if (next < statements.length) return `statements of their form, in the order of the gates: ${idsOf(asked)}`;
  const { missing, twice } = countsOf(asked, met);
  if (missing !== undefined) return `a statement about ${missing}`;
  return twice === undefined ? met : `one statement about the alternatives of ${twice}`;
}

function formProblem({ id, rule }: AskedGate, { use, by }: GateStatement): string | undefined {
  if ((use === undefined) !== (rule.uses === undefined))
    return rule.uses ? `the use of the credential in ${id}` : `no use in ${id}, which counts none`;
  if ((by === undefined) !== (rule.verifiedBy === undefined))
    return rule.verifiedBy ? `the signature of the verifier in ${id}` : `no verifier in ${id}, which names none`;
  return undefined;
}

/** The first gate of which nothing is stated, and the first group of alternatives of which several are. */
function countsOf(asked: readonly AskedGate[], met: readonly StatedGate[]) {
  const keyOf = ({ id, requirement }: AskedGate) => requirement.anyOfGroup ?? `gate ${id}`;
  const counts = new Map<string, number>();
  for (const gate of met) counts.set(keyOf(gate), (counts.get(keyOf(gate)) ?? 0) + 1);
  const isAlone = ({ requirement }: AskedGate) => requirement.anyOfGroup === undefined;
  const missing = asked.find((gate) => !counts.has(keyOf(gate)));
  return {
    missing:
      missing && (isAlone(missing) ? missing.id : `one of the alternatives of ${missing.requirement.anyOfGroup}`),
    twice: met.find((gate) => (counts.get(keyOf(gate)) ?? 0) > 1)?.requirement.anyOfGroup,
  };
}

function idsOf(asked: readonly AskedGate[]): string {
  return asked.map(({ id }) => id).join(', ');
}
