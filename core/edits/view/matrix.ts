// The matrix of an action: which role reads which member, who states it, and who needs it and does not read it. Pure.
import type { JsonObject } from '../../base/json.js';
import { pointerText } from '../../blueprint/definition/pointer.js';
import type { Finding } from '../../blueprint/findings/finding.js';
import type { Edit } from '../edit.js';
import { type DraftAction, type DraftRole, itemsIn, listIn } from './shown-draft.js';

/** `part`: some members of an object, and not the others. */
export type CellReading = 'states' | 'reads' | 'part' | 'none';

export interface MatrixCell {
  readonly role: string;
  readonly field: string;
  readonly reading: CellReading;
  /** Opened later than the action is sealed. */
  readonly isLater: boolean;
  /** A rule of the role reads it. */
  readonly isNeeded: boolean;
}

export interface MatrixRow {
  readonly field: string;
  readonly cells: readonly MatrixCell[];
}

const ALL = '/*';

/** A row for each member, with a cell for each role. The findings say which roles need what they are not told. */
export function matrixOf(
  { id, sender, action, fields }: DraftAction,
  roles: readonly DraftRole[],
  findings: readonly Finding[],
): readonly MatrixRow[] {
  const needed = new Set(
    findings.flatMap(({ needs }) => (needs?.action === id ? [JSON.stringify([needs.role, needs.field])] : [])),
  );
  const readings = new Map(roles.map(({ id: role }) => [role, readingsOf(action, role)]));
  // Of an action that is voted on each role reads what is disclosed to it.
  const states = action.approval === undefined ? sender : undefined;
  return fields.map(({ name: field }) => ({
    field,
    cells: roles.map(({ id: role }): MatrixCell => {
      const { pointers, isLater } = readings.get(role) ?? { pointers: [], isLater: false };
      const reading = role === states ? 'states' : readingIn(pointers, pointerText([field]));
      const isNeeded = needed.has(JSON.stringify([role, field]));
      return { role, field, reading, isLater: isLater && (reading === 'reads' || reading === 'part'), isNeeded };
    }),
  }));
}

function readingsOf(action: JsonObject, role: string) {
  const rules = itemsIn(action, 'disclosures').filter(({ participantAddress }) => participantAddress === role);
  const pointers = rules.flatMap((rule) => listIn(rule, 'dataPointers').map(String));
  return { pointers, isLater: rules.some(({ from }) => from !== undefined) };
}

function readingIn(pointers: readonly string[], pointer: string): CellReading {
  if (pointers.some((each) => each === ALL || each === pointer || each === `${pointer}${ALL}`)) return 'reads';
  return pointers.some((each) => each.startsWith(`${pointer}/`)) ? 'part' : 'none';
}

/** Discloses the member to the role, or takes that back. */
export function toggleEdit(action: number, { role, field, reading }: MatrixCell): Edit {
  return disclosure(action, role, { fields: [field], reads: reading !== 'reads' });
}

/** Another role reads what one reads of an action, and nothing else. */
export function columnEdits(
  action: number,
  rows: readonly MatrixRow[],
  { from, to }: { readonly from: string; readonly to: string },
): readonly Edit[] {
  const wanted = rows.flatMap(({ cells }) => {
    const [source, target] = [from, to].map((role) => cells.find((cell) => cell.role === role));
    return source && target ? differing(source, target) : [];
  });
  return [true, false].flatMap((reads) => {
    const fields = wanted.filter((cell) => cell.reads === reads).map(({ field }) => field);
    return fields.length === 0 ? [] : [disclosure(action, to, { fields, reads })];
  });
}

/** Another member has the readers of one, and no others. */
export function rowEdits(action: number, from: MatrixRow, to: MatrixRow): readonly Edit[] {
  return from.cells.flatMap((source) => {
    const target = to.cells.find(({ role }) => role === source.role);
    const wanted = target ? differing(source, target) : [];
    return wanted.map(({ role, field, reads }) => disclosure(action, role, { fields: [field], reads }));
  });
}

/** A role that states a member knows it in any case. */
function differing(source: MatrixCell, { role, field, reading }: MatrixCell) {
  const reads = source.reading === 'reads' || source.reading === 'states';
  return reading === 'states' || reads === (reading === 'reads') ? [] : [{ role, field, reads }];
}

function disclosure(
  action: number,
  role: string,
  { fields, reads }: { readonly fields: readonly string[]; readonly reads: boolean },
): Edit {
  // By its pointer where the name would be taken for another thing.
  const named = fields.map((field) => (field === '*' || field.startsWith('/') ? pointerText([field]) : field));
  return { edit: 'set_disclosure', action, role, fields: named, reads };
}
