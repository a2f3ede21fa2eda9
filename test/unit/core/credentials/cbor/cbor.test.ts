// The examples of RFC 8949, appendix A, whole: those that the subset has, both ways, and those that it refuses, by the
// reason: no floats and no undefined, since neither mdoc nor COSE has them; no tags but those of the table; no
// indefinite lengths, which ISO 18013-5 forbids. Then the bounds, and that reader and writer are inverse to each other.
import { expect } from 'chai';
import fc from 'fast-check';
import { fromHex, toHex } from '../../../../../core/base/bytes.js';
import { CBOR_BYTES_MAX, CBOR_DEPTH_MAX, CBOR_ITEMS_MAX } from '../../../../../core/base/limits/ledger/credentials.js';
import { readCbor } from '../../../../../core/credentials/cbor/read.js';
import { type CborValue, TaggedItem, WrittenItem } from '../../../../../core/credentials/cbor/value.js';
import { encodedItem, writeCbor } from '../../../../../core/credentials/cbor/write.js';
import { FormatFault, faultOr } from '../../../../../core/credentials/fault.js';

const mapOf = (...members: readonly (readonly [string | number | bigint, CborValue])[]) => new Map(members);
const ONE_TO_25 = Array.from({ length: 25 }, (_, i) => i + 1);

const READ: readonly (readonly [hex: string, value: CborValue])[] = [
  ...([
    ['00', 0],
    ['01', 1],
    ['0a', 10],
    ['17', 23],
    ['1818', 24],
    ['1819', 25],
    ['1864', 100],
    ['1903e8', 1000],
    ['1a000f4240', 1_000_000],
    ['1b000000e8d4a51000', 1_000_000_000_000],
    ['1bffffffffffffffff', 18446744073709551615n],
    ['3bffffffffffffffff', -18446744073709551616n],
    ['20', -1],
    ['29', -10],
    ['3863', -100],
    ['3903e7', -1000],
  ] as const),
  ['f4', false],
  ['f5', true],
  ['f6', null],
  ['c074323031332d30332d32315432303a30343a30305a', new TaggedItem(0, '2013-03-21T20:04:00Z')],
  ['c11a514b67b0', new TaggedItem(1, 1363896240)],
  ['d818456449455446', new TaggedItem(24, fromHex('6449455446'))],
  ['40', new Uint8Array()],
  ['4401020304', fromHex('01020304')],
  ['60', ''],
  ['6161', 'a'],
  ['6449455446', 'IETF'],
  ['62225c', '"\\'],
  ['62c3bc', '\u00fc'],
  ['63e6b0b4', '\u6c34'],
  ['64f0908591', '\ud800\udd51'],
  ['80', []],
  ['83010203', [1, 2, 3]],
  ['8301820203820405', [1, [2, 3], [4, 5]]],
  ['98190102030405060708090a0b0c0d0e0f101112131415161718181819', ONE_TO_25],
  ['a0', mapOf()],
  ['a201020304', mapOf([1, 2], [3, 4])],
  ['a26161016162820203', mapOf(['a', 1], ['b', [2, 3]])],
  ['826161a161626163', ['a', mapOf(['b', 'c'])]],
  ['a56161614161626142616361436164614461656145', mapOf(['a', 'A'], ['b', 'B'], ['c', 'C'], ['d', 'D'], ['e', 'E'])],
];

/** What is refused, by the reason that the refusal says: of appendix A, and other bytes. */
const REFUSED: readonly (readonly [reason: string, ofAppendix: string, others: string])[] = [
  [
    'is a float, a break or a simple value that is not read',
    `f90000 f98000 f93c00 fb3ff199999999999a f93e00 f97bff fa47c35000 fa7f7fffff fb7e37e43c8800759c f90001 f90400 f9c400
     fbc010666666666666 f97c00 f97e00 f9fc00 fa7f800000 fa7fc00000 faff800000 fb7ff0000000000000 fb7ff8000000000000
     fbfff0000000000000 c1fb41d452d9ec200000 f7 f0 f818 f8ff`,
    'ff 81ff',
  ],
  ['has the tag 2,', 'c249010000000000000000', ''],
  ['has the tag 3,', 'c349010000000000000000', ''],
  ['has the tag 23,', 'd74401020304', ''],
  ['has the tag 32,', 'd82076687474703a2f2f7777772e6578616d706c652e636f6d', ''],
  [
    'has no definite length',
    `5f42010243030405ff 7f657374726561646d696e67ff 9fff 9f018202039f0405ffff 9f01820203820405ff 83018202039f0405ff
     83019f0203ff820405 9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff bf61610161629f0203ffff
     826161bf61626163ff bf6346756ef563416d7421ff`,
    '1c 3d 5e',
  ],
  [
    'is not in its shortest form',
    '',
    `1800 1817 190000 1900ff 1a00000000 1a0000ffff 1b0000000000000000 1b00000000ffffffff 3817 5801aa 780161 980100
     b801616101 d80100 d90018450001020304`,
  ],
  [
    'ends too early',
    '',
    '18 19ff 1affffff 1bffffff 41 5affffffff 6261 81 a1 a161 c0 8201 9bffffffffffffffff 7bffffffffffffffff',
  ],
  ['stands behind the item', '', '0000 f6f6 8000'],
  ['is a key that was there before', '', 'a201000100 a2616101616102 a2200020'],
  ['is a key that is neither text nor integer', '', 'a1410100 a1f600 a18000 a1d8184100'],
  ['is a text that is not UTF-8', '', '61ff 62c0ae 63eda080'],
  ['is not what the tag 0 stands for', '', 'c000'],
  ['is not what the tag 1 stands for', '', 'c16131 c11b7fffffffffffffff'],
  ['is not what the tag 18 stands for', '', 'd200'],
  ['is not what the tag 24 stands for', '', 'd81800'],
  ['is not what the tag 1004 stands for', '', 'd903ec00'],
];
const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

const refusal = (bytes: Uint8Array): string => {
  const read = faultOr(() => readCbor(bytes));
  return read instanceof FormatFault ? read.message : 'read';
};

const keys = fc.oneof(fc.string(), fc.integer(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }));
const { value: values } = fc.letrec<{ value: CborValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    fc.maxSafeInteger(),
    fc.bigInt({ min: -(2n ** 64n), max: -(2n ** 53n) }),
    fc.string({ unit: 'grapheme' }),
    fc.uint8Array({ maxLength: 300 }),
    fc.array(tie('value'), { maxLength: 30 }),
    fc
      .uniqueArray(fc.tuple(keys, tie('value')), { selector: ([key]) => key, maxLength: 30 })
      .map((all) => new Map(all)),
    fc.string().map((text) => new TaggedItem(1004, text)),
  ),
}));

describe('cbor', () => {
  it('reads and writes each example of appendix A that the subset has', () => {
    for (const [hex, value] of READ) {
      expect(readCbor(fromHex(hex)), hex).to.deep.equal(value instanceof Uint8Array ? Buffer.from(value) : value);
      expect(toHex(writeCbor(value))).to.equal(hex);
    }
  });

  for (const [reason, ofAppendix, others] of REFUSED)
    it(`refuses what ${reason}`, () => {
      for (const hex of words(`${ofAppendix} ${others}`)) expect(refusal(fromHex(hex)), hex).to.include(reason);
    });

  it('has the whole of appendix A: 82 examples, one of them of RFC 7049 alone', () => {
    expect(READ.length + REFUSED.flatMap(([, ofAppendix]) => words(ofAppendix)).length).to.equal(82);
  });

  it('takes what the bounds allow, and nothing beyond them', () => {
    const nested = (depth: number) => concatAll(new Array(depth).fill(0x81), [0]);
    const items = (count: number) => concatAll([0x99, count >> 8, count & 255], new Array(count).fill(0));
    expect(refusal(nested(CBOR_DEPTH_MAX))).to.equal('read');
    expect(refusal(nested(CBOR_DEPTH_MAX + 1))).to.include('nested deeper than 16 levels');
    expect(refusal(items(CBOR_ITEMS_MAX - 1))).to.equal('read');
    expect(refusal(items(CBOR_ITEMS_MAX))).to.include('one of more than 20000 items');
    const text = (bytes: number) => writeCbor('a'.repeat(bytes - 5));
    expect(refusal(text(CBOR_BYTES_MAX))).to.equal('read');
    expect(refusal(text(CBOR_BYTES_MAX + 1))).to.include('131072 are read');
  });

  it('makes nothing of what a length states: four billion items are refused at the end of the bytes', () => {
    const started = process.memoryUsage().heapUsed;
    for (const hex of ['9affffffff', 'baffffffff', '5affffffff'])
      expect(refusal(fromHex(hex))).to.include('ends too early');
    expect(process.memoryUsage().heapUsed - started).to.be.lessThan(8 * 1024 * 1024);
  });

  it('writes an item that is encoded already as it is, also with its keys in no order', () => {
    const inner = fromHex('a2616201616100');
    expect(toHex(writeCbor([1, new WrittenItem(inner), encodedItem(inner)]))).to.equal(
      `8301${toHex(inner)}d81847${toHex(inner)}`,
    );
  });

  it('writes keys by the order of their bytes (RFC 8949 4.2.1)', () => {
    const members = mapOf([-1, 0], ['aa', 0], [100, 0], ['z', 0], [10, 0]);
    expect(toHex(writeCbor(members))).to.equal('a50a00186400' + '2000' + '617a00' + '62616100');
  });

  it('reads what it wrote, and writes the same of it', () => {
    fc.assert(
      fc.property(values, (value) => {
        const bytes = writeCbor(value);
        expect(toHex(writeCbor(readCbor(bytes)))).to.equal(toHex(bytes));
      }),
      { numRuns: 300 },
    );
  });

  it('reads any bytes in one way: what it takes is written as it was, but for the order of keys', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const cbor = faultOr(() => readCbor(bytes));
        if (cbor instanceof FormatFault) return;
        const again = writeCbor(cbor);
        expect(again).to.have.lengthOf(bytes.length);
        expect(toHex(writeCbor(readCbor(again)))).to.equal(toHex(again));
      }),
      { numRuns: 2000 },
    );
  });

  it('writes nothing that would read otherwise', () => {
    for (const value of [0.5, 2 ** 53, Number.NaN, 2n ** 64n, '\ud800'])
      expect(() => writeCbor(value), String(value)).to.throw();
  });
});

function concatAll(...parts: readonly (readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flat());
}
