// Short codes: five minutes, one use, five attempts, one code an account, and no more guesses at a code than are
// counted, all callers together.
import { expect } from 'chai';
import {
  SHORT_CODE_ATTEMPTS_MAX,
  SHORT_CODE_EXPOSURE_MAX,
  SHORT_CODE_MISSES_MAX,
  SHORT_CODE_MS,
  SHORT_CODES_MAX,
} from '../../../../../core/base/limits/node/people.js';
import { isFailure, type Result } from '../../../../../core/base/result.js';
import { codeProblem, digitsOf, ShortCodes } from '../../../../../core/tenant/devices/short-codes.js';

const outcome = (result: Result<string>): string => (isFailure(result) ? result.issue.code : result);

describe('core/tenant/devices/short-codes', () => {
  let codes: ShortCodes<string>;
  const add = (key: string, { account = key, network = 'n', nowMs = 0 } = {}) =>
    codes.add({ key, account, network, value: `of ${key}` }, nowMs);
  const take = (key: string, nowMs = 0) => outcome(codes.take(key, nowMs));
  const guess = (count: number) => {
    for (let i = 0; i < count; i++) take(`wrong ${i}`);
  };
  beforeEach(() => {
    codes = new ShortCodes();
  });

  it('lets one in, once', () => {
    expect(add('a')).to.equal(SHORT_CODE_MS);
    expect([take('a'), take('a')]).to.deep.equal(['of a', 'AlreadyUsedCode']);
  });

  it('ends after five minutes, and looks like a code that never was', () => {
    add('a');
    add('b', { nowMs: 1 });
    expect([take('a', SHORT_CODE_MS), take('b', SHORT_CODE_MS), take('never')]).to.deep.equal([
      'ExpiredCode',
      'of b',
      'ExpiredCode',
    ]);
  });

  it('counts the attempts at a code that was used and at one that never was alike', () => {
    add('a');
    const tried = (key: string) => Array.from({ length: SHORT_CODE_ATTEMPTS_MAX + 1 }, () => take(key));
    expect(tried('a')).to.deep.equal(['of a', ...Array(4).fill('AlreadyUsedCode'), 'RateLimited']);
    expect(tried('never')).to.deep.equal([...Array(5).fill('ExpiredCode'), 'RateLimited']);
  });

  it('has one code of an account good at a time', () => {
    add('a', { account: 'uma' });
    add('b', { account: 'uma' });
    expect([take('a'), take('b')]).to.deep.equal(['ExpiredCode', 'of b']);
  });

  it('takes a code for none after so many wrong ones of all callers', () => {
    add('a');
    guess(SHORT_CODE_EXPOSURE_MAX - 1);
    add('late');
    expect(take('a')).to.equal('of a');
    add('b');
    guess(0);
    for (let i = 0; i < SHORT_CODE_EXPOSURE_MAX; i++) take(`other ${i}`);
    expect([take('late'), take('b')]).to.deep.equal(['ExpiredCode', 'ExpiredCode']);
  });

  it('counts the same wrong digits once', () => {
    add('a');
    for (let i = 0; i < 2 * SHORT_CODE_EXPOSURE_MAX; i++) take('mistyped');
    expect(take('a')).to.equal('of a');
  });

  it('gives digits again only after the attempts at them are forgotten', () => {
    take('wrong');
    add('a');
    take('a');
    expect([codes.isFree('wrong', 1), codes.isFree('a', 1), codes.isFree('new', 1)]).to.deep.equal([
      false,
      false,
      true,
    ]);
    expect(codes.isFree('a', SHORT_CODE_MS)).to.equal(true);
  });

  it('is bounded, and the oldest of the network with the most codes goes first', () => {
    add('honest', { network: 'small' });
    for (let i = 0; i < SHORT_CODES_MAX + 10; i++) add(`flood ${i}`, { network: 'large' });
    expect(codes.size).to.equal(SHORT_CODES_MAX);
    expect([take('flood 0'), take('honest')]).to.deep.equal(['ExpiredCode', 'of honest']);
  });

  it('forgets the oldest of too many wrong codes', () => {
    for (let i = 0; i <= SHORT_CODE_MISSES_MAX; i++) take(`wrong ${i}`);
    expect([codes.isFree('wrong 0', 1), codes.isFree('wrong 1', 1)]).to.deep.equal([true, false]);
  });

  it('makes six digits of which none is likelier', () => {
    expect(digitsOf(Uint8Array.of(0, 0, 0, 7))).to.equal('000007');
    expect(digitsOf(Uint8Array.of(0xff, 0xff, 0xff, 0xff))).to.equal(undefined);
    // 4,294 times 1,000,000 numbers are taken, and the 967,296 above them are not.
    expect(digitsOf(new Uint8Array(Buffer.from((4_294_000_000 - 1).toString(16), 'hex')))).to.equal('999999');
    expect(digitsOf(new Uint8Array(Buffer.from((4_294_000_000).toString(16), 'hex')))).to.equal(undefined);
  });

  it('takes six digits for a code and nothing else', () => {
    for (const code of [
      '12345',
      '1234567',
      '12345a',
      ' 12345',
      '１２３４５６',
      123_456,
      undefined,
      null,
      ['123456'],
      '123456\n',
    ])
      expect(codeProblem(code)?.code, String(code)).to.equal('MalformedCode');
    expect(codeProblem('000000')).to.equal(undefined);
  });
});
