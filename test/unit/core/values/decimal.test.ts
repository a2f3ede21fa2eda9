// Decimals against exact fractions of whole numbers: every operation, every mode at every tie, and each bound from both
// sides.
import { expect } from 'chai';
import fc from 'fast-check';
import {
  compareDecimals,
  DECIMAL_DIGITS_MAX,
  DECIMAL_SCALE_MAX,
  type Decimal,
  decimalOf,
  decimalOfInteger,
  decimalOfNumber,
  decimalText,
  difference,
  integerOf,
  product,
  quotient,
  ROUNDING_MODES,
  type Rounding,
  roundDecimal,
  shares,
  sum,
} from '../../../../core/values/decimal.js';

const RUNS = { numRuns: 2000 };

/** A fraction in the way of a school book: it knows no scale and no text, and is never reduced. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** Read digit by digit, in another way than the product reads. */
function fractionOf(text: string): Fraction {
  let [over, under, seen] = [0n, 1n, false];
  for (const character of text) {
    if (character === '.') seen = true;
    else if (character !== '-') {
      over = over * 10n + BigInt(character);
      if (seen) under *= 10n;
    }
  }
  return { over: text.startsWith('-') ? -over : over, under };
}

const isSame = (a: Fraction, b: Fraction) => a.over * b.under === b.over * a.under;
const plus = (a: Fraction, b: Fraction) => ({ over: a.over * b.under + b.over * a.under, under: a.under * b.under });
const times = (a: Fraction, b: Fraction) => ({ over: a.over * b.over, under: a.under * b.under });
const absolute = (value: bigint) => (value < 0n ? -value : value);
const sizeOf = (a: Fraction) => ({ over: absolute(a.over), under: absolute(a.under) });
const isLess = (a: Fraction, b: Fraction) => {
  const sign = a.under * b.under < 0n ? -1n : 1n;
  return (a.over * b.under - b.over * a.under) * sign < 0n;
};

const decimal = (text: string) => decimalOf(text) as Decimal;
const textOf = (value: Decimal | undefined) => (value ? decimalText(value) : undefined);

/** Texts of decimals with up to 38 digits. */
const texts = fc
  .tuple(fc.bigInt(-(10n ** 38n) + 1n, 10n ** 38n - 1n), fc.nat(38), fc.nat(DECIMAL_SCALE_MAX))
  .map(([units, shorter, scale]) => decimalText({ units: units / 10n ** BigInt(shorter), scale }));

/** Whether a sum or product may be there: its digits, counted in its own text. */
function fits(over: bigint, scale: number): boolean {
  return String(absolute(over)).length <= DECIMAL_DIGITS_MAX && scale <= DECIMAL_SCALE_MAX;
}

/** By what the word says, without a remainder: the candidates below and above, and which of them is asked for. */
function roundedTo(value: Fraction, scale: number, mode: Rounding): Fraction {
  const size = sizeOf(value);
  const isNegative = value.over < 0n !== value.under < 0n;
  const unit = 10n ** BigInt(scale);
  const low = (size.over * unit) / size.under;
  const near = { over: low, under: unit };
  const far = { over: low + 1n, under: unit };
  const middle = { over: 2n * low + 1n, under: 2n * unit };
  const made = ({ over, under }: Fraction) => ({ over: isNegative ? -over : over, under });
  if (isSame(size, near)) return made(near);
  switch (mode) {
    case 'up':
      return made(far);
    case 'down':
      return made(near);
    case 'ceiling':
      return made(isNegative ? near : far);
    case 'floor':
      return made(isNegative ? far : near);
    default: {
      if (isLess(size, middle)) return made(near);
      if (isLess(middle, size)) return made(far);
      if (mode === 'half-up') return made(far);
      if (mode === 'half-down') return made(near);
      return made(low % 2n === 0n ? near : far);
    }
  }
}

describe('decimal: text', () => {
  it('has one spelling for each value and scale', () => {
    for (const text of ['0', '0.00', '-0.01', '19.99', '-7', '1.50', '0.000000000000000001', '9'.repeat(38)])
      expect(textOf(decimalOf(text)), text).to.equal(text);
    for (const text of [
      '',
      '-0',
      '-0.00',
      '+1',
      '01',
      '.5',
      '5.',
      '1e2',
      ' 1',
      '1 ',
      '1,5',
      '-',
      '٣',
      '0x1',
      'NaN',
      '1.2.3',
    ])
      expect(decimalOf(text), text).to.equal(undefined);
  });

  it('ends at 38 digits and 18 places, zeros before the first digit not counted', () => {
    const nines = '9'.repeat(20);
    expect(decimalOf(`${nines}.${'9'.repeat(18)}`)).to.not.equal(undefined);
    expect(decimalOf(`-${nines}.${'9'.repeat(18)}`)).to.not.equal(undefined);
    expect(decimalOf(`${nines}9.${'9'.repeat(18)}`)).to.equal(undefined);
    expect(decimalOf('9'.repeat(39))).to.equal(undefined);
    expect(decimalOf(`0.${'9'.repeat(18)}`)).to.not.equal(undefined);
    expect(decimalOf(`0.${'9'.repeat(19)}`)).to.equal(undefined);
    expect(decimalOf('1'.repeat(1_000_000))).to.equal(undefined);
  });

  it('reads what it writes, over random values', () => {
    fc.assert(
      fc.property(texts, (text) => textOf(decimalOf(text)) === text && isSame(fractionOf(text), asFraction(text))),
      RUNS,
    );
  });
});

function asFraction(text: string): Fraction {
  const { units, scale } = decimal(text);
  return { over: units, under: 10n ** BigInt(scale) };
}

describe('decimal: arithmetic', () => {
  it('adds, subtracts and multiplies exactly, or not at all', () => {
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const [x, y] = [fractionOf(a), fractionOf(b)];
        const [p, q] = [decimal(a), decimal(b)];
        const scale = Math.max(p.scale, q.scale);
        const checked: readonly (readonly [Decimal | undefined, Fraction, number])[] = [
          [sum(p, q), plus(x, y), scale],
          [difference(p, q), plus(x, { over: -y.over, under: y.under }), scale],
          [product(p, q), times(x, y), p.scale + q.scale],
        ];
        for (const [found, wanted, places] of checked) {
          const units = (wanted.over * 10n ** BigInt(places)) / wanted.under;
          expect(found !== undefined, `${a} ${b}`).to.equal(fits(units, places));
          if (!found) continue;
          expect(found.scale).to.equal(places);
          expect(isSame({ over: found.units, under: 10n ** BigInt(found.scale) }, wanted), `${a} ${b}`).to.equal(true);
        }
        expect(Math.sign(compareDecimals(p, q))).to.equal(isLess(x, y) ? -1 : isLess(y, x) ? 1 : 0);
      }),
      RUNS,
    );
  });

  it('divides and rounds once, in each mode', () => {
    fc.assert(
      fc.property(texts, texts, fc.nat(DECIMAL_SCALE_MAX), fc.constantFrom(...ROUNDING_MODES), (a, b, scale, mode) => {
        const [x, y] = [fractionOf(a), fractionOf(b)];
        const wanted = roundedTo(x, scale, mode);
        const found = roundDecimal(decimal(a), { scale, mode });
        expect(found !== undefined, a).to.equal(fits((wanted.over * 10n ** BigInt(scale)) / wanted.under, scale));
        if (found) expect(isSame(fractionOf(decimalText(found)), wanted), `${a} ${scale} ${mode}`).to.equal(true);
        if (y.over === 0n) return;
        const divided = roundedTo({ over: x.over * y.under, under: x.under * y.over }, scale, mode);
        const result = quotient(decimal(a), decimal(b), { scale, mode });
        expect(result !== undefined).to.equal(fits((divided.over * 10n ** BigInt(scale)) / divided.under, scale));
        if (result) expect(isSame(fractionOf(decimalText(result)), divided), `${a} / ${b} ${mode}`).to.equal(true);
      }),
      RUNS,
    );
  });

  it('rounds every tie, and what lies beside it, as the mode says', () => {
    const at = ['2.5', '3.5', '-2.5', '-3.5', '2.4', '2.6', '-2.4', '-2.6', '2.0', '0.5', '-0.5'];
    const expected: Readonly<Record<Rounding, readonly string[]>> = {
      up: ['3', '4', '-3', '-4', '3', '3', '-3', '-3', '2', '1', '-1'],
      down: ['2', '3', '-2', '-3', '2', '2', '-2', '-2', '2', '0', '0'],
      ceiling: ['3', '4', '-2', '-3', '3', '3', '-2', '-2', '2', '1', '0'],
      floor: ['2', '3', '-3', '-4', '2', '2', '-3', '-3', '2', '0', '-1'],
      'half-up': ['3', '4', '-3', '-4', '2', '3', '-2', '-3', '2', '1', '-1'],
      'half-down': ['2', '3', '-2', '-3', '2', '3', '-2', '-3', '2', '0', '0'],
      'half-even': ['2', '4', '-2', '-4', '2', '3', '-2', '-3', '2', '0', '0'],
    };
    for (const mode of ROUNDING_MODES)
      expect(
        at.map((text) => textOf(roundDecimal(decimal(text), { scale: 0, mode }))),
        mode,
      ).to.deep.equal(expected[mode]);
    for (const mode of ROUNDING_MODES)
      for (let tie = -101; tie <= 101; tie++) {
        const text = decimalText({ units: BigInt(tie * 5), scale: 2 });
        const wanted = roundedTo(fractionOf(text), 1, mode);
        expect(
          isSame(fractionOf(textOf(roundDecimal(decimal(text), { scale: 1, mode })) as string), wanted),
          text,
        ).to.equal(true);
      }
  });

  it('has no quotient by zero, and no result beyond its bounds', () => {
    const places = { scale: 2, mode: 'down' } as const;
    expect(quotient(decimal('1'), decimal('0.00'), places)).to.equal(undefined);
    expect(sum(decimal('9'.repeat(38)), decimal('1'))).to.equal(undefined);
    expect(difference(decimal(`-${'9'.repeat(38)}`), decimal('1'))).to.equal(undefined);
    expect(product(decimal('0.0000000001'), decimal('0.000000001'))).to.equal(undefined);
    expect(textOf(product(decimal('0.000000001'), decimal('0.000000001')))).to.equal('0.000000000000000001');
    expect(roundDecimal(decimal('9'.repeat(38)), places)).to.equal(undefined);
    expect(quotient(decimal('9'.repeat(38)), decimal('0.1'), places)).to.equal(undefined);
  });
});

describe('decimal: numbers of JSON', () => {
  it('enter as their shortest spelling says', () => {
    const cases: readonly (readonly [number, string | undefined])[] = [
      [0.1, '0.1'],
      [19.99, '19.99'],
      [-0, '0'],
      [-0.5, '-0.5'],
      [1e21, '1000000000000000000000'],
      [1.5e300, undefined],
      [1e37, `1${'0'.repeat(37)}`],
      [1e38, undefined],
      [1e-7, '0.0000001'],
      [1e-18, '0.000000000000000001'],
      [1e-19, undefined],
      [5e-324, undefined],
      [Number.NaN, undefined],
      [Number.POSITIVE_INFINITY, undefined],
    ];
    for (const [value, text] of cases) expect(textOf(decimalOfNumber(value)), String(value)).to.equal(text);
  });

  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e20, max: 1e20 }), (value) => {
        const found = decimalOfNumber(value);
        if (found) expect(Number(decimalText(found))).to.equal(value + 0);
      }),
      RUNS,
    );
  });

  it('are whole where they are safe integers', () => {
    expect(integerOf(decimal('7.00'))).to.equal(7);
    expect(integerOf(decimal('7.01'))).to.equal(undefined);
    expect(integerOf(decimal(String(2n ** 53n - 1n)))).to.equal(Number.MAX_SAFE_INTEGER);
    expect(integerOf(decimal(String(2n ** 53n)))).to.equal(undefined);
    expect(decimalOfInteger(Number.MAX_SAFE_INTEGER)?.units).to.equal(2n ** 53n - 1n);
    expect(decimalOfInteger(2 ** 53)).to.equal(undefined);
    expect(decimalOfInteger(0.5)).to.equal(undefined);
  });
});

describe('decimal: shares', () => {
  it('lose no unit, and no share differs from its exact part by one or more', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 20n), 10n ** 20n),
        fc.array(fc.bigInt(0n, 10n ** 9n), { minLength: 1, maxLength: 12 }),
        (total, weights) => {
          const all = weights.reduce((a, b) => a + b, 0n);
          const found = shares(total, weights);
          if (all === 0n) {
            expect(found).to.equal(undefined);
            return;
          }
          const parts = found as readonly bigint[];
          expect(parts.reduce((a, b) => a + b, 0n)).to.equal(total);
          for (const [i, part] of parts.entries()) {
            // |part - total * weight / all| < 1
            expect(absolute(part * all - total * (weights[i] as bigint)) < all).to.equal(true);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('give what is left to the largest remainders, the first of equal ones', () => {
    expect(shares(100n, [1n, 1n, 1n])).to.deep.equal([34n, 33n, 33n]);
    expect(shares(-100n, [1n, 1n, 1n])).to.deep.equal([-34n, -33n, -33n]);
    expect(shares(10n, [1n, 0n, 5n, 1n])).to.deep.equal([2n, 0n, 7n, 1n]);
    expect(shares(0n, [1n, 2n])).to.deep.equal([0n, 0n]);
    expect(shares(5n, [0n, 0n])).to.equal(undefined);
    expect(shares(5n, [2n, -1n])).to.equal(undefined);
    expect(shares(5n, [])).to.equal(undefined);
  });
});
