// Addresses that a browser is sent to with an answer: which may be, and which of them a program registered.
import { expect } from 'chai';
import { answerUri, isRedirect, isRegistered, shownTarget } from '../../../../../core/tenant/programs/redirects.js';

describe('core/tenant/programs/redirects', () => {
  it('send a browser to programs alone', () => {
    const good = ['https://w.example/a?b=c', 'http://127.0.0.1:1/', 'http://[::1]:1/', 'eudi-wallet://x', 'com.w:/cb'];
    const bad = [
      ...['http://w.example/', 'https://u@w.example/', 'https://:p@w.example/', 'https://w.example/#a', 'relative'],
      ...['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'intent://x#Intent'],
      ...['blob:https://w.example/1', 'http://127.0.0.1.w.example/', `https://w.example/${'a'.repeat(2048)}`, ''],
      ...['https://w.example/\u00e9', 'mailto:a@w.example', 'wss://w.example/'],
      ...['ms-msdt:/id x', 'ms-word:ofe|u|https://w.example/', 'search-ms:query=x', 'shell:startup', 'ssh://w.example'],
    ];
    expect(good.filter((uri) => !isRedirect(uri))).to.deep.equal([]);
    expect(bad.filter(isRedirect)).to.deep.equal([]);
  });

  it('carry the state and the issuer, behind a query that is there', () => {
    const iss = 'iss=https%3A%2F%2Fnode.example%2Fcredentials%2Fa';
    const issuer = 'https://node.example/credentials/a';
    expect(answerUri({ redirectUri: 'w:/cb', state: 'a&b' }, { code: 'c' }, issuer)).to.equal(
      `w:/cb?code=c&state=a%26b&${iss}`,
    );
    expect(answerUri({ redirectUri: 'https://w.example/?x=1' }, { error: 'access_denied' }, issuer)).to.equal(
      `https://w.example/?x=1&error=access_denied&${iss}`,
    );
  });

  it('are those that were registered, in the same spelling', () => {
    const known = ['https://p.example/cb', 'https://p.example/cb?a=1', 'com.example.p:/cb'];
    for (const uri of known) expect(isRegistered(uri, known), uri).to.equal(true);
    const others = [
      ...['https://p.example/cb/', 'https://p.example/CB', 'https://P.example/cb', 'https://p.example:443/cb'],
      ...['https://p.example/cb?a=1&b', 'https://p.example/', 'https://p.example/x/../cb', 'https://p.example/%63b'],
      ...['https://p.example@evil.example/cb', 'https://p.example.evil.example/cb', 'https://p.example/cb#f'],
      ...['http://p.example/cb', 'com.example.p:/cb2', 'com.example.q:/cb', 'https://xn--p-example-.example/cb'],
    ];
    for (const uri of others) expect(isRegistered(uri, known), uri).to.equal(false);
  });

  it('have any port on the own computer, and nothing else of their own', () => {
    const known = ['http://127.0.0.1/cb', 'http://[::1]:8080/cb'];
    for (const uri of ['http://127.0.0.1:1/cb', 'http://127.0.0.1:65535/cb', 'http://127.0.0.1/cb', 'http://[::1]/cb'])
      expect(isRegistered(uri, known), uri).to.equal(true);
    const others = [
      ...['http://127.0.0.1:1/', 'http://127.0.0.1:1/cb?x', 'http://localhost:1/cb', 'http://127.0.0.2:1/cb'],
      ...['http://127.0.0.1:1@evil.example/cb', 'http://127.0.0.1.evil.example/cb', 'https://127.0.0.1/cb'],
      ...['http://127.1:1/cb', 'http://[::1]:1/cb#', 'http://[0:0:0:0:0:0:0:1]:1/cb', 'http://127.0.0.1:99999/cb'],
    ];
    for (const uri of others) expect(isRegistered(uri, known), uri).to.equal(false);
    // Spellings that a browser reads as the own computer, beside an address of another kind.
    const spellings = ['http://127.0.0.1:1/', 'http://127.1/', 'http://2130706433/', 'http:127.0.0.1', 'HTTP://[::1]/'];
    for (const uri of spellings) expect(isRegistered(uri, ['https://p.example/', 'p:/cb']), uri).to.equal(false);
  });

  it('are told to people by their host, or by their scheme', () => {
    expect(shownTarget('https://p.example:8443/cb?x=1')).to.equal('p.example:8443');
    expect(shownTarget('com.example.p:/cb')).to.equal('com.example.p:');
  });
});
