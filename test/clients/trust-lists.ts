// Trust lists judged by programs of others: xmlsec1, and DSS of the European Commission. What is taken here has to be
// taken by them; what they take and we refuse is counted, as to refuse more is the purpose. DSS signs lists too, with a
// list of lists that points to one, and these are read here. Nothing is fetched but the programs.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { utf8 } from '../../core/base/bytes.js';
import { isFailure } from '../../core/base/result.js';
import { pemOf } from '../../core/crypto/keys/pem.js';
import { readTrustList } from '../../node/trust-lists/read-list.js';
import { ATTACKS, GOOD, operator, other, parts } from '../support/trust-lists/attacks.js';
import { LIST_OF_LISTS, listText, type Operator, operatorOf, signedList } from '../support/trust-lists/signed-list.js';
import { STORIES } from './generated.js';
import type { ClientPart } from './part.js';
import { EXEC_PLUGIN, run } from './tools.js';

const STATES = 'test/vectors/trust-lists';
const XADES = 'http://uri.etsi.org/01903/v1.3.2#';
/** Characters of a good list that are changed, one at a time. */
const CHANGES = 200;
const HOST = 'https://lists.example';

interface JudgedList {
  readonly name: string;
  readonly text: string;
  readonly operators: readonly string[];
}

const signerIn = (text: string) =>
  /<(?:\w+:)?KeyInfo>.*?<(?:\w+:)?X509Certificate>([^<]*)</s.exec(text)?.[1]?.replaceAll(/\s/g, '') ?? '';

/** Good lists by keys of each kind, those of two states, and all that a test refuses. */
function lists(): readonly JudgedList[] {
  const good = (['RSA', 'P-256', 'P-384', 'P-521'] as const).map((kind) => {
    const signer = operatorOf('Operator', kind);
    return { name: `good-${kind}`, text: signedList(parts, signer), operators: [signer.certificate] };
  });
  const states = [
    ['CY', readFileSync(join(STATES, 'CY.xml'), 'utf8')],
    ['CZ-broken', gunzipSync(readFileSync(join(STATES, 'CZ-broken.xml.gz'))).toString()],
  ] as const;
  const operators = [operator.certificate];
  return [
    ...[...good, { name: 'good', text: GOOD, operators }],
    ...states.map(([name, text]) => ({ name, text, operators: [signerIn(text)] })),
    ...ATTACKS.map(([, list], at) => ({
      ...{ name: `attack-${at}`, text: typeof list === 'string' ? list : list(), operators },
    })),
  ];
}

/** Those of states were signed by certificates that are over. */
const SIGNED_MS = Date.parse('2019-09-01T00:00:00Z');

async function isTaken({ name, text, operators }: JudgedList): Promise<boolean> {
  const nowMs = /^C[YZ]/.test(name) ? SIGNED_MS : Date.now();
  return !isFailure(await readTrustList({ bytes: utf8(text), operators, nowMs }));
}

interface Verdict {
  readonly list: JudgedList;
  readonly here: boolean;
  readonly there: boolean;
}

/** In a few words; throws where one is taken here alone, or a good one by nobody. */
function compared(verdicts: readonly Verdict[], by: string): string {
  const alone = verdicts.filter(({ here, there }) => here && !there).map(({ list }) => list.name);
  if (alone.length > 0) throw new Error(`${by} refuses what is taken here: ${alone.join(', ')}`);
  const taken = verdicts.filter(({ here }) => here).map(({ list }) => list.name);
  const expected = ['good-RSA', 'good-P-256', 'good-P-384', 'good-P-521', 'good', 'CY'];
  const missing = expected.filter((name) => !taken.includes(name));
  if (missing.length > 0) throw new Error(`Not taken here: ${missing.join(', ')}`);
  const both = verdicts.filter(({ here, there }) => !here && !there).length;
  const here = verdicts.filter((verdict) => !verdict.here && verdict.there).length;
  return `${by}: ${taken.length} lists taken by both, ${both} refused by both, ${here} refused here alone`;
}

async function playXmlsec({ folder }: { readonly folder: string }): Promise<string> {
  const judged = async (list: JudgedList): Promise<Verdict> => {
    const [file, key] = [join(folder, 'list.xml'), join(folder, 'operator.der')];
    writeFileSync(file, list.text);
    writeFileSync(key, Buffer.from(list.operators[0] ?? '', 'base64'));
    const words = ['--verify', '--pubkey-cert-der', key, '--id-attr:Id', `${XADES}:SignedProperties`, file];
    const there = spawnSync('xmlsec1', words).status === 0;
    return { list, here: await isTaken(list), there };
  };
  const verdicts: Verdict[] = [];
  for (const list of lists()) verdicts.push(await judged(list));
  let changed = 0;
  // No key is taken from a list, so its KeyInfo says nothing here; xmlsec1 reads the certificate in it.
  const [from, to] = [GOOD.indexOf('<ds:KeyInfo>'), GOOD.indexOf('</ds:KeyInfo>')];
  const places = Array.from({ length: CHANGES }, (_, round) => Math.floor((GOOD.length * round) / CHANGES));
  const covered = places.filter((at) => at < from || at > to);
  for (const at of covered) {
    const text = GOOD.slice(0, at) + (GOOD[at] === 'A' ? 'B' : 'A') + GOOD.slice(at + 1);
    const verdict = await judged({ name: `character ${at}`, text, operators: [operator.certificate] });
    if (verdict.here) changed++;
    if (verdict.here && !verdict.there) throw new Error(`xmlsec1 refuses what is taken here: character ${at}`);
  }
  return `${compared(verdicts, 'xmlsec1')}; of ${covered.length} changed characters ${changed} taken here, each by both`;
}

/** A file of lists for the story, each with its operators. */
function writeList(folder: string, { name, text, operators }: JudgedList): void {
  writeFileSync(join(folder, `${name}.xml`), text);
  writeFileSync(join(folder, `${name}.xml.operators`), `${operators.join('\n')}\n`);
}

function listOfLists(target: string, of: Operator) {
  const pointers = [{ url: `${HOST}/${target}.xml`, territory: 'XA', operators: [of.certificate] }];
  return { type: LIST_OF_LISTS, territory: 'EU', pointers };
}

async function playDss({ folder }: { readonly folder: string }): Promise<string> {
  const story = join(folder, 'story');
  cpSync(join(STORIES, 'dss'), story, { recursive: true });
  const [judged, unsigned] = [join(story, 'lists'), join(story, 'unsigned')];
  for (const made of [judged, unsigned]) mkdirSync(made);
  const all = lists();
  for (const list of all) writeList(judged, list);
  const lotl = { name: 'lotl', text: signedList(listOfLists('good', operator), other), operators: [other.certificate] };
  writeList(judged, lotl);
  writeFileSync(join(unsigned, 'list.xml'), listText(parts));
  writeFileSync(join(unsigned, 'lotl.xml'), listText(listOfLists('list', operator)));
  await writeKeys(story);
  await run(['mvn', '-q', '-B', 'compile'], { folder: story });
  await run(['mvn', '-q', '-B', EXEC_PLUGIN, '-Dexec.mainClass=story.Story'], { folder: story });
  const rows = readFileSync(join(story, 'verdicts.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  const rowOf = (name: string) => rows.find(([file]) => file === name) ?? [];
  const verdicts: Verdict[] = [];
  for (const list of all)
    verdicts.push({ list, here: await isTaken(list), there: rowOf(`${list.name}.xml`)[1] === 'valid' });
  const said = compared(verdicts, 'DSS');
  const pointed = ['lotl.xml', `lotl.xml ${HOST}/good.xml`].map((name) => rowOf(name)[1]);
  if (pointed.some((verdict) => verdict !== 'valid')) throw new Error(`DSS refuses our list of lists: ${rows.at(-1)}`);
  if (rowOf('CY.xml')[3] !== '2') throw new Error(`DSS reads other anchors in the list of Cyprus: ${rowOf('CY.xml')}`);
  return `${said}; our list of lists with its list valid there; ${await readSigned(join(story, 'signed'))}`;
}

/** The key of the operator as DSS takes it. */
async function writeKeys(story: string): Promise<void> {
  const { privateKey, certificate } = operator;
  writeFileSync(join(story, 'key.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }));
  writeFileSync(join(story, 'operator.pem'), pemOf('CERTIFICATE', Buffer.from(certificate, 'base64')));
  const files = ['-inkey', 'key.pem', '-in', 'operator.pem', '-out', 'operator.p12'];
  await run(['openssl', 'pkcs12', '-export', ...files, '-passout', 'pass:story'], { folder: story });
}

/** What DSS signed, read here: the list of lists, then its list under the operators that it names. */
async function readSigned(folder: string): Promise<string> {
  const read = async (name: string, operators: readonly string[]) => {
    const list = await readTrustList({ bytes: readFileSync(join(folder, name)), operators, nowMs: Date.now() });
    if (isFailure(list)) throw new Error(`The list that DSS signed is refused: ${list.issue.message}`);
    return list;
  };
  const { pointers } = await read('lotl.xml', [operator.certificate]);
  const [pointer] = pointers;
  if (pointer === undefined) throw new Error('The list of lists that DSS signed points nowhere.');
  const { roots } = await read('list.xml', pointer.operators);
  if (roots.length !== 1) throw new Error('The list that DSS signed has no root.');
  const changed = readFileSync(join(folder, 'list.xml'), 'utf8').replace('Office of XA', 'Office of XB');
  const task = { bytes: utf8(changed), operators: [operator.certificate], nowMs: Date.now() };
  if (!isFailure(await readTrustList(task))) throw new Error('A list that was changed after DSS signed it is taken.');
  return 'those that DSS signed are read here';
}

export const TRUST_LISTS: readonly ClientPart[] = [
  { name: 'xmlsec1', about: 'xmlsec1: trust lists, good and hostile', needs: ['xmlsec1'], play: playXmlsec },
  {
    ...{ name: 'dss', about: 'DSS of the European Commission: lists, lists of lists, signed by it' },
    ...{ needs: ['java', 'mvn', 'openssl'], play: playDss },
  },
];
