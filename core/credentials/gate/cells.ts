// The five cells of a gate, and where each stands in the data of an action. It reads no content.
import type { CredentialCell } from '../refusal.js';
import { GATE_MEMBER } from './rule.js';

export type GateCell = 'frame' | CredentialCell;

export const CREDENTIAL_CELLS: readonly CredentialCell[] = ['issued', 'claims', 'proof', 'status'];
export const GATE_CELLS: readonly GateCell[] = ['frame', ...CREDENTIAL_CELLS];

/** Where a cell of the gate stands in the data of an action. */
export function gatePath(id: string, cell: GateCell): readonly string[] {
  return [GATE_MEMBER, id, ...(cell === 'frame' ? [] : [cell])];
}

/** The same as a JSON Pointer: the name of a gate has no character that one escapes. */
export function gatePointer(id: string, cell: GateCell): string {
  return `/${gatePath(id, cell).join('/')}`;
}

/** True for the pointer of a cell of a gate. */
export function isGatePointer(pointer: string): boolean {
  return pointer.startsWith(`/${GATE_MEMBER}/`);
}
