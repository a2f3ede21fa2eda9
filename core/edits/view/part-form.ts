// Parts of an action beside its fields and rules: where it leads and when, whose votes decide, what it asks for and
// issues. Each is a form for its designer, and gives the edits of a change. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import type { Edit } from '../edit.js';
import { issuancesOf } from '../issuances.js';
import { PART_INPUTS, type PartInputName, type PartValue } from './part-inputs.js';
import { type DraftAction, itemsIn, listIn, memberOf } from './shown-draft.js';

/** As `remove_part` names it. */
export type PartKind =
  | 'route'
  | 'timer'
  | 'rejection'
  | 'vote'
  | 'confirm'
  | 'join'
  | 'credential_requirement'
  | 'issuance';

export interface PartMember {
  /** In the input of the edit: a name, or a name and one below it. */
  readonly at: string;
  readonly input: PartInputName;
  readonly choices?: readonly string[];
  /** Shown with this one of `oneOf`. */
  readonly of?: string;
  readonly isNeeded?: true;
}

interface PartRow {
  readonly edit: string;
  readonly members: readonly PartMember[];
  /** Members that do not stand together: a part has one of them. */
  readonly oneOf?: readonly string[];
  /** Of those that an action has, each as the input of its edit. */
  readonly itemsOf: (action: JsonObject) => readonly JsonObject[];
  /** Undefined where an action has one, which has no name. */
  readonly nameOf?: (item: JsonObject) => Json | undefined;
  /** The member that names a new one. */
  readonly names?: 'id';
}

const single =
  (member: string) =>
  (action: JsonObject): readonly JsonObject[] => {
    const value = action[member];
    return value !== undefined && isObject(value) ? [value] : [];
  };
const idOf = ({ id }: JsonObject) => id;

export const PART_ROWS: Readonly<Record<PartKind, PartRow>> = {
  route: {
    ...{ edit: 'add_route', itemsOf: (action) => itemsIn(action, 'routes'), nameOf: idOf, names: 'id' },
    members: [
      { at: 'nextActionIds', input: 'actions' },
      { at: 'isDefault', input: 'flag' },
    ],
  },
  timer: {
    ...{ edit: 'add_timer', itemsOf: (action) => itemsIn(action, 'timers'), nameOf: idOf, names: 'id' },
    oneOf: ['then', 'remind', 'also', 'notBefore'],
    members: [
      { at: 'after', input: 'days' },
      { at: 'then.nextActionIds', input: 'actions', of: 'then' },
      { at: 'remind', input: 'roles', of: 'remind', isNeeded: true },
      { at: 'every', input: 'days', of: 'remind' },
      { at: 'times', input: 'count', of: 'remind' },
      { at: 'also', input: 'roles', of: 'also', isNeeded: true },
    ],
  },
  rejection: {
    ...{ edit: 'set_rejection', itemsOf: single('rejectionConfig') },
    members: [
      { at: 'targetActionId', input: 'action', isNeeded: true },
      { at: 'isTerminal', input: 'flag' },
      { at: 'requireReason', input: 'flag' },
    ],
  },
  vote: {
    ...{ edit: 'set_vote', itemsOf: single('approval') },
    members: [
      { at: 'of', input: 'voters', isNeeded: true },
      { at: 'need', input: 'count', isNeeded: true },
      { at: 'yes', input: 'route', isNeeded: true },
      { at: 'no', input: 'route', isNeeded: true },
    ],
  },
  confirm: {
    ...{ edit: 'set_confirm', itemsOf: single('confirm') },
    members: [
      { at: 'by', input: 'roles', isNeeded: true },
      { at: 'within', input: 'days', isNeeded: true },
      { at: 'otherwise', input: 'choice', choices: ['redo', 'count'], isNeeded: true },
    ],
  },
  join: {
    ...{ edit: 'set_join', itemsOf: joinsOf },
    oneOf: ['fork', 'requiredPriorActions'],
    members: [
      { at: 'fork', input: 'action', of: 'fork', isNeeded: true },
      { at: 'need', input: 'count', of: 'fork' },
      { at: 'requiredPriorActions', input: 'actions', of: 'requiredPriorActions', isNeeded: true },
    ],
  },
  credential_requirement: {
    edit: 'add_credential_requirement',
    ...{ itemsOf: (action) => itemsIn(action, 'credentialRequirements'), nameOf: idOf, names: 'id' },
    members: [
      { at: 'type', input: 'text', isNeeded: true },
      { at: 'acceptedIssuers', input: 'lines' },
      { at: 'description', input: 'text' },
    ],
  },
  issuance: {
    ...{ edit: 'add_issuance', itemsOf: issuancesOf, nameOf: ({ id, credentialType }) => id ?? credentialType },
    members: [
      { at: 'credentialType', input: 'text', isNeeded: true },
      { at: 'recipientParticipantId', input: 'role', isNeeded: true },
      { at: 'claimMappings', input: 'claims', isNeeded: true },
      { at: 'expiryDuration', input: 'days' },
    ],
  },
};

const PART_KINDS = Object.keys(PART_ROWS) as readonly PartKind[];

export interface DraftPart {
  readonly kind: PartKind;
  /** Empty where an action has one. */
  readonly name: string;
  /** The input of its edit. */
  readonly item: JsonObject;
  readonly isNew?: true;
}

/** A part that can have a name and has none is shown as text alone: no edit reaches it. */
export function partsIn({ action }: Pick<DraftAction, 'action'>): readonly DraftPart[] {
  return PART_KINDS.flatMap((kind): readonly DraftPart[] => {
    const { itemsOf, nameOf } = PART_ROWS[kind];
    return itemsOf(action).flatMap((item) => {
      const name = nameOf ? nameOf(item) : '';
      return typeof name === 'string' ? [{ kind, name, item }] : [];
    });
  });
}

/** Kinds of which an action can have another part. */
export function kindsFree(action: Pick<DraftAction, 'action'>): readonly PartKind[] {
  const taken = new Set(partsIn(action).map(({ kind }) => kind));
  return PART_KINDS.filter((kind) => PART_ROWS[kind].nameOf !== undefined || !taken.has(kind));
}

/** A part that an action has not yet, with a name that is free. */
export function newPart({ action }: Pick<DraftAction, 'action'>, kind: PartKind): DraftPart {
  const { names, itemsOf } = PART_ROWS[kind];
  if (names === undefined) return { kind, name: '', item: {}, isNew: true };
  const taken = new Set(itemsOf(action).map(idOf));
  const base = NEW_NAMES[kind] ?? kind;
  let name = base;
  for (let i = 2; taken.has(name); i++) name = `${base}-${i}`;
  return { kind, name, item: { id: name }, isNew: true };
}

const NEW_NAMES: Readonly<Partial<Record<PartKind, string>>> = { route: 'way', credential_requirement: 'credential' };

export interface PartForm {
  /** The one of `oneOf` that it has. */
  readonly choice: string;
  /** By `at`. */
  readonly values: Readonly<Record<string, PartValue>>;
}

/** As the part is stated; empty where it states nothing. */
export function partForm({ kind, item }: DraftPart): PartForm {
  const { members, oneOf = [] } = PART_ROWS[kind];
  const choice = oneOf.find((name) => item[name] !== undefined && item[name] !== null) ?? oneOf[0] ?? '';
  const values = members.map(({ at, input }): [string, PartValue] => {
    const value = valueAt(item, at);
    const { empty, read } = PART_INPUTS[input];
    return [at, value === undefined || value === null ? empty : read(value)];
  });
  return { choice, values: Object.fromEntries(values) };
}

/** The members that are asked for, as the form stands. */
export function membersShown(kind: PartKind, { choice }: PartForm): readonly PartMember[] {
  return PART_ROWS[kind].members.filter(({ of }) => of === undefined || of === choice);
}

export function isWhole(kind: PartKind, form: PartForm): boolean {
  return membersShown(kind, form).every(({ at, isNeeded }) => !isNeeded || form.values[at]?.toString().trim());
}

/** None where nothing changed. A part of another name takes the place of the one before. */
export function partEdits({ id }: Pick<DraftAction, 'id'>, part: DraftPart, form: PartForm): readonly Edit[] {
  const { kind, name, item, isNew } = part;
  const { edit, nameOf } = PART_ROWS[kind];
  const after = itemAfter(part, form);
  if (!isNew && JSON.stringify(after) === JSON.stringify(item)) return [];
  const isRenamed = !isNew && nameOf !== undefined && nameOf(after) !== name;
  return [...(isRenamed ? [partRemoval({ id }, part)] : []), { edit, action: id, ...after }];
}

export function partRemoval({ id }: Pick<DraftAction, 'id'>, { kind, name }: DraftPart): Edit {
  return { edit: 'remove_part', action: id, part: kind, ...(name !== '' && { name }) };
}

function itemAfter({ kind, item }: DraftPart, form: PartForm): JsonObject {
  const { members, oneOf = [] } = PART_ROWS[kind];
  const shown = membersShown(kind, form);
  const left = oneOf.filter((name) => name !== form.choice);
  const hidden = members.filter((member) => !shown.includes(member)).map(({ at }) => at);
  const gone = new Set([...left, ...hidden.filter((at) => !at.includes('.'))]);
  const kept = Object.fromEntries(Object.entries(item).filter(([name]) => !gone.has(name))) as JsonObject;
  const stated = shown.reduce((before, { at, input }) => {
    const value = PART_INPUTS[input].write(form.values[at] ?? PART_INPUTS[input].empty, valueAt(item, at));
    return withValueAt(before, at, value);
  }, kept);
  // A choice without a member of its own stands for itself.
  const isMark = form.choice !== '' && !shown.some(({ at }) => at.split('.')[0] === form.choice);
  return isMark ? { ...stated, [form.choice]: true } : stated;
}

function valueAt(item: JsonObject, at: string): Json | undefined {
  const [name = '', below] = at.split('.');
  return below === undefined ? item[name] : memberOf(item, name)[below];
}

function withValueAt(item: JsonObject, at: string, value: Json | undefined): JsonObject {
  const [name = '', below] = at.split('.');
  const stated = below === undefined ? value : { ...memberOf(item, name), [below]: value ?? null };
  if (stated !== undefined) return { ...item, [name]: stated };
  const { [name]: _, ...others } = item;
  return others;
}

function joinsOf(action: JsonObject): readonly JsonObject[] {
  const prior = listIn(action, 'requiredPriorActions');
  return prior.length > 0 ? [{ requiredPriorActions: prior }] : single('joins')(action);
}
