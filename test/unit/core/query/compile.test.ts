// Expressions as functions of an entity: values, absent members, and what is refused by its type.
import { expect } from 'chai';
import { compileFilter } from '../../../../core/query/compile.js';
import { Meter } from '../../../../core/query/meter.js';
import { parseExpression } from '../../../../core/query/parser.js';
import { computed, good, holds, NOW_MS, refusalOf, THING } from './query.js';

describe('core/query/compile', () => {
  const truths: readonly string[] = [
    "id eq 'thing-1'",
    "'thing-1' eq id",
    'count gt 6 and count lt 8 and count ge 7 and count le 7',
    'count ne 8',
    'isOpen',
    'not (isOpen eq false)',
    'at eq 2026-11-27T10:20:30.25Z',
    'at lt 2026-11-27T10:20:30.251Z',
    'at gt 2026-11-27T11:20:30+02:00',
    'until eq null',
    'not (until lt 2030-01-01T00:00:00Z)',
    'at lt now() and now() eq 2026-11-27T12:00:00Z',
    "now() sub at lt duration'PT2H' and at add duration'PT1H' eq 2026-11-27T11:20:30.250Z",
    "names/any(n:n eq 'ben')",
    "'ann' in names",
    "names/all(n:startswith(n,'a') or contains(n,'e'))",
    'names/any() and names/$count eq 2',
    "parts/any(p:p/size gt 15 and p/who/any(w:w eq 'cleo'))",
    'parts/any(p:p/size eq count add 3)',
    "parts/any(p:p/who/any(w:w eq 'ann') and $it/count eq 7)",
    "about/kind eq 'Action'",
    "about/order eq 'A-17'",
    'about/weight gt 2',
    'about/deep/x eq 1',
    'about/flag eq false',
    'about/none eq null',
    "about/note eq null and about/note ne 'x'",
    "count in (1,7,9) and id in ('thing-1')",
    "substring(id,0,5) eq 'thing' and substring(id,6) eq '1' and indexof(id,'-') eq 5",
    "toupper(tolower(concat(' A','b '))) eq ' AB ' and trim(' x ') eq 'x' and length(id) eq 7",
    'year(at) eq 2026 and month(at) eq 11 and day(at) eq 27 and hour(at) eq 10 and minute(at) eq 20 and second(at) eq 30',
    'fractionalseconds(at) eq 0.25 and totaloffsetminutes(at) eq 0',
    'date(at) eq 2026-11-27 and time(at) eq 10:20:30.250',
    'round(2.5) eq 3 and round(-2.5) eq -3 and floor(-1.5) eq -2 and ceiling(1.2) eq 2',
    "7 div 2 eq 3 and 7 divby 2 eq 3.5 and 7 mod 4 eq 3 and totalseconds(duration'PT1M') eq 60",
    'mindatetime() lt at and at lt maxdatetime()',
    'count div 0 eq null',
    // Null and true is null, which is not true; null or true is true (section 5.1.1.1).
    'isOpen or about/none',
    'not (isOpen and about/none)  or isOpen',
  ];
  for (const text of truths) it(`holds: ${text}`, () => expect(holds(text)).to.equal(true));

  const untruths: readonly string[] = [
    "id eq 'thing-2'",
    'until gt 2020-01-01T00:00:00Z',
    'isOpen and about/none',
    'not about/none',
    'about/none gt 1',
    "about/weight eq '2.5'",
    'about/order gt 5',
    "contains(about/weight,'2')",
    'count in ()',
    'names/any(n:n eq null)',
    'parts/all(p:p/size gt 15)',
  ];
  for (const text of untruths) it(`does not hold: ${text}`, () => expect(holds(text)).to.equal(false));

  it('computes with absent members as with none', () => {
    expect(computed('about/none add 1')).to.equal(null);
    expect(computed('-about/none')).to.equal(null);
    expect(computed('length(about/none)')).to.equal(null);
    expect(computed("concat(about/none,'x')")).to.equal(null);
  });

  const refusals: readonly (readonly [string, RegExp])[] = [
    ["Id eq 'x'", /no member "Id": is it id/],
    ['constructor eq null', /no member "constructor"/],
    ['about/toString eq null', /no refusal/],
    ["count eq 'x'", /a number is not compared with a string/],
    ["at eq '2026-11-27'", /a timestamp is not compared with a string/],
    ['count', /true or false/],
    ['count and isOpen', /and joins/],
    ['not count', /not is asked/],
    ['-id eq 1', /minus/],
    ['id add 1 eq 2', /add is not for/],
    ["contains(count,'x')", /contains takes a string/],
    ['contains(id)', /contains takes 2/],
    ["substring(id) eq 'x'", /substring takes 2 or 3/],
    ["contain(id,'x')", /NOT_IMPLEMENTED.*is it contains/],
    ["matchesPattern(id,'x')", /NOT_IMPLEMENTED/],
    ["names eq 'x'", /a collection is not a value/],
    ['about eq null', /name one of the members/],
    ['id/x eq 1', /asked of a single value/],
    ['names/x eq 1', /asked of a collection/],
    ["parts/any(p:contains(p/body,'x'))", /not looked into/],
    ['id/any(n:true)', /any is asked of a collection/],
    ['names/any(n:n)', /test of any/],
    ['count/$count eq 1', /\$count is asked of a collection/],
    ["'x' in id", /collection of single values/],
    ['1 in names', /not compared/],
    // Items of items of items would multiply.
    ['names/any(a:names/any(b:a eq b))', /collection of the variable alone/],
    ['parts/any(p:names/any(n:true))', /collection of the variable alone/],
  ];
  for (const [text, message] of refusals) it(`refuses ${text}`, () => expect(refusalOf(text)).to.match(message));

  it('has no value for the parts of a time that no calendar has', () => {
    for (const part of ['date', 'year', 'time'])
      for (const far of ["add duration'P999999999D'", "sub duration'P999999999D'", "add duration'P2920000D'"])
        expect(computed(`${part}(at ${far})`), `${part} ${far}`).to.equal(null);
  });

  it('ends a test of items whose steps are spent', () => {
    const meter = new Meter(3000);
    const tree = good(parseExpression("names/any(n:contains(n,'z'))"));
    const holdsFor = good(compileFilter(tree, { type: THING, nowMs: NOW_MS, meter }));
    expect(holdsFor({ names: ['z'] })).to.equal(true);
    expect(meter.isSpent).to.equal(false);
    expect(holdsFor({ names: Array.from({ length: 1000 }, () => 'a'.repeat(1000)) })).to.equal(false);
    expect(meter.isSpent).to.equal(true);
    // A million without an end.
    expect(meter.left).to.be.above(-20_000);
  });
});
