// The inputs of a form that states a part of an action: what each shows of a value, and the value that it gives back.
// Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.js';

/** Text, a mark, or what was chosen among several. */
export type PartValue = string | boolean | readonly string[];

interface PartInput {
  readonly empty: PartValue;
  readonly read: (value: Json) => PartValue;
  /** Undefined for an absent member. Parts of the value before that the form does not show are kept. */
  readonly write: (given: PartValue, before: Json | undefined) => Json | undefined;
}

const text: PartInput = {
  empty: '',
  read: (value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : ''),
  write: (given) => (given === '' ? undefined : String(given)),
};
const count: PartInput = { ...text, write: (given) => (given === '' ? undefined : numberOf(String(given))) };
const names: PartInput = {
  empty: [],
  read: (value) => listOf(value).map(String),
  write: (given) => (given as readonly string[]).map((name) => name),
};

/** Items of a list that have their name in one member, and keep the others. */
function listInput(member: string, make: (name: string) => JsonObject): PartInput {
  const nameOf = (item: Json) => (isObject(item) ? String(item[member] ?? '') : '');
  return {
    empty: [],
    read: (value) => listOf(value).map(nameOf),
    write: (given, before) =>
      (given as readonly string[]).map((name) => listOf(before).find((item) => nameOf(item) === name) ?? make(name)),
  };
}

export const PART_INPUTS = {
  text,
  count,
  choice: text,
  role: text,
  route: text,
  action: count,
  roles: names,
  actions: { ...names, write: (given) => (given as readonly string[]).map(Number) },
  /** A number counts days; every other duration is written as the language has it. */
  days: {
    empty: '',
    read: (value) => /^P(\d+)D$/.exec(String(value))?.[1] ?? String(value),
    write: (given) => (given === '' ? undefined : /^\d+$/.test(String(given)) ? `P${given}D` : String(given)),
  },
  lines: {
    empty: '',
    read: (value) => listOf(value).join('\n'),
    write: (given) => {
      const lines = String(given).split('\n');
      const stated = lines.map((line) => line.trim()).filter((line) => line !== '');
      return stated.length === 0 ? undefined : stated;
    },
  },
  flag: { empty: false, read: (value) => value === true, write: (given) => (given === true ? true : undefined) },
  voters: listInput('role', (role) => ({ role })),
  claims: listInput('claimName', (claimName) => ({ claimName, sourceField: `/${claimName}` })),
} as const satisfies Readonly<Record<string, PartInput>>;

export type PartInputName = keyof typeof PART_INPUTS;

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** Anything but a number stays text, which the edit refuses with its place. */
function numberOf(given: string): Json {
  const number = Number(given);
  return Number.isFinite(number) ? number : given;
}
