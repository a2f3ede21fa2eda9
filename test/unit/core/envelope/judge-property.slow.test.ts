// Random definitions and runs: no reader suspects what honest senders made, whatever they knew of other branches; and
// of a single forgery no reader has the false value without being told, where the definition lets it see that it is
// one.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import type { Action, Definition } from '../../../../core/blueprint/definition/types.js';
import type { Executed } from '../../../../core/blueprint/execution/execute.js';
import { pointersFor } from '../../../../core/blueprint/names/disclose.js';
import { statementsOf } from '../../../../core/blueprint/names/statements.js';
import { duesIn } from '../../../../core/blueprint/schemas/due.js';
import type { GroupContent } from '../../../../core/envelope/seal.js';
import { Parties, suspicions } from '../../../support/parties.js';

const ROLES = ['x', 'y', 'z'];
const NAMES = ['a', 'b', 'c', 'd', 'o', 'l'];
const SEEDS = 120;
/** Each a forgery of one member. */
const FORGERIES = 200;

/** A sequence that depends on its seed alone (Park and Miller). */
function dice(seed: number) {
  let state = seed + 1;
  const below = (n: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % n;
  };
  const some = <T>(of: readonly T[]): readonly T[] => of.filter(() => below(2) === 0);
  const one = <T>(of: readonly T[]): T => of[below(of.length)] as T;
  return { below, some, one };
}
type Dice = ReturnType<typeof dice>;

const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  o: { type: 'object', properties: { p: { type: 'number' }, q: { type: 'number' } }, required: ['p'] },
  l: { type: 'array', items: { type: 'object', properties: { n: { type: 'number' } } } },
};
const schemaOf = (name: string): JsonObject => SCHEMAS[name] ?? { type: 'number', maximum: 99 };

function dataOf(name: string, { below }: Dice): Json {
  if (name === 'o') return below(2) === 0 ? { p: below(9) } : { p: below(9), q: below(9) };
  if (name === 'l') return Array.from({ length: below(3) }, () => (below(3) === 0 ? {} : { n: below(9) }));
  return below(9);
}

function ruleOf({ one }: Dice): JsonObject {
  return {
    '+': [{ var: [one(['a', 'b', 'c', 'd', 't1', 't2', 'o.p', 'free']), 0] }, { var: [one(NAMES.slice(0, 4)), 0] }, 1],
  };
}

function definitionOf(given: Dice): Definition {
  const { below, some, one } = given;
  const pointers = ['/a', '/b', '/c', '/d', '/o', '/o/p', '/o/q', '/o/*', '/l', '/l/1/n', '/t1', '/t2', '/free'];
  const actions = [1, 2, 3, 4].map((id): Action => {
    const names = some(NAMES);
    const properties = Object.fromEntries(names.map((name) => [name, schemaOf(name)]));
    const required = names.length > 0 ? [one(names)] : [];
    const form = { type: 'object', properties, required };
    const wrapped = below(2) === 0 ? form : { allOf: [{ $ref: '#/$defs/f' }], $defs: { f: form } };
    const calculated = below(2) === 0 ? { [`t${1 + below(2)}`]: ruleOf(given) } : {};
    const whole = one(['', '/*']);
    return {
      id,
      sender: one(ROLES),
      isStartingAction: true,
      ...(below(4) > 0 && { dataSchemas: [wrapped] }),
      calculations: { ...calculated, ...(below(3) === 0 && { u: { '*': [{ var: ['t1', 1] }, 2] } }) },
      disclosures: some(ROLES).map((participantAddress) => ({
        participantAddress,
        dataPointers: below(3) === 0 ? [whole] : some(pointers),
      })),
      routes: [
        { id: 'm', nextActionIds: [1], condition: { '>': [ruleOf(given), 6] } },
        { id: 'd', nextActionIds: [2], isDefault: true },
      ],
    };
  });
  return { title: 'Random', participants: ROLES.map((id) => ({ id })), actions };
}

/** A payload of the members that the action may state, and of a few that no schema declares. */
function payloadOf(definition: Definition, action: Action, given: Dice): JsonObject {
  const { standingOf } = statementsOf(definition, action);
  const [schema] = action.dataSchemas ?? [];
  const form = (typeof schema === 'object' ? ((schema.$defs as JsonObject)?.f ?? schema) : {}) as {
    required?: string[];
  };
  const due = form.required ?? [];
  const names = [...NAMES, 'free', 'note'].filter(
    (name) => due.includes(name) || (['own', 'free', 'loose'].includes(standingOf(name)) && given.below(2) === 0),
  );
  return Object.fromEntries(names.map((name) => [name, dataOf(name, given)]));
}

/**
 * Some actions by honest parties, which know the ledger up to some place not before what they follow. Those that the
 * engine refuses are left out.
 */
function honest(definition: Definition, given: Dice, parties: Parties): void {
  for (let i = 0; i < 6; i++) {
    const action = given.one(definition.actions);
    const size = parties.transactions.length;
    const follows = size - 1 - given.below(Math.min(size, 3) || 1);
    const knows = follows + 1 + given.below(size - follows || 1);
    try {
      parties.act(action.id, payloadOf(definition, action, given), { follows, knows, plain: given.below(6) === 0 });
    } catch (error) {
      expect(String(error)).to.match(/VAL_SCHEMA_007|LOGIC_/);
    }
  }
}

/** One false value in what is disclosed to everybody who is told something. */
function forged(name: string, value: Json) {
  return (made: Executed): Executed => ({
    ...made,
    data: { ...made.data, [name]: value },
    disclosures: made.disclosures.map((one) => ({ ...one, pointers: [''], data: { ...one.data, [name]: value } })),
  });
}

describe('disclosure: readers of random workflows', function () {
  this.timeout(60_000);

  it('suspect nothing that honest senders made', () => {
    let sealed = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const given = dice(seed);
      const definition = definitionOf(given);
      const shared: Record<string, string> = given.below(3) === 0 ? { y: 'two', z: 'two' } : {};
      const parties = new Parties(definition, shared, given.below(2) === 0 ? given.some(ROLES) : []);
      honest(definition, given, parties);
      sealed += parties.transactions.length;
      for (const role of ROLES) expect(suspicions(parties.see(role)), `seed ${seed}, ${role}`).to.deep.equal([]);
    }
    expect(sealed).to.be.above(SEEDS * 2);
  });

  it('that were left out of an action miss what they were owed, and nothing else does', () => {
    let told = 0;
    for (let seed = 0; seed < FORGERIES; seed++) {
      const given = dice(seed);
      const definition = definitionOf(given);
      const parties = new Parties(definition, {}, given.below(2) === 0 ? ['z'] : []);
      honest(definition, given, parties);
      const action = given.one(definition.actions);
      const role = given.one(ROLES.filter((id) => id !== action.sender));
      const { walletAddress } = parties.walletOf(role).key;
      const isHeld = parties.isHeld(role);
      let owed = false;
      const groups = (all: readonly GroupContent[]) =>
        all.flatMap(({ recipients, ...group }) => {
          const others = recipients.filter((one) => one.walletAddress !== walletAddress);
          owed ||= others.length < recipients.length;
          return others.length > 0 ? [{ ...group, recipients: others }] : [];
        });
      try {
        parties.act(action.id, payloadOf(definition, action, given), { groups });
      } catch {
        continue;
      }
      const pointers = pointersFor(definition, action, new Set([role]));
      const paths = new Map(
        duesIn(action, pointers)
          .map(({ path }) => [path.split('/')[1], path])
          .reverse() as [string, string][],
      );
      // One of each member is told, the first.
      const due = [...paths.values()].map((path) => `${action.id} ${path} missing`);
      const about = `seed ${seed}, ${role}`;
      if (due.length > 0 && isHeld) expect(owed, `${about}: what is due was sealed`).to.equal(true);
      expect([...suspicions(parties.see(role))].sort(), about).to.deep.equal(isHeld ? due.sort() : []);
      for (const other of ROLES.filter((id) => id !== role))
        expect(suspicions(parties.see(other)), `${about}: ${other}`).to.deep.equal([]);
      told += due.length;
    }
    expect(told).to.be.above(20);
  });

  it('take no forged member: each is suspect, or not in the data', () => {
    const told = { foreign: 0, schema: 0, calculated: 0, undisclosed: 0 };
    for (let seed = 0; seed < FORGERIES; seed++) {
      const given = dice(seed);
      const definition = definitionOf(given);
      const parties = new Parties(definition);
      honest(definition, given, parties);
      const action = given.one(definition.actions);
      const { standingOf } = statementsOf(definition, action);
      const all = [...NAMES, 't1', 't2', 'u'];
      const name = given.one(all);
      const is = standingOf(name);
      const value = is === 'own' ? 'a text' : 77_777;
      const before = parties.transactions.length;
      try {
        parties.act(action.id, payloadOf(definition, action, given), { forge: forged(name, value) });
      } catch {
        continue;
      }
      for (const role of ROLES) {
        const seen = parties.see(role);
        const tx = parties.transactions[before];
        const isSender = tx?.header.senderWallet === parties.walletOf(role).key.walletAddress;
        const groups = seen.opened.get(tx?.txId ?? '') ?? [];
        if (isSender || !groups.some(({ fields }) => Object.hasOwn(fields, name))) continue;
        const fact = seen.facts.get(tx?.txId ?? '')?.[name];
        const reason = seen.suspect.find(
          ({ txId, member }) => txId === tx?.txId && member.startsWith(`/${name}`),
        )?.reason;
        const about = `seed ${seed}, ${role}, ${name} ${is}`;
        if (is === 'free' || is === 'loose' || (is === 'own' && !hasForm(action, name))) continue;
        if (is === 'calculated' && reason === undefined) continue; // Not every operand is seen.
        expect(fact, about).to.equal(undefined);
        expect(reason, about).to.not.equal(undefined);
        if (reason === 'undisclosed') told.undisclosed++;
        else if (is === 'foreign') told.foreign++;
        else if (is === 'calculated') told.calculated++;
        else told.schema++;
      }
    }
    for (const [kind, count] of Object.entries(told)) expect(count, kind).to.be.above(1);
  });
});

/** The action gives the member a type. */
function hasForm({ dataSchemas }: Action, name: string): boolean {
  return JSON.stringify(dataSchemas ?? []).includes(`"${name}":{"type"`);
}
