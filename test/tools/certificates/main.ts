// Paths with random parts, judged here, by `openssl verify -x509_strict`, and by `certtool --verify` of GnuTLS where
// that is installed. Ends with 1 where one of them refuses what is taken here: to refuse more is the purpose, and is
// counted by ground. What this node makes for organisations is judged too, and has to be taken by all.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromHex } from '../../../core/base/bytes.js';
import { isFailure } from '../../../core/base/result.js';
import { pemOf } from '../../../core/crypto/keys/pem.js';
import { plain, TAG } from '../../../core/trust/x509/der.js';
import { verifyPath } from '../../../core/trust/x509/path.js';
import { Dice } from '../../support/base/dice.js';
import {
  AT_MS,
  altNames,
  authority,
  certificate,
  dns,
  ID,
  keyIdExtension,
  keyUsage,
  type Parts,
  purposes,
} from '../../support/certificates/certificates.js';
import { bits, der, extension, integer, isTrue, name, octets, sequence, text } from '../../support/certificates/der.js';
import {
  anchorOf,
  ca,
  constraints,
  directory,
  first,
  leaf,
  length,
  root,
  second,
} from '../../support/certificates/paths.js';
import { programOptions } from '../program-options.js';
import { certtool, isInstalled, refusedOfMade } from './made.js';

const time = (value: string) => text(value, TAG.utcTime);
const one = (type: keyof typeof ID, bytes: Uint8Array | undefined): Parts => ({ extensions: { [type]: bytes } });

const OTHER_KEY = one('authorityKeyId', keyIdExtension('authorityKeyId', second.keyId));
/** Changes of a certificate, good and bad. */
const CHANGES: readonly Parts[] = [
  { serial: integer('00') },
  { serial: integer('80') },
  { serial: integer('01'.repeat(21)) },
  { version: fromHex('a003020101') },
  { issuer: name(['CN', 'Other']) },
  { subject: name(['O', 'Quorate'], ['CN', 'Other']) },
  { validity: sequence(time('200101000000Z'), time('250101000000Z')) },
  { validity: sequence(time('270101000000Z'), time('300101000000Z')) },
  { spki: second.spki },
  { uniqueIds: der(plain(1), fromHex('00aa')) },
  { outer: fromHex('300a06082a8648ce3d040303') },
  { signature: sequence(integer('01'), integer('01')) },
  { more: [extension('1.2.3.4', isTrue, true)] },
  { more: [extension('1.2.3.4', isTrue)] },
  { more: [extension(ID.certificatePolicies, sequence(sequence(fromHex('06032a0304'))))] },
  { more: [extension(ID.policyConstraints, sequence(der(plain(0), fromHex('00'))), true)] },
  one('basicConstraints', undefined),
  one('basicConstraints', authority()),
  one('basicConstraints', authority(undefined, false)),
  one('basicConstraints', extension(ID.basicConstraints, sequence())),
  length(0),
  one('keyUsage', undefined),
  one('keyUsage', keyUsage('leaf')),
  one('keyUsage', keyUsage('authority')),
  one('keyUsage', extension(ID.keyUsage, bits(fromHex('00'), 7), true)),
  one('authorityKeyId', undefined),
  OTHER_KEY,
  one('subjectKeyId', undefined),
  one('subjectKeyId', extension(ID.subjectKeyId, octets(first.keyId), true)),
  one('subjectAltName', undefined),
  one('subjectAltName', altNames(dns('other.example'), dns('*.leaf.example'))),
  one('extendedKeyUsage', purposes('1.2.3')),
  one('nameConstraints', constraints({ permitted: [dns('leaf.example')] })),
  one('nameConstraints', constraints({ permitted: [dns('other.example')] })),
  one('nameConstraints', constraints({ excluded: [dns('leaf.example')] })),
  one('nameConstraints', constraints({ permitted: [directory(['O', 'QUORATE'])] })),
  one('nameConstraints', constraints({ excluded: [directory(['O', 'Quorate'])] })),
];

/** An anchor gives name and key alone here: no identifier of its own is compared. */
const BELOW_ANCHOR = CHANGES.filter((parts) => parts !== OTHER_KEY);

const { values } = programOptions(
  'npm run tool -- certificates',
  'Paths of certificates with random parts, judged here, by openssl verify -x509_strict and by certtool --verify.',
  { options: { rounds: { type: 'string', default: '300' }, seed: { type: 'string', default: 'certificates' } } },
);
const rounds = Number(values.rounds);
const dice = new Dice(values.seed);
const folder = mkdtempSync(join(tmpdir(), 'quorate-certificates-'));
const pem = (file: string, ...certificates: readonly Uint8Array[]) => {
  writeFileSync(join(folder, file), certificates.map((bytes) => pemOf('CERTIFICATE', bytes)).join(''));
  return join(folder, file);
};

/** None to two changes. */
function drawParts(changes = CHANGES): Parts {
  const drawn = [0.7, 0.2].filter((chance) => dice.chance(chance)).map(() => dice.pick(changes));
  const extensions = Object.assign({}, ...drawn.map((parts) => parts.extensions)) as Parts['extensions'];
  return Object.assign({}, ...drawn, { extensions }) as Parts;
}

interface Verdicts {
  readonly round: number;
  readonly here: ReturnType<typeof verifyPath>;
  readonly there: boolean;
  readonly by: string;
  readonly said: string;
}

function countOf({ round, here, there, by, said }: Verdicts): void {
  if (isFailure(here))
    count(`${there ? `refused here, taken by ${by}` : `refused by both, ${by}`}: ${here.issue.path.split('/').at(-1)}`);
  else if (there) count(`taken by both, ${by}`);
  else {
    taken += 1;
    console.log(`taken here, refused by ${by}, round ${round}: ${said.trim().replaceAll('\n', '; ')}`);
  }
}

const hasCerttool = isInstalled('certtool');
const counts = new Map<string, number>();
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
let taken = 0;
let made: readonly string[] = [];
const trusted = pem('root.pem', ca(root, root));
try {
  for (let round = 0; round < rounds; round++) {
    const chain = [
      certificate(leaf, first, drawParts()),
      ca(first, root, dice.chance(0.5) ? drawParts(BELOW_ANCHOR) : {}),
    ] as const;
    const here = verifyPath({ chain, anchors: [anchorOf(root)], atMs: AT_MS });
    const files = ['-CAfile', trusted, '-untrusted', pem('between.pem', chain[1]), pem('leaf.pem', chain[0])];
    const at = ['-no-CApath', '-no-CAstore', '-attime', String(AT_MS / 1000)];
    const there = spawnSync('openssl', ['verify', '-x509_strict', ...at, ...files], { encoding: 'utf8' });
    if (there.error) throw there.error;
    countOf({ round, here, there: there.status === 0, by: 'openssl', said: there.stderr });
    if (!hasCerttool) continue;
    // It has no time of its own to be asked for, so both judge now.
    const now = verifyPath({ chain, anchors: [anchorOf(root)], atMs: Date.now() });
    const verdict = certtool(trusted, pem('chain.pem', ...chain));
    countOf({ round, here: now, there: verdict.status === 0, by: 'certtool', said: verdict.stdout });
  }
  made = await refusedOfMade(dice, folder, Math.ceil(rounds / 10));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const [what, number] of [...counts].sort()) console.log(`${String(number).padStart(6)}  ${what}`);
for (const line of made) console.log(line);
console.log(`${String(made.length).padStart(6)}  of those that this node makes were refused`);
process.exitCode = taken === 0 && made.length === 0 ? 0 : 1;
