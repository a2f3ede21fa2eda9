// Libraries and programs of credentials and of OAuth that others wrote, met by the compiled program: in JavaScript, in
// Python from PyPI, and OpenSSL and GnuTLS for certificates. Each issues, shows and judges; none has code of ours.
// Credo is a whole wallet, and meets the node.
import { cpSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { STORIES } from './generated.js';
import type { ClientPart, ClientWorld } from './part.js';
import {
  AUTHLIB,
  EDUTAP,
  MULTIPART,
  POLARIS,
  PYMDOCCBOR,
  REQUESTS,
  REQUESTS_OAUTH2CLIENT,
  run,
  SD_JWT,
} from './tools.js';

/** The story of a part, copied beside what it makes. */
export const toldOf = (name: string, { folder, env }: ClientWorld) => {
  const story = join(folder, 'story');
  cpSync(join(STORIES, name), story, { recursive: true });
  return { folder: story, env: { ...env, QUORATE_DIST: resolve('dist') } };
};

export const meeting = (name: string) => async (world: ClientWorld) => {
  const told = toldOf(name, world);
  await run(['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund'], told);
  return run(['node', 'story.mjs'], told);
};

/** `ours.mjs` makes, `story.py` reads and makes, and `ours.mjs` judges. */
const meetingPython = (name: string, library: string) => async (world: ClientWorld) => {
  const told = toldOf(name, world);
  const python = join(told.folder, 'venv/bin/python');
  await run(['python3', '-m', 'venv', 'venv'], told);
  await run([python, '-m', 'pip', 'install', '-q', library], told);
  await run(['node', 'ours.mjs', 'make'], told);
  await run([python, 'story.py'], told);
  return run(['node', 'ours.mjs', 'judge'], told);
};

/** `story.mjs` starts a node of its own, and meets a program of these packages of PyPI. */
const meetingProgram =
  (name: string, ...packages: readonly string[]) =>
  async (world: ClientWorld) => {
    const told = toldOf(name, world);
    await run(['python3', '-m', 'venv', 'venv'], told);
    await run([join(told.folder, 'venv/bin/python'), '-m', 'pip', 'install', '-q', ...packages], told);
    return run(['node', 'story.mjs'], told);
  };

/** `story.py`, with these packages of PyPI. */
export const playingPython =
  (name: string, packages: readonly string[], own: Readonly<Record<string, string>> = {}) =>
  async (world: ClientWorld): Promise<string> => {
    const { folder, env } = toldOf(name, world);
    const told = { folder, env: { ...env, ...own } };
    const python = join(folder, 'venv/bin/python');
    await run(['python3', '-m', 'venv', 'venv'], told);
    await run([python, '-m', 'pip', 'install', '-q', ...packages], told);
    return run([python, 'story.py'], told);
  };

/** Multipaz is compiled for Java 21. */
const JAVA_MIN = 21;
const MACHINES = '/usr/lib/jvm';

async function playMultipaz(world: ClientWorld): Promise<string> {
  const home = readdirSync(MACHINES).find((name) => Number(/\d+/.exec(name)?.[0]) >= JAVA_MIN);
  if (home === undefined) throw new Error(`there is no Java ${JAVA_MIN} or newer in ${MACHINES}`);
  const { folder, env } = toldOf('multipaz', world);
  const told = { folder, env: { ...env, JAVA_HOME: join(MACHINES, home) } };
  await run(['mvn', '-q', '-B', 'compile', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], told);
  return run(['node', 'story.mjs'], told);
}

const CHAINS = ['dist/test/tools/main.js', 'certificates', '--rounds', '100'];

async function playChains({ folder }: ClientWorld): Promise<string> {
  const [program = '', ...words] = CHAINS;
  const told = await run([process.execPath, resolve(program), ...words], { folder });
  const count = (pattern: RegExp) =>
    told
      .split('\n')
      .filter((line) => pattern.test(line))
      .reduce((sum, line) => sum + Number(line.trim().split(' ')[0]), 0);
  const taken = `${count(/taken by both, openssl/)} and ${count(/taken by both, certtool/)} paths taken by both`;
  return `${taken} (openssl, certtool), none here alone; all that this node makes is taken`;
}

export const LIBRARIES: readonly ClientPart[] = [
  { name: 'mdoc', about: '@owf/mdoc and @auth0/mdl: issue, present, judge', needs: ['npm'], play: meeting('mdoc') },
  { name: 'dcql', about: 'dcql: 3,000 random queries', needs: ['npm'], play: meeting('dcql') },
  {
    name: 'credo',
    about: 'Credo 0.6.3: a wallet takes, reads about and shows',
    needs: ['npm'],
    play: meeting('credo'),
  },
  { name: 'multipaz', about: 'Multipaz 0.102: a wallet takes and shows', needs: ['mvn'], play: playMultipaz },
  {
    ...{ name: 'sd-jwt', about: 'sd-jwt-python: issue, present, judge', needs: ['python3'] },
    play: meetingPython('sd-jwt', `sd-jwt==${SD_JWT}`),
  },
  {
    ...{ name: 'pymdoccbor', about: 'pyMDOC-CBOR: issue, present, judge', needs: ['python3'] },
    play: meetingPython('pymdoccbor', `pymdoccbor==${PYMDOCCBOR}`),
  },
  {
    ...{ name: 'polaris', about: 'polaris-oid4vp: a verifier asks a wallet', needs: ['python3'] },
    play: meetingProgram('polaris', `polaris-oid4vp==${POLARIS}`),
  },
  {
    ...{ name: 'edutap', about: 'openid4vci: an issuer gives, and reads our documents', needs: ['python3', 'openssl'] },
    play: meetingProgram('edutap', `openid4vci[fastapi]==${EDUTAP}`, `python-multipart==${MULTIPART}`),
  },
  {
    ...{ name: 'authlib', about: 'authlib: a program that a person lets in', needs: ['python3'] },
    // It takes its tokens without TLS here.
    play: playingPython('authlib', [`authlib==${AUTHLIB}`, `requests==${REQUESTS}`], {
      AUTHLIB_INSECURE_TRANSPORT: '1',
    }),
  },
  {
    ...{ name: 'requests-oauth2client', about: 'requests_oauth2client: tokens of a key', needs: ['python3'] },
    play: playingPython('requests-oauth2client', [`requests-oauth2client==${REQUESTS_OAUTH2CLIENT}`]),
  },
  {
    ...{ name: 'chains', about: 'openssl and certtool: paths of certificates' },
    ...{ needs: ['openssl', 'certtool'], play: playChains },
  },
];
