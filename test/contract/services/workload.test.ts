// A whole node, openssl as the authority and curl as the service: each outcome of specification 5.7 at the workload
// listener, and the secret at both.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { FIRST_ADMIN_EMAIL } from '../../../api/auth/bootstrap.js';
import { isFailure } from '../../../core/base/result.js';
import { type ComposedNode, composeNode } from '../../../node/compose/compose.js';
import { loadConfig } from '../../../node/config/load.js';
import { freePort } from '../../support/mesh/free-port.js';
import { SILENT } from '../world/world.js';

const run = promisify(execFile);
const PASSWORD = 'nine marble otters float';
const TOKEN = '/api/internal/service-auth/token';

describe('services with certificates of openssl and requests of curl', () => {
  let folder: string;
  let node: ComposedNode | undefined;
  let secret: string;
  const at = (name: string) => join(folder, name);
  const openssl = (...args: readonly string[]) => run('openssl', args, { cwd: folder });

  async function anAuthority(name: string): Promise<void> {
    const form = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', `/CN=${name}`];
    await openssl('req', '-x509', ...form, '-days', '1', '-keyout', `${name}.key`, '-out', `${name}.crt`);
  }

  async function aCertificate(name: string, names: string, authority = 'ours', days = '1'): Promise<void> {
    writeFileSync(at(`${name}.ext`), `subjectAltName=${names}\nbasicConstraints=CA:FALSE\n`);
    const form = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', `/CN=${name}`];
    await openssl('req', '-new', ...form, '-keyout', `${name}.key`, '-out', `${name}.csr`);
    const by = ['-CA', `${authority}.crt`, '-CAkey', `${authority}.key`, '-CAcreateserial', '-extfile', `${name}.ext`];
    await openssl('x509', '-req', '-in', `${name}.csr`, ...by, '-days', days, '-out', `${name}.crt`);
  }

  /** The status and the error of the answer, or the exit code of curl where there was none. */
  async function ask(listener: 'internal' | 'workload', fields: readonly string[], certificate?: string) {
    const url = new URL(TOKEN, node!.address(listener)).href;
    const shown =
      certificate === undefined ? [] : ['--cert', at(`${certificate}.crt`), '--key', at(`${certificate}.key`)];
    const form = ['grant_type=client_credentials', ...fields].flatMap((field) => ['--data-urlencode', field]);
    const args = ['-s', '-m', '5', '-w', '\n%{http_code}', '--cacert', at('ours.crt'), ...shown, ...form, url];
    const answer = await run('curl', args).catch((error: { readonly code: number }) => error.code);
    if (typeof answer === 'number') return `curl ${answer}`;
    const [body = '', status] = answer.stdout.split('\n');
    const { error, access_token: token } = JSON.parse(body);
    return `${status} ${error ?? (token ? 'token' : '')}`;
  }

  before(async function () {
    for (const tool of ['openssl', 'curl'])
      await run(tool, ['version'])
        .catch(() => run(tool, ['--version']))
        .catch(() => {
          console.log(`      skipped: there is no ${tool}`);
          this.skip();
        });
    folder = mkdtempSync(join(tmpdir(), 'quorate-workload-'));
    await anAuthority('ours');
    await anAuthority('theirs');
    await aCertificate('node', 'IP:127.0.0.1');
    const config = loadConfig({
      env: { QUORATE_AUTH__INITIAL_PASSWORD: PASSWORD },
      flags: {
        ...{ 'node.dataDir': at('data'), 'http.port': '0' },
        ...{ 'internal.port': String(await freePort()), 'workload.port': String(await freePort()) },
        ...{ 'workload.tlsCertFile': at('node.crt'), 'workload.tlsKeyFile': at('node.key') },
        'workload.clientCaFile': at('ours.crt'),
      },
    });
    if (isFailure(config)) throw new Error(JSON.stringify(config));
    node = composeNode(config, { log: SILENT, onFatal: () => undefined });
    await node.lifecycle.start();
    const post = async (path: string, payload: object, token?: string): Promise<Record<string, string>> => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
      const asked = { method: 'POST', headers, body: JSON.stringify(payload) };
      return (await (await fetch(new URL(path, node!.address('public')), asked)).json()) as Record<string, string>;
    };
    const { accessToken } = await post('/api/auth/login', { email: FIRST_ADMIN_EMAIL, password: PASSWORD });
    const inbox = { serviceName: 'Inbox', scopes: [], clientId: 'inbox' };
    secret = (await post('/api/service-principals', inbox, accessToken)).clientSecret!;
  });
  after(async () => {
    await node?.lifecycle.stop();
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });

  it('get a token by a certificate that names them, and by a secret', async () => {
    await aCertificate('inbox', 'URI:spiffe://local/service/inbox');
    expect(await ask('workload', ['client_id=inbox'], 'inbox')).to.equal('200 token');
    expect(await ask('workload', ['client_id=inbox', `client_secret=${secret}`], 'inbox')).to.equal('200 token');
    expect(await ask('internal', ['client_id=inbox', `client_secret=${secret}`])).to.equal('200 token');
    expect(await ask('internal', ['client_id=inbox', 'client_secret=wrong'])).to.equal('401 invalid_client');
    expect(await ask('internal', ['client_id=inbox'])).to.equal('401 invalid_client');
  });

  it('get none by a certificate of another name, or for a principal that is not there', async () => {
    await aCertificate('other', 'URI:spiffe://local/service/other');
    await aCertificate('two', 'URI:spiffe://local/service/inbox,URI:spiffe://local/service/other');
    await aCertificate('dns', 'DNS:inbox');
    for (const certificate of ['other', 'two', 'dns'])
      expect(await ask('workload', ['client_id=inbox'], certificate), certificate).to.equal('401 invalid_client');
    expect(await ask('workload', ['client_id=other'], 'other')).to.equal('401 invalid_client');
    expect(await ask('workload', ['client_id=inbox', `client_secret=${secret}`], 'other')).to.equal(
      '401 invalid_client',
    );
  });

  it('get no handshake without a certificate, with one of another authority, or with an old one', async () => {
    await aCertificate('foreign', 'URI:spiffe://local/service/inbox', 'theirs');
    await aCertificate('old', 'URI:spiffe://local/service/inbox', 'ours', '-1');
    // The server ends it after its own half of the handshake: curl sees that as it connects, sends or reads.
    const ended = /^curl (35|52|55|56)$/;
    expect(await ask('workload', ['client_id=inbox', `client_secret=${secret}`])).to.match(ended);
    expect(await ask('workload', ['client_id=inbox'], 'foreign')).to.match(ended);
    expect(await ask('workload', ['client_id=inbox'], 'old')).to.match(ended);
  });
});
