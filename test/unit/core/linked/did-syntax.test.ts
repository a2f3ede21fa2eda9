// DIDs as they are read: each name has one spelling, and whatever else is written is refused by what is wrong with it.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { isFailure } from '../../../../core/base/result.js';
import { DID_URL, parseDidUrl, REGISTER_DID, RESOURCE_KEY } from '../../../../core/linked/did-syntax.js';

const ID = '0d3c6a51-5f0e-4c53-8a3e-7f6a2c9d1b04';
const TX = 'a1'.repeat(32);
const REGISTER = `did:quorate:register:${ID}`;
const WALLET = `did:quorate:w:${EXAMPLE.walletAddress}`;

function read(text: string): unknown {
  const url = parseDidUrl(text);
  return isFailure(url) ? url.issue.code : url;
}

describe('DIDs', () => {
  it('name registers and wallets', () => {
    expect(read(REGISTER)).to.deep.equal({ did: REGISTER, subject: { kind: 'register', registerId: ID } });
    expect(read(WALLET)).to.deep.equal({ did: WALLET, subject: { kind: 'wallet', address: EXAMPLE.walletAddress } });
  });

  it('lead to transactions, dockets and parts of a document', () => {
    const of = (rest: object) => ({ did: REGISTER, subject: { kind: 'register', registerId: ID }, ...rest });
    expect(read(`${REGISTER}/tx/${TX}`)).to.deep.equal(of({ resource: { kind: 'tx', txId: TX } }));
    expect(read(`${REGISTER}/tx/${TX}#definition`)).to.deep.equal(
      of({ resource: { kind: 'tx', txId: TX }, fragment: 'definition' }),
    );
    expect(read(`${REGISTER}/docket/0`)).to.deep.equal(of({ resource: { kind: 'docket', number: 0 } }));
    expect(read(`${REGISTER}#validator-1`)).to.deep.equal(of({ fragment: 'validator-1' }));
  });

  it('are said beforehand by patterns that take each which is read', () => {
    const said = new RegExp(`^${DID_URL}$`);
    const ends = ['', `/tx/${TX}`, '/docket/0', '/docket/12', '#validator-1', `/tx/${TX}#definition`];
    for (const url of [...ends.map((end) => REGISTER + end), WALLET, `${WALLET}#key`]) {
      expect(parseDidUrl(url)).to.have.property('did');
      expect(url).to.match(said);
    }
    for (const url of ['did:quorate:register:', 'did:web:a', `${REGISTER}/docket/01`, `${WALLET}/tx/${TX}`])
      expect(url).to.not.match(said);
    const [register, key] = [new RegExp(`^${REGISTER_DID}$`), new RegExp(`^${RESOURCE_KEY}$`)];
    expect([REGISTER, WALLET].map((did) => register.test(did))).to.deep.equal([true, false]);
    expect([TX, '0', '7', '01', 'x'].map((one) => key.test(one))).to.deep.equal([true, true, true, false, false]);
  });

  it('have one spelling', () => {
    const ways = [
      ...['', 'did', 'did:', 'did:quorate', 'did:quorate:', 'did:quorate:register', 'did:quorate:register:', ID],
      ...[`DID:quorate:register:${ID}`, `did:Quorate:register:${ID}`, `did:quorate:Register:${ID}`],
      ...[`did:quorate:register:${ID.toUpperCase()}`, `did:quorate:register:${ID.replaceAll('-', '')}`],
      ...[`did:quorate:w:${EXAMPLE.walletAddress.toUpperCase()}`, `${WALLET}x`, `did:quorate:w:${ID}`],
      ...[`${REGISTER}:x`, `did:quorate:r:${ID}`, `did:quorate:register:${ID.replace('-', '%2D')}`],
      ...[`did:quorate:register%3A${ID}`, `${REGISTER}%2Ftx%2F${TX}`, `${REGISTER}%`, `${REGISTER}%zz`],
      ...[
        ` ${REGISTER}`,
        `${REGISTER} `,
        `${REGISTER}\n`,
        `${REGISTER}\u0000`,
        `${REGISTER}é`,
        'did:quorate:register:ünïcode',
      ],
      ...['did:quorate:register:٠d3c6a51-5f0e-4c53-8a3e-7f6a2c9d1b04', 'did:quorate:w:__proto__', 'did:quorate:..'],
      ...[
        `${REGISTER}/tx/é`,
        `${REGISTER}/%zz`,
        `${REGISTER}#a#b`,
        `${REGISTER}#<b>`,
        `did:quorate:w:${'a'.repeat(5000)}`,
      ],
      ...[`did:${'a:'.repeat(5000)}`, `did:quorate:${':'.repeat(200)}`],
    ];
    expect(
      ways.map((text) => [text.slice(0, 80), read(text)]).filter(([, code]) => code !== 'DID_INVALID'),
    ).to.deep.equal([]);
  });

  it('of other methods are not resolved, whatever they name', () => {
    const others = [
      'did:web:example.com',
      'did:web:127.0.0.1%3A8080',
      'did:key:z6Mk',
      'did:quoratex:register:x',
      'did:a:b/c',
    ];
    expect([...new Set(others.map(read))]).to.deep.equal(['DID_METHOD_UNSUPPORTED']);
  });

  it('lead nowhere by other paths and by parameters', () => {
    const ways = [
      ...[
        '/',
        '//',
        '/tx',
        '/tx/',
        `/tx/${TX}/`,
        `/tx/${TX.toUpperCase()}`,
        `/tx/${TX}0`,
        `/TX/${TX}`,
        `/tx/../tx/${TX}`,
      ],
      ...[
        '/docket/',
        '/docket/-1',
        '/docket/01',
        '/docket/1.0',
        '/docket/latest',
        '/docket/1e3',
        '/docket/9999999999999999',
      ],
      ...[
        '/..',
        '/../..',
        '/%2e%2e',
        '/tx/__proto__',
        `?versionId=1`,
        `/tx/${TX}?x=1`,
        '?',
        '?service=register&relativeRef=/x',
      ],
    ];
    expect(
      ways.map((rest) => [rest, read(REGISTER + rest)]).filter(([, code]) => code !== 'DID_URL_INVALID'),
    ).to.deep.equal([]);
    expect(read(`${WALLET}/tx/${TX}`)).to.equal('DID_URL_INVALID');
  });

  it('take no parameters, and a refusal names them', () => {
    const told = (query: string) => {
      const url = parseDidUrl(`${REGISTER}?${query}`);
      return isFailure(url) ? url.issue.message.split('leave out ')[1] : url;
    };
    expect(told('service=register&relativeRef=/x')).to.equal('service, relativeRef.');
    expect(told('versionId=1&versionTime=2026-01-01T00:00:00Z&versionId=2')).to.equal('versionId, versionTime.');
    expect(told('hl=zQm&x')).to.equal('hl, x.');
    expect(told('')).to.equal('the question mark.');
  });
});
