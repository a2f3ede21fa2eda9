// Every docket that a node seals has a certificate of the roster entitled to decide its height, and the body that its
// header names; at rest every chain is linked from genesis on. All of it by formats.ts, which shares no code with the
// product.
import type { Docket, Roster } from '../../../core/model/register.js';
import type { Checker, Held, ObservedNode, World } from '../observer.js';
import { floorAfter } from './acts.js';
import {
  canonicalJson,
  certificateFault,
  headerHash,
  isSigned,
  merkle,
  rosterHash,
  sha256,
  tagged,
} from './formats.js';

export function certificates(world: World): Checker {
  const { registerId, genesisHash, options } = world;
  const judged = new Map<string, string | undefined>();
  const bodyOnce = (docket: Docket) => {
    if (!judged.has(docket.hash)) judged.set(docket.hash, bodyFault(docket));
    return judged.get(docket.hash);
  };
  const wrong = (node: ObservedNode, height: number, what: string | undefined) => {
    if (what) world.violation('certificates', `node ${node.index}, docket ${height}: ${what}`);
  };
  const place = (roster: Roster) => ({ registerId, genesisHash, mode: options.mode, roster });
  return {
    name: 'certificates',
    sealed(node, { docket, certificate }) {
      const { height, rosterHash: named } = docket.header;
      const roster = world.rosterNamed(node, named);
      if (!roster || rosterHash(roster) !== named) wrong(node, height, 'nobody knows its roster');
      else wrong(node, height, certificateFault(certificate, { docketHash: docket.hash, height }, place(roster)));
      wrong(node, height, bodyOnce(docket));
    },
    async finished() {
      for (const node of world.nodes) {
        const held = node.held(registerId);
        if (!held || node.isRetired) continue;
        const [height, what] = chainFault(held, {
          first: genesisHash,
          roster: (named) => world.rosterNamed(node, named),
          docket: bodyOnce,
          certificate: (docket, certificate, roster) =>
            certificateFault(certificate, { docketHash: docket.hash, height: docket.header.height }, place(roster)),
        });
        wrong(node, height, what);
      }
    },
  };
}

interface Judges {
  readonly first: string;
  roster(named: string): Roster | undefined;
  docket(docket: Docket): string | undefined;
  certificate(
    docket: Docket,
    certificate: NonNullable<ReturnType<Held['chain']['loadCertificate']>>,
    roster: Roster,
  ): string | undefined;
}

/** Links, lineage of rosters and history, from genesis on. */
function chainFault({ reg, chain }: Held, judges: Judges): readonly [height: number, what: string | undefined] {
  const hashes: string[] = [];
  let before: Docket | undefined;
  const top = chain.durableState(reg)?.height ?? -1;
  for (let height = 0; height <= top; height++) {
    const hash = chain.docketAt(reg, height)?.hash;
    const docket = hash === undefined ? undefined : chain.loadBody(reg, height, hash);
    const certificate = chain.loadCertificate(reg, height);
    if (!docket || !certificate) return [height, 'it is not there'];
    const { header } = docket;
    const roster = judges.roster(header.rosterHash);
    const history = merkle(hashes.map((one) => Buffer.from(one, 'hex'))).toString('hex');
    const faults = [
      header.height !== height && 'it is of another height',
      header.prevHash !== (before?.hash ?? '0'.repeat(64)) && 'it follows another docket',
      height === 0 && docket.hash !== judges.first && 'it is another genesis',
      before && header.rosterHash !== before.header.nextRosterHash && 'another roster was to decide it',
      before && header.timestampMs <= floorAfter(before) && 'its time does not rise',
      height > 0 && header.historyRoot !== history && 'its history is another one',
      roster ? judges.certificate(docket, certificate, roster) : 'nobody knows its roster',
      judges.docket(docket),
    ];
    const found = faults.find((fault) => typeof fault === 'string');
    if (typeof found === 'string') return [height, found];
    hashes.push(docket.hash);
    before = docket;
  }
  return [top, undefined];
}

/** The fault of a docket by itself. */
function bodyFault({ hash, header, transactions, annex }: Docket): string | undefined {
  const bytes = transactions.map((tx) => Buffer.from(tx.bytes));
  const read = bytes.map((one) => JSON.parse(one.toString('utf8')) as Spoken);
  const leaves = read.map((tx) => Buffer.concat([txIdOf(tx), Buffer.from(tx.header.payloadHash, 'hex')]));
  const faults = [
    headerHash(header) !== hash && 'its hash is another one',
    header.txCount !== transactions.length && 'it counts other transactions',
    header.bytes !== bytes.reduce((sum, one) => sum + one.length, 0) && 'it counts other bytes',
    header.txRoot !== merkle(leaves).toString('hex') && 'its TxIds are others',
    header.bodyRoot !== merkle(bytes).toString('hex') && 'its bytes are others',
    header.annexRoot !== merkle(annex.map((entry) => tagged('annex', canonicalJson(entry)))).toString('hex') &&
      'its annex is another one',
    new Set(leaves.map(String)).size !== leaves.length && 'it holds a transaction twice',
    read.some((tx) => !isSound(tx)) && 'a transaction is not signed for what it says',
  ];
  const found = faults.find((fault) => typeof fault === 'string');
  return typeof found === 'string' ? found : undefined;
}

/** A transaction as its bytes say it. */
interface Spoken {
  readonly header: Readonly<Record<string, string>> & {
    readonly payloadHash: string;
    readonly metadata?: { readonly type?: string };
  };
  readonly payload: unknown;
  readonly signatures: readonly { readonly publicKey: string; readonly signatureValue: string }[];
}

function txIdOf({ header, payload }: Spoken): Buffer {
  if (header.actionId !== 'blueprint-publish') return tagged('transaction', canonicalJson(header));
  return tagged('blueprint-publication', `${header.registerId}`, `${header.blueprintId}`, canonicalJson(payload));
}

function isSound(tx: Spoken): boolean {
  const { payloadHash } = tx.header;
  const said = sha256(`${txIdOf(tx).toString('hex')}:${payloadHash}`);
  return (
    sha256(canonicalJson(tx.payload)).toString('hex') === payloadHash &&
    // timers.ts says which transactions may have none.
    (tx.signatures.length > 0 || tx.header.metadata?.type === 'Timer') &&
    tx.signatures.every(({ publicKey, signatureValue }) =>
      isSigned(Buffer.from(publicKey, 'base64'), said, Buffer.from(signatureValue, 'base64')),
    )
  );
}
