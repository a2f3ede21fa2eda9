// Where requests may go and what a mail may say, case by case.
import { expect } from 'chai';
import { type Failure, isFailure } from '../../../../core/base/result.js';
import { isLoopbackAddress, isPublicAddress } from '../../../../core/outgoing/address.js';
import { isMailAddress, mailProblem } from '../../../../core/outgoing/mail.js';
import { addressProblem, OUTGOING_URL_MAX, type Target, targetOf } from '../../../../core/outgoing/target.js';

const NONE: ReadonlySet<string> = new Set();
const INSIDE: ReadonlySet<string> = new Set(['idp.corp.example', '127.0.0.1', '::1']);

function target(url: string, allowed = NONE): Target {
  const found = targetOf(url, allowed);
  if (isFailure(found)) throw new Error(found.issue.message);
  return found;
}

describe('core/outgoing: addresses', () => {
  const closed = [
    ...[
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '127.1.2.3',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
    ],
    ...['192.0.0.1', '192.0.2.1', '192.168.0.1', '198.18.0.1', '198.51.100.1', '203.0.113.9', '224.0.0.1', '240.0.0.1'],
    ...[
      '255.255.255.255',
      '::',
      '::1',
      '[::1]',
      '::ffff:10.0.0.1',
      '::ffff:7f00:1',
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
    ],
    ...[
      'fd00:ec2::254',
      'ff02::1',
      '2001:db8::1',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      '2001::1',
      'fec0::1',
      '64:ff9b:1::a00:1',
      '100::1',
      '5f00::1',
      ...['::7f00:1', '::127.0.0.1', '::808:808', '100:0:0:1::1', '4000::1', '3fff::1', '2001:2::1', '2001:20::1'],
      'not an address',
      '',
    ],
  ];
  for (const text of closed)
    it(`holds ${text || 'nothing'} for not public`, () => expect(isPublicAddress(text)).to.equal(false));

  for (const text of ['1.1.1.1', '172.32.0.1', '93.184.216.34', '2606:2800:220:1::1', '2001:200::1', '::ffff:8.8.8.8'])
    it(`holds ${text} for public`, () => expect(isPublicAddress(text)).to.equal(true));

  it('knows this machine however it is written', () => {
    for (const text of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
      expect(isLoopbackAddress(text)).to.equal(true);
    for (const text of ['128.0.0.1', '::2', 'localhost']) expect(isLoopbackAddress(text)).to.equal(false);
  });
});

describe('core/outgoing: targets', () => {
  const refused: readonly (readonly [string, string])[] = [
    ['a file', 'file:///etc/passwd'],
    ['http', 'http://idp.example/'],
    ['another protocol', 'gopher://idp.example/'],
    ['a user', 'https://user@idp.example/'],
    ['a password', 'https://:secret@idp.example/'],
    ['no URL', 'idp.example/path'],
    ['nothing', ''],
    ...([22, 25, 80, 993, 2049, 6667] as const).map(
      (port) => [`port ${port}`, `https://idp.example:${port}/`] as const,
    ),
    ['a URL without end', `https://idp.example/${'a'.repeat(OUTGOING_URL_MAX)}`],
  ];
  for (const [name, url] of refused)
    it(`refuses ${name}`, () => expect((targetOf(url, NONE) as Failure).issue.code).to.equal('OUTGOING_REFUSED'));

  it('reads the spellings of an address as the platform does', () => {
    for (const url of ['https://0x7f.1/', 'https://2130706433/', 'https://0177.0.0.1/', 'https://127.1/'])
      expect(target(url).host).to.equal('127.0.0.1');
    expect(target('https://[::FFFF:7f00:1]/').host).to.equal('::ffff:7f00:1');
    expect(target('https://IDP.Example./').host).to.equal('idp.example.');
  });

  it('takes any port of a host that the operator named, and of others those of web servers', () => {
    expect(target('https://idp.corp.example:25/', INSIDE).allowed).to.equal(true);
    for (const port of ['', ':443', ':1024', ':8443'])
      expect(target(`https://idp.example${port}/`).allowed).to.equal(false);
  });

  it('refuses all addresses for one that is not public, and no address at all', () => {
    const one = target('https://idp.example/');
    expect(addressProblem(one, ['1.1.1.1'])).to.equal(undefined);
    expect(addressProblem(one, ['1.1.1.1', '10.0.0.1'])?.code).to.equal('OUTGOING_REFUSED');
    expect(addressProblem(one, [])?.code).to.equal('OUTGOING_REFUSED');
  });

  it('lets the operator name hosts, without TLS only on this machine', () => {
    expect(addressProblem(target('https://IDP.corp.example/', INSIDE), ['10.0.0.1'])).to.equal(undefined);
    expect(addressProblem(target('http://idp.corp.example/', INSIDE), ['10.0.0.1'])?.code).to.equal('OUTGOING_REFUSED');
    expect(addressProblem(target('http://127.0.0.1:4000/', INSIDE), ['127.0.0.1'])).to.equal(undefined);
    expect(addressProblem(target('http://[::1]:4000/', INSIDE), ['::1'])).to.equal(undefined);
    expect(addressProblem(target('https://sub.idp.corp.example/', INSIDE), ['10.0.0.1'])?.code).to.equal(
      'OUTGOING_REFUSED',
    );
  });
});

describe('core/outgoing: mail', () => {
  const good = { kind: 'test', to: 'ada@example.org', subject: 'Hello', text: 'A text.' };

  it('takes one plain address', () => {
    for (const to of ['ada@example.org', 'a.b+tag@sub.example.org', "o'neil@example.org", 'x@localhost'])
      expect(isMailAddress(to), to).to.equal(true);
  });

  it('refuses lists, quotes, line breaks and what is no address', () => {
    const wrong = ['', 'ada', '@example.org', 'ada@', 'a@b@c', 'ada@example.org,eve@example.org', '"a b"@example.org'];
    const broken = [
      'ada@example.org\r\nBcc: eve@example.org',
      'ada <ada@example.org>',
      'ä@example.org',
      'a..b@example.org',
    ];
    for (const to of [...wrong, ...broken, `${'a'.repeat(65)}@example.org`, `a@${'b'.repeat(260)}`])
      expect(isMailAddress(to), to).to.equal(false);
  });

  it('names the member at fault', () => {
    expect(mailProblem(good)).to.equal(undefined);
    expect(mailProblem({ ...good, to: 'ada' })?.path).to.equal('/to');
    for (const subject of ['', 'a\r\nBcc: eve@example.org', 'a\u2028b', 'a'.repeat(201)])
      expect(mailProblem({ ...good, subject })?.path).to.equal('/subject');
    expect(mailProblem({ ...good, text: 'a'.repeat(100_001) })?.path).to.equal('/text');
  });
});
