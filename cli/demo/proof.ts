// The last act of the demo: one transaction leaves the node as a file, the node stops, and the file proves itself;
// forgeries of it do not.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFailure } from '../../core/base/result.js';
import { verifyEvidence } from '../../core/chain/evidence/proof.js';
import { verifySync } from '../../core/crypto/signing/algorithms.js';
import type { Narrator } from './narrator.js';
import { clientOf, type World } from './world.js';

export interface Take {
  readonly txId: string;
  /** Where the file goes; beside the store when undefined. */
  readonly keep: string | undefined;
}

export function takeEvidence(tell: Narrator, world: World, { txId, keep }: Take): Promise<string> {
  return tell.step(async (step) => {
    const { registerId, node } = world;
    const evidence = await clientOf(world).getEvidence({ params: { registerId, txId } });
    const file = keep ?? join(node.dataDir, 'evidence.json');
    const text = `${JSON.stringify(evidence, null, 2)}\n`;
    writeFileSync(file, text);
    step.say('It holds the transaction, its path to the docket, the certificate of the docket, and the genesis.');
    step.show('file', `${file} (${text.length} bytes)`);
    const { code, signal } = await node.stop();
    step.expect(
      code === 0,
      `The node stops when it is asked to (${signal ?? `exit code ${code}`}). Nothing runs any more.`,
    );
    return file;
  });
}

export function verifyOffline(tell: Narrator, world: World, given: { file: string; txId: string }): Promise<void> {
  return tell.step(async (step) => {
    const proof = verifyEvidence(JSON.parse(readFileSync(given.file, 'utf8')), verifySync);
    const good = !isFailure(proof) && proof.txId === given.txId && proof.genesisHash === world.genesisHash;
    step.expect(good, 'The file proves the transaction, on the register that both owners founded.');
    if (isFailure(proof)) return;
    for (const fact of proof.facts) step.say(`- ${fact}`);
    step.say(
      `It was sealed at ${new Date(proof.timestampMs).toISOString()}. Anybody who has the file can check all of this.`,
    );
  });
}

export function forge(tell: Narrator, file: string): Promise<void> {
  return tell.step(async (step) => {
    const original = readFileSync(file, 'utf8');
    const expectRefusal = (sentence: string, change: (evidence: Forgeable) => void) => {
      const forged = JSON.parse(original) as Forgeable;
      change(forged);
      const proof = verifyEvidence(forged, verifySync);
      const first = isFailure(proof) ? proof.issue : undefined;
      step.expect(first !== undefined, `${sentence} Refused: ${first?.code} (${first?.message})`);
    };
    expectRefusal('The delivery is "not settled".', ({ transaction }) => {
      transaction.payload = { settled: false };
    });
    expectRefusal('The docket is said to be a day older.', ({ docket }) => {
      docket.header.timestampMs -= 86_400_000;
    });
    expectRefusal('A digit of the certificate is another one.', ({ docket }) => {
      const [vote] = docket.certificate.signatures;
      if (vote) vote.signature = flipBit(vote.signature);
    });
    expectRefusal('The genesis names another register.', ({ genesis }) => {
      genesis.header.registerId = '00000000-0000-4000-8000-000000000000';
    });
  });
}

/** The members of evidence that the forger reaches for. */
interface Forgeable {
  readonly transaction: { payload: unknown };
  readonly docket: {
    readonly header: { timestampMs: number };
    readonly certificate: { readonly signatures: readonly { signature: string }[] };
  };
  readonly genesis: { readonly header: { registerId: string } };
}

function flipBit(hex: string): string {
  return `${hex.startsWith('0') ? '1' : '0'}${hex.slice(1)}`;
}
