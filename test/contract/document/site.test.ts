// The documents that a node serves: the site, pages of its table, with a tag and a strict policy, and no other file of
// the machine; the OpenAPI document, a page to try operations on, and the links that lead to all of them.
import { expect } from 'chai';
import { aWorld } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';

describe('documents of a node', () => {
  const world = worldOfAll({ docs: true });

  const get = (url: string, headers: Readonly<Record<string, string>> = {}) => world.app.inject({ url, headers });

  it('is at /docs, with links that are relative to it', async () => {
    const { statusCode, headers } = await get('/docs');
    expect([statusCode, headers.location]).to.deep.equal([308, 'docs/']);
    const index = await get('/docs/');
    expect([index.statusCode, index.headers['content-type']]).to.deep.equal([200, 'text/html; charset=utf-8']);
    expect(index.body).to.contain('href="errors.html"').and.contain('href="http/index.html"');
    expect((await get('/docs/index.html')).body).to.equal(index.body);
    expect((await get('/docs/decisions/index.html')).body).to.contain('href="../style.css"');
    expect((await get('/docs/http/actions.html')).body).to.contain('POST</span><code>/api/actions</code>');
    expect((await get('/docs/evidence-example.json')).headers['content-type']).to.match(/^application\/json/);
  });

  it('is kept by its tag and compressed, and comes at once again', async () => {
    const { headers, rawPayload } = await get('/docs/errors.html');
    expect(headers['cache-control']).to.equal('public, max-age=60');
    const again = await get('/docs/errors.html', { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).to.deep.equal([304, '']);
    const small = await get('/docs/errors.html', { 'accept-encoding': 'br' });
    expect(small.headers['content-encoding']).to.equal('br');
    expect(small.rawPayload.length).to.be.lessThan(rawPayload.length / 3);
    const head = await world.app.inject({ method: 'HEAD', url: '/docs/errors.html' });
    expect([head.statusCode, head.body]).to.deep.equal([200, '']);
  });

  it('runs no script but that of the search, loads nothing from elsewhere and stands in no frame', async () => {
    const { headers } = await get('/docs/errors.html');
    expect(headers['content-security-policy']).to.equal(
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    const search = await get('/docs/search.html?q=%3Cscript%3E');
    expect(search.headers['content-security-policy']).to.contain(
      "script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(search.body)
      .to.not.contain('%3C')
      .and.not.match(/<script>/);
    // Asked for twice at once, the index is made once, and both get it.
    const both = await Promise.all([get('/docs/search-index.js'), get('/docs/search-index.js')]);
    expect(both.map(({ statusCode, body }) => [statusCode, body.length > 100_000])).to.deep.equal([
      [200, true],
      [200, true],
    ]);
  });

  for (const path of [
    ...['nothing.html', 'errors', 'decisions', '%', 'constructor', '__proto__'],
    ...['../package.json', '..%2fpackage.json', '%2e%2e/package.json', 'http/../../package.json'],
    ...['/etc/passwd', '//etc/passwd', 'decisions/../../package.json', 'x'.repeat(400), 'errors.html%00'],
    ...['errors.html/', '..\\package.json'],
  ])
    it(`has no ${path.slice(0, 40)}`, async () => {
      const { statusCode, body } = await get(`/docs/${path}`);
      expect(statusCode).to.be.oneOf([400, 404]);
      expect(body).to.not.contain('"dependencies"').and.not.contain('root:');
    });

  it('tells people what is not there, with a way home from any depth, and programs as all other paths do', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const ways = ['nothing.html', 'a/b/', 'x//y.html', '%3Cscript%3Ealert(1)%3C/script%3E', '"><img src=x>/y'];
    for (const path of [...ways, 'a/'.repeat(60)]) {
      const at = `http://node.example/docs/${path}`;
      const { statusCode, headers, body } = await get(new URL(at).pathname, { accept });
      expect([statusCode, headers['content-type'], headers['cache-control'], headers.vary], path).to.deep.equal([
        ...[404, 'text/html; charset=utf-8', 'no-store', 'accept'],
      ]);
      expect(headers['content-security-policy']).to.contain("default-src 'none'");
      expect(body).to.not.contain('alert').and.not.contain('<img');
      for (const [, link] of body.matchAll(/href="([^"]+)"/g)) {
        const { pathname, host } = new URL(String(link), at);
        expect(host).to.equal('node.example');
        expect((await get(pathname)).statusCode, pathname).to.equal(200);
      }
    }
    for (const kinds of ['*/*', 'application/json', undefined]) {
      const { headers, body } = await get('/docs/nothing.html', kinds === undefined ? {} : { accept: kinds });
      expect(headers['content-type']).to.match(/^application\/problem\+json/);
      expect(JSON.parse(body).code).to.equal('ROUTE_NOT_FOUND');
    }
    expect((await get(`/docs/${'a/'.repeat(1000)}`, { accept })).body.length).to.be.lessThan(2000);
    const head = await world.app.inject({ method: 'HEAD', url: '/docs/nothing.html', headers: { accept } });
    expect([head.statusCode, head.body]).to.deep.equal([404, '']);
  });

  it('leads on from its bare address, for people and for programs', async () => {
    const { headers, body } = await world.app.inject({ url: '/' });
    expect(headers['content-type']).to.match(/^application\/json/);
    const { links } = JSON.parse(body) as { readonly links: Readonly<Record<string, string>> };
    expect(links).to.include({
      docs: '/docs/',
      docsApi: '/docs/api',
      openapi: '/.well-known/openapi.json',
      health: '/health',
    });
    const page = await world.app.inject({ url: '/', headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(page.headers['content-type']).to.match(/^text\/html/);
    expect(page.headers['content-security-policy']).to.contain("default-src 'none'");
    for (const path of [links.docs, links.openapi, links.health]) expect(page.body).to.contain(`href="${path}"`);
  });

  it('serves the documents and an offline page for people', async () => {
    const json = await world.app.inject({ url: '/.well-known/openapi.json' });
    expect(json.json().openapi).to.equal('3.0.1');
    const yaml = await world.app.inject({ url: '/.well-known/openapi.yaml' });
    expect([yaml.statusCode, yaml.body.startsWith('openapi: 3.0.1')]).to.deep.equal([200, true]);
    const page = await world.app.inject({ url: '/docs/api' });
    const redirected = page.statusCode === 302 ? await world.app.inject({ url: String(page.headers.location) }) : page;
    expect(redirected.statusCode).to.equal(200);
    expect(redirected.headers['content-security-policy'])
      .to.match(/default-src 'self'/)
      .and.not.match(/upgrade-insecure-requests/);
    expect(redirected.body).to.not.match(/(?:src|href)="https?:/);
    expect(redirected.body).to.contain('<title>Quorate: try the operations</title>').and.not.contain('favicon-32x32');
    const { info } = (await world.app.inject({ url: '/docs/api/json' })).json();
    expect(info).to.include({ title: 'Quorate', version: '0.1.0' });
    expect(info.description).to.contain(json.json().info.version);
    const script = await world.app.inject({ url: '/docs/api/static/swagger-initializer.js' });
    expect(script.body).to.contain('image/svg+xml').and.contain('/docs/');
  });

  it('is off with the documents', async () => {
    const bare = await aWorld({ docs: false });
    for (const url of ['/docs', '/docs/', '/docs/errors.html', '/docs/api'])
      expect((await bare.app.inject({ url })).statusCode, url).to.equal(404);
    expect((await bare.app.inject({ url: '/' })).json().links).to.not.have.any.keys('docs', 'docsApi');
    await bare.close();
  });
});
