// The place at which an objection to a gate is made: `/gates/NAME/GROUND`, and of a form `/gates/NAME/form/CELL`. Which
// claim is at fault is not part of it: a judge finds the first one by the same cells.
import { parsePointer, pointerText } from '../../blueprint/definition/pointer.js';
import type { Ground } from '../refusal.js';
import { GATE_CELLS } from './cells.js';
import type { RefusedGround } from './judge.js';

const ROOT = 'gates';

export const GROUNDS_OF_GATES: readonly Ground[] = [
  ...(['form', 'issuer', 'signature', 'type', 'validity', 'status', 'claims', 'binding', 'holder', 'use'] as const),
];

/** The place of a gate as a whole, or of what is wrong with it. */
export function gateFaultPlace(id: string, refused?: RefusedGround): string {
  if (refused === undefined) return pointerText([ROOT, id]);
  const { ground, part } = refused;
  return pointerText([ROOT, id, ground, ...(ground === 'form' && part !== undefined ? [part] : [])]);
}

/** A gate, and the ground on which it is said to be false. */
export interface GateFault extends RefusedGround {
  readonly id: string;
}

/** Undefined for the place of something else. */
export function gateFaultAt(at: string): GateFault | undefined {
  const [root, id, ground, part, ...others] = parsePointer(at) ?? [];
  const named = GROUNDS_OF_GATES.find((name) => name === ground);
  if (root !== ROOT || id === undefined || named === undefined || others.length > 0) return undefined;
  const cell = GATE_CELLS.find((name) => name === part);
  if ((named === 'form') !== (cell !== undefined) || (part !== undefined && cell === undefined)) return undefined;
  return { id, ground: named, part: cell };
}

/** True for a verdict about a gate. */
export function isOfGate(rule: string): boolean {
  return rule.startsWith(`/${ROOT}/`);
}
