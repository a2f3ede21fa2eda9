// Types of the operators on dates, times and durations.
import { offsetOf } from '../../values/date.js';
import { ANY, BOOLEAN, INTEGER, type Kind, literalAs, type Type } from '../typing/type.js';
import { type Call, type CallResult, isDateLike } from './call.js';
import { alike } from './list-signatures.js';
import { isInteger, isKind, isOr, type Signature } from './signature.js';

/** Operands of these kinds, each with its words, and what they give. */
function fixedSignature(kinds: readonly Kind[], type: Type, words: string): Signature {
  return (call) => {
    if (call.count(kinds.length)) for (const [i, kind] of kinds.entries()) call.expect(i, isOr(kind), words);
    return { type };
  };
}

const dateAdd: Signature = (call) => {
  if (!call.count(2)) return { type: ANY };
  call.expect(1, isOr('duration'), 'a duration such as "P1M" as value 2');
  const type = call.arg(0);
  if (!call.expect(0, (item) => isDateLike(item) || isOr('date')(item) || isOr('time')(item), 'a date or a time first'))
    return { type: ANY };
  const kind = type.kind === 'any' ? 'any' : type.kind === 'time' || literalAs(type, 'time') ? 'time' : 'date';
  return { type: { kind } };
};

const workdays: Signature = (call) => {
  if (!call.count(3)) return { type: INTEGER };
  for (const i of [0, 1]) call.expect(i, isOr('date'), 'two dates and the name of a calendar');
  expectCalendar(call);
  return { type: INTEGER };
};

const workdaysAdd: Signature = (call) => {
  const gives: CallResult = { type: { kind: 'date' } };
  if (!call.count(3)) return gives;
  call.expect(0, isOr('date'), 'a date first');
  call.expect(1, isInteger, 'a whole number as value 2');
  expectCalendar(call);
  return gives;
};

function expectCalendar(call: Call): void {
  const name = call.constant(2);
  if (typeof name !== 'string' || !call.named.calendars.has(name))
    call.refuse(`"${call.name}" takes as value 3 the name of a calendar that the definition has under "calendars".`);
}

const beforeAfter: Signature = (call) => {
  if (!call.count(2)) return { type: BOOLEAN };
  const isFine = (type: Type) => isDateLike(type) || isOr('date')(type) || isOr('time')(type);
  const fine = [0, 1].map((i) => call.expect(i, isFine, 'two dates, or two times'));
  if (!fine.includes(false))
    alike(
      call,
      call.types.map((type, place) => ({ type, place })),
      'dates or times',
    );
  return { type: BOOLEAN };
};

const dateOf: Signature = (call) => {
  if (!call.count(2)) return { type: { kind: 'date' } };
  call.expect(0, isOr('time'), 'a time first');
  const zone = call.constant(1);
  if (typeof zone === 'string' && offsetOf(zone) === undefined)
    call.refuse(
      '"dateOf" takes as value 2 "UTC", or an offset such as "+01:00": zones with summers are not part of the rules.',
    );
  else call.expect(1, isKind('text'), 'UTC or an offset as value 2');
  return { type: { kind: 'date' } };
};

/** A text that is read as a value of a kind. */
function reading(kind: Kind, example: string): Signature {
  return (call) => {
    if (!call.count(1)) return { type: { kind } };
    const type = call.arg(0);
    if (type.kind !== 'any') call.expect(0, isKind('text', kind), 'a text');
    if (typeof type.literal === 'string' && !literalAs(type, kind))
      call.refuse(`"${call.name}" takes a text such as "${example}".`);
    return { type: { kind } };
  };
}

export const DATE_SIGNATURES: readonly (readonly [string, Signature])[] = [
  ['dateAdd', dateAdd],
  ['daysBetween', fixedSignature(['date', 'date'], INTEGER, 'two dates')],
  ['monthsBetween', fixedSignature(['date', 'date'], INTEGER, 'two dates')],
  ['minutesBetween', fixedSignature(['time', 'time'], INTEGER, 'two times')],
  ['workdaysBetween', workdays],
  ['workdaysAdd', workdaysAdd],
  ['weekday', fixedSignature(['date'], INTEGER, 'a date')],
  ['before', beforeAfter],
  ['after', beforeAfter],
  ['dateOf', dateOf],
  ['date', reading('date', '2026-02-28')],
  ['time', reading('time', '2026-02-28T09:30:00.000Z')],
  ['duration', reading('duration', 'P1M')],
  ['days', fixedSignature(['integer'], { kind: 'duration' }, 'a whole number')],
  ['months', fixedSignature(['integer'], { kind: 'duration' }, 'a whole number')],
  ['minutes', fixedSignature(['integer'], { kind: 'duration' }, 'a whole number')],
];
