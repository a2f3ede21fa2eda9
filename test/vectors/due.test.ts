// Due times that runs state for timers which take them from data (`metadata.due`): days and their ends, offsets,
// months, working days. UPDATE_VECTORS=1 writes the file anew; test/contract/python/due.test.ts has another program
// look at it.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import type { JsonObject } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import type { Action, ActionTimer, Definition } from '../../core/blueprint/definition/types.js';
import { readDues } from '../../core/blueprint/plan/stated-dues.js';
import { dueAfterOf } from '../../core/blueprint/plan/timers.js';

const PATH = 'test/vectors/due.json';
const BANK = { weekend: [6, 7], holidays: ['2026-12-25', '2026-12-26', '2027-01-01'] };

interface Case {
  readonly name: string;
  readonly timers: readonly JsonObject[];
  readonly data: JsonObject;
  readonly more?: JsonObject;
}

const at = (name: string, more: JsonObject = {}): JsonObject => ({ at: { var: name }, ...more });
const one = (name: string, value: string, more: JsonObject): Case => ({
  ...{ name, timers: [{ id: 't', ...at('act.1.day', more) }], data: { day: value } },
});

const CASES: readonly Case[] = [
  one('the end of a day', '2027-03-01', {}),
  one('the end of a day to the east', '2027-03-01', { zone: '+05:30' }),
  one('the end of a day to the west, and days', '2027-02-28', { zone: '-05:00', plus: 'P1D' }),
  one('a time', '2027-03-01T10:00:00.000Z', {}),
  one('a time, and a time', '2027-03-01T23:59:59.999Z', { plus: 'PT90M' }),
  one('parts of a second', '2027-03-01T10:00:00.001Z', { plus: 'P1DT2H3M4.05S' }),
  one('weeks', '2027-12-24', { plus: 'P2W' }),
  one('a month that is shorter', '2027-01-31', { plus: 'P1M' }),
  one('a year from a day that is not each year', '2028-02-29', { plus: 'P1Y1M' }),
  one('a month of a day that is another one in UTC', '2027-01-30T12:00:00.000Z', { plus: 'P1M', zone: '+14:00' }),
  one('working days over holidays', '2026-12-23', { plus: '3 workdays', calendar: 'bank', zone: '+01:00' }),
  one('working days from a weekend', '2027-01-02T09:00:00.000Z', { plus: '1 workdays', calendar: 'bank' }),
  one('before 1970', '1960-01-01', {}),
  one('the last day', '9999-12-31', {}),
  one('a day too late', '9999-12-31', { plus: 'P1D' }),
  one('a month too late', '9999-12-01', { plus: 'P1M' }),
  {
    name: 'timers of several actions, and a fact of two',
    timers: [
      { id: 'lead', ...at('act.1.day') },
      { id: 'end', ...at('fact.until', { plus: 'P2D' }) },
      { id: 'x', after: 'P1D' },
    ],
    data: { day: '2027-03-01', until: '2027-05-31T12:00:00.000Z' },
    more: { facts: { until: [1, 3] } },
  },
  {
    name: 'a timer of another action',
    timers: [{ id: 'lead', ...at('act.3.day') }],
    data: { day: '2027-03-01' },
  },
];

function made({ name, timers, data, more }: Case): JsonObject {
  const actions: readonly JsonObject[] = [{ id: 1 }, { id: 2, timers }, { id: 3 }];
  const definition = { language: 2, calendars: { bank: BANK }, ...more, actions } as JsonObject;
  const checked = definition as unknown as Definition;
  for (const timer of timers) expect(dueAfterOf(checked, timer as unknown as ActionTimer), name).to.be.a('function');
  const due = readDues(checked, checked.actions[0] as Action, data);
  return { name, definition, action: 1, data, due: isFailure(due) ? null : (due as JsonObject) };
}

describe('vectors of stated due times', () => {
  it('are what the product computes', () => {
    const all = CASES.map(made);
    // The formatter has the last word on how it is written.
    if (process.env.UPDATE_VECTORS) writeFileSync(PATH, `${JSON.stringify(all, undefined, 2)}\n`);
    expect(JSON.parse(readFileSync(PATH, 'utf8'))).to.deep.equal(JSON.parse(JSON.stringify(all)));
  });
});
