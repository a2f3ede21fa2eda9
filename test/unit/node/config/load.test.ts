// The order of sources, the messages for what is wrong, secrets from files, and the generated example.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { isFailure, type Result } from '../../../../core/base/result.js';
import { takeAgain } from '../../../../node/config/again.js';
import { EXAMPLE_FILE, exampleConfig } from '../../../../node/config/example.js';
import { loadConfig } from '../../../../node/config/load.js';
import type { Config } from '../../../../node/config/schema.js';
import { SETTINGS } from '../../../../node/config/settings.js';
import { shownSettings } from '../../../../node/config/shown.js';
import { folderOfAll } from '../../../support/base/folders.js';
import { issuesOf } from '../../../support/base/results.js';

const NOTHING = { env: {}, flags: {} };

function loaded(result: Result<Config>): Config {
  if (isFailure(result)) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return result;
}

function messages(result: Result<Config>): string[] {
  if (!isFailure(result)) throw new Error('expected issues');
  for (const { code } of result.issues) expect(code).to.equal('CONFIG_INVALID');
  return result.issues.map(({ message }) => message);
}

describe('node/config/load', () => {
  const folder = folderOfAll();

  function fileWith(text: string, name = 'config.json'): string {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  }

  it('tells an operator where each value came from, and no secret', () => {
    const file = fileWith('{ "http": { "port": 9000, "bodyBytesMax": 2000000 }, "outgoing": {} }', 'shown.json');
    const secretFile = fileWith('from a file, long enough', 'password');
    const env = { QUORATE_HTTP__BODY_BYTES_MAX: '3000000', QUORATE_AUTH__INITIAL_PASSWORD_FILE: secretFile };
    const running = loaded(loadConfig({ file, env, flags: { 'log.level': 'debug' } }));
    const shown = (path: string) => shownSettings(running).find((setting) => setting.path === path);
    expect(shown('http.port')).to.include({ value: '9000', standard: '8080', origin: 'file' });
    expect(shown('http.bodyBytesMax')).to.include({ value: '3000000', origin: 'environment' });
    expect(shown('log.level')).to.include({ value: '"debug"', origin: 'flag' });
    expect(shown('http.host')).to.include({ value: '"127.0.0.1"', origin: 'default', isStated: true });
    const password = { value: null, isSecret: true, isStated: true, origin: 'environment' };
    expect(shown('auth.initialPassword')).to.include(password);
    expect(JSON.stringify(shownSettings(running))).to.not.include('from a file');
    // A port that is filled in is a copy of the settings.
    const copy = { ...running, http: { ...running.http, publicUrl: 'https://user:word@ledger.example' } };
    const url = shownSettings(copy as Config).find(({ path }) => path === 'http.publicUrl');
    expect(url).to.include({ value: null, isSecret: true });
    takeAgain(running, loaded(loadConfig({ ...NOTHING, flags: { 'log.level': 'debug' } })));
    expect(shown('http.port')).to.include({ value: '9000', origin: 'file' });
  });

  it('gives the defaults when nothing is stated', () => {
    const config = loaded(loadConfig(NOTHING));
    expect(config.node).to.deep.equal({ dataDir: './data', installation: 'local', drainMs: 0, stopTimeoutMs: 10_000 });
    expect(config.http).to.include({ host: '127.0.0.1', port: 8080, bodyBytesMax: 10_485_760 });
    expect(config.http).to.include({ requestTimeoutMs: 60_000, waitSecondsMax: 45 });
    expect(config.http.corsOrigins).to.deep.equal([]);
    expect(config.http.trustedProxies).to.deep.equal([]);
    expect(config.limits).to.include({
      strictPerMinute: 5,
      platformAuthPerMinute: 10,
      standardPerMinute: 100,
      heavyConcurrent: 10,
      registersPerOrganisation: 200,
      usersPerOrganisation: 5000,
    });
    expect(config.auth).to.deep.equal({
      accessTokenMs: 3_600_000,
      refreshTokenMs: 86_400_000,
      sessionMs: 43_200_000,
      deviceSessionMs: 2_592_000_000,
      serviceTokenMs: 28_800_000,
      founding: 'platform',
      passkeyOrigins: [],
      dynamicRegistration: false,
      invitationMs: 604_800_000,
      submissions: 'anyone',
      skewSeconds: 300,
      auditDays: 365,
      auditRowsMax: 500_000,
    });
    expect(config.secrets).to.deep.equal({});
    expect(config.validator.orgId).to.equal('00000000-0000-0000-0000-000000000001');
  });

  it('lets the environment win over the file, and flags over both', () => {
    const file = fileWith('{\n  // A comment.\n  "http": {"port": 1, "host": "::1"}, "log": {"level": "warn"}\n}');
    const env = { QUORATE_HTTP__PORT: '2', QUORATE_LOG__LEVEL: 'error', QUORATE_URL: 'http://elsewhere', PATH: '/bin' };
    const config = loaded(loadConfig({ file, env, flags: { 'http.port': '3' } }));
    expect(config.http.port).to.equal(3);
    expect(config.http.host).to.equal('::1');
    expect(config.log.level).to.equal('error');
  });

  it('reads lists and booleans from texts', () => {
    const env = {
      QUORATE_HTTP__CORS_ORIGINS: 'https://a.example, https://b.example:8443',
      QUORATE_METRICS__ENABLED: 'false',
    };
    const config = loaded(loadConfig({ env, flags: {} }));
    expect(config.http.corsOrigins).to.deep.equal(['https://a.example', 'https://b.example:8443']);
    expect(config.metrics.enabled).to.equal(false);
  });

  it('names the setting, the reason and the source of a wrong value', () => {
    const file = fileWith('{"http": {"host": 5}, "log": {"level": "loud"}}');
    const env = { QUORATE_HTTP__PORT: '8o80', QUORATE_METRICS__ENABLED: 'yes' };
    expect(messages(loadConfig({ file, env, flags: { 'consensus.buildWindowMs': '-1' } }))).to.deep.equal([
      `http.host: must be string, not 5 (from ${file})`,
      `log.level: must be one of debug, info, warn, error, silent, not "loud" (from ${file})`,
      'http.port: must be integer, not "8o80" (from QUORATE_HTTP__PORT)',
      'metrics.enabled: must be boolean, not "yes" (from QUORATE_METRICS__ENABLED)',
      'consensus.buildWindowMs: must be >= 0, not -1 (from --set consensus.buildWindowMs)',
    ]);
  });

  it('refuses unknown names everywhere and suggests the nearest', () => {
    const file = fileWith('{"htp": {}, "http": {"prot": 1, "zzzzzzzz": 1}}');
    const env = { QUORATE_HTTP__PROT: '1', QUORATE_HTTP_PORT: '1' };
    expect(messages(loadConfig({ file, env, flags: { 'http.hots': 'x' } }))).to.deep.equal([
      'htp: unknown setting; did you mean http?',
      'http.prot: unknown setting; did you mean port?',
      'http.zzzzzzzz: unknown setting',
      'QUORATE_HTTP__PROT: unknown setting; did you mean QUORATE_HTTP__PORT?',
      'QUORATE_HTTP_PORT: unknown setting; did you mean QUORATE_HTTP__PORT?',
      'http.hots: unknown setting; did you mean http.host?',
    ]);
  });

  it('refuses a file that is absent, not JSON, not an object, or ambiguous', () => {
    const absent = join(folder, 'absent.json');
    expect(messages(loadConfig({ file: absent, ...NOTHING }))).to.deep.equal([
      `configuration file ${absent} cannot be read: ENOENT`,
    ]);
    const file = fileWith('{"http": ');
    expect(messages(loadConfig({ file, ...NOTHING }))[0]).to.match(/is not JSON: /);
    for (const text of ['{"auth":{"signingKey": SECRET}}', '{"auth":{"signingKey":"SECRET" x}}', 'SECRET'])
      expect(messages(loadConfig({ file: fileWith(text), ...NOTHING }))[0]).to.not.match(/SE|RET/);
    fileWith('{"http": {"port": 1, "port": 2}}');
    expect(messages(loadConfig({ file, ...NOTHING }))).to.deep.equal([
      `configuration file ${file} states one setting twice`,
    ]);
    fileWith('[]');
    expect(messages(loadConfig({ file, ...NOTHING }))).to.deep.equal([
      `configuration file ${file} must hold one object`,
    ]);
    fileWith('{"http": 1}');
    expect(messages(loadConfig({ file, ...NOTHING }))).to.deep.equal(['http: must be an object']);
  });

  it('reads no pipe, device or folder again, which would keep a node waiting that runs', () => {
    const again = { ...NOTHING, isAgain: true };
    expect(messages(loadConfig({ file: folder, ...again }))[0]).to.match(
      /is not a file: it is read at the start alone/,
    );
    expect(messages(loadConfig({ file: '/dev/zero', ...again }))[0]).to.match(/is not a file/);
    const env = { QUORATE_AUTH__SIGNING_KEY_FILE: '/dev/zero' };
    expect(messages(loadConfig({ ...again, env }))[0]).to.match(/is not a file/);
    expect(loaded(loadConfig({ file: fileWith('{"http":{"port":9000}}'), ...again })).http.port).to.equal(9000);
  });

  it('takes a secret from the file that the environment names, without its line end', () => {
    const secret = 'k'.repeat(40);
    const file = fileWith(`${secret}\n`, 'signing.key');
    const config = loaded(loadConfig({ env: { QUORATE_AUTH__SIGNING_KEY_FILE: file }, flags: {} }));
    expect(config.auth.signingKey).to.equal(secret);
  });

  it('never repeats a secret in a message', () => {
    const short = 'only-ten!!';
    const file = fileWith(short, 'short.key');
    const results = [
      loadConfig({ env: { QUORATE_AUTH__SIGNING_KEY: short }, flags: {} }),
      loadConfig({ env: { QUORATE_AUTH__SIGNING_KEY_FILE: file }, flags: {} }),
      loadConfig({ env: {}, flags: { 'auth.signingKey': short } }),
      loadConfig({ env: { QUORATE_SECRETS__MASTER_SECRET: short }, flags: {} }),
    ];
    for (const result of results) {
      expect(messages(result)).to.have.length(1);
      expect(messages(result)[0]).to.match(/^(auth\.signingKey|secrets\.masterSecret): /);
      expect(messages(result)[0]).not.to.contain(short);
    }
  });

  it('leaves out the byte order mark of an editor, and names UTF-16', () => {
    const file = fileWith('\uFEFF// of an editor\r\n{"log":{"level":"warn"}}\r\n', 'marked.json');
    expect(loaded(loadConfig({ ...NOTHING, file })).log.level).to.equal('warn');
    const password = fileWith('\uFEFFseven granite bridges wait\r\n', 'marked.password');
    const env = { QUORATE_AUTH__INITIAL_PASSWORD_FILE: password };
    expect(loaded(loadConfig({ env, flags: {} })).auth.initialPassword).to.equal('seven granite bridges wait');
    const wide = join(folder, 'wide.json');
    writeFileSync(wide, Buffer.from('\uFEFF{}', 'utf16le'));
    expect(messages(loadConfig({ ...NOTHING, file: wide }))).to.deep.equal([
      `configuration file ${wide} is UTF-16; save it as UTF-8`,
    ]);
  });

  it('refuses a secret that is stated twice or in two ways', () => {
    const file = fileWith('s'.repeat(40), 'twice.key');
    const twice = { QUORATE_AUTH__SIGNING_KEY: 'k'.repeat(40), QUORATE_AUTH__SIGNING_KEY_FILE: file };
    expect(messages(loadConfig({ env: twice, flags: {} }))).to.deep.equal([
      'auth.signingKey: is stated twice, here and as auth.signingKeyFile',
    ]);
    const both = { QUORATE_SECRETS__MASTER_SECRET_FILE: file, QUORATE_SECRETS__MASTER_KEY_FILE: file };
    expect(messages(loadConfig({ env: both, flags: {} }))).to.deep.equal([
      'secrets.masterKeyFile: state either a master secret or a master key file, not both',
    ]);
  });

  it('listens beyond loopback with TLS, behind a named proxy, or when told to without', () => {
    const refusedFor = (flags: Readonly<Record<string, string>>) =>
      messages(loadConfig({ env: {}, flags })).map((message) => message.split(':')[0]);
    const tls = { 'http.tlsCertFile': 'node.crt', 'http.tlsKeyFile': 'node.key' };
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'ledger.example', '127.example']) {
      expect(refusedFor({ 'http.host': host }), host).to.deep.equal(['http.host']);
      for (const safe of [tls, { 'http.trustedProxies': '10.0.0.1' }, { 'http.insecure': 'true' }])
        loaded(loadConfig({ env: {}, flags: { 'http.host': host, ...safe } }));
    }
    for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost'])
      expect(loaded(loadConfig({ env: {}, flags: { 'http.host': host } })).http.host).to.equal(host);
    expect(refusedFor({ 'http.tlsCertFile': 'node.crt' })).to.deep.equal(['http.tlsCertFile']);
  });

  it('names the setting of a proxy that is no address, before anything is made', () => {
    for (const proxy of ['proxy.internal', '10.0.0.0/33', '10.0.0.7,proxy'])
      expect(messages(loadConfig({ env: {}, flags: { 'http.trustedProxies': proxy } }))[0], proxy).to.match(
        /^http\.trustedProxies: must list addresses/,
      );
    const flags = { 'http.trustedProxies': '127.0.0.1,10.0.0.0/28' };
    expect(loaded(loadConfig({ env: {}, flags })).http.trustedProxies).to.deep.equal(['127.0.0.1', '10.0.0.0/28']);
  });

  it('takes a country of two capital letters, and none unless stated', () => {
    const stated = (country: string) => loadConfig({ env: {}, flags: { 'trust.country': country } });
    expect(loaded(stated('CY')).trust.country).to.equal('CY');
    expect(loaded(loadConfig({ env: {}, flags: {} })).trust.country).to.equal(undefined);
    for (const wrong of ['cy', 'CYP', 'C', '']) expect(messages(stated(wrong))[0], wrong).to.match(/^trust\.country: /);
  });

  it('checks rules between settings', () => {
    const flags = {
      'limits.poolNodeBytesMax': '1048576',
      'consensus.roundCapMs': '100',
      'http.corsOrigins': 'https://a.example/path',
      'http.publicUrl': 'ledger.example',
    };
    expect(messages(loadConfig({ env: {}, flags })).map((message) => message.split(':')[0])).to.deep.equal([
      'limits.poolNodeBytesMax',
      'consensus.roundCapMs',
      'http.publicUrl',
      'http.corsOrigins',
    ]);
    expect(messages(loadConfig({ env: { QUORATE_HTTP__CORS_ORIGINS: '*' }, flags: {} }))).to.have.length(1);
  });

  it('keeps the example file equal to what the schema generates, and that loads to the defaults', () => {
    expect(readFileSync(EXAMPLE_FILE, 'utf8')).to.equal(exampleConfig());
    expect(loadConfig({ file: EXAMPLE_FILE, ...NOTHING })).to.deep.equal(loadConfig(NOTHING));
  });

  it('gives each setting a description and names of its own', () => {
    expect(new Set(SETTINGS.map(({ env }) => env)).size).to.equal(SETTINGS.length);
    for (const { path, description } of SETTINGS) expect(description, path).to.match(/^[A-Z].*\.$/);
    const secrets = SETTINGS.filter(({ secret }) => secret).map(({ path }) => path);
    expect(secrets).to.deep.equal([
      'auth.signingKey',
      'auth.initialPassword',
      'secrets.masterSecret',
      'mail.password',
      'designer.apiKey',
    ]);
  });
});

describe('node/config: mail', () => {
  const wrong = (flags: Record<string, string>, env: Record<string, string> = {}) =>
    messages(loadConfig({ env, flags })).map((message) => message.split(':')[0]);

  it('goes in the clear to this machine only, with a password to a user, from an address of its own', () => {
    const server = { 'mail.host': 'mail.example', 'mail.from': 'node@example.org' };
    expect(issuesOf(loadConfig({ env: {}, flags: server }))).to.not.be.an('array');
    expect(wrong({ ...server, 'mail.security': 'none' })).to.deep.equal(['mail.security']);
    expect(wrong({ ...server, 'mail.user': 'node' })).to.deep.equal(['mail.user']);
    expect(wrong({ 'mail.host': 'mail.example' })).to.deep.equal(['mail.from']);
    expect(wrong({ ...server, 'mail.from': 'a\nb@example.org' })).to.deep.equal(['mail.from']);
    expect(
      issuesOf(loadConfig({ env: {}, flags: { 'mail.host': '127.0.0.1', 'mail.security': 'none' } })),
    ).to.not.be.an('array');
  });
});
