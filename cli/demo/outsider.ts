// The act of somebody who is given the permit: files, and the command that checks them. No node answers for it but the
// one that serves the status list.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkpointText } from '../../core/register/checkpoint.js';
import { clientOf } from '../harness/cast.js';
import { PROGRAM } from '../harness/node-process.js';
import type { HeldPermit } from './held-permit.js';
import type { Narrator } from './narrator.js';
import type { Town } from './permit.js';

const PERMIT = 'permit.txt';

export function checkOffline(tell: Narrator, town: Town, permit: HeldPermit): Promise<void> {
  return tell.step(async (step) => {
    step.say('A bank gets the permit and the evidence of its Issuance. It has an account at no node.');
    step.say("It knows the town's authority, and a docket of the register from the environment agency.");
    const folder = mkdtempSync(join(tmpdir(), 'quorate-permit-'));
    const run = (words: readonly string[]) => runIn(folder, ['credential', ...words]);
    try {
      const head = await writeFiles(folder, town, permit);
      await run(['status-list', PERMIT, '--out', 'list.jwt']);
      const lists = ['--status-list', 'list.jwt'];
      const sealed = ['--evidence', 'issuance.json', '--head', head];
      const checked = await run(['verify', PERMIT, '--anchor', 'town.pem', ...lists, ...sealed, '--json']);
      const facts = JSON.parse(checked) as Readonly<Record<string, string>>;
      step.show(
        'command',
        'quorate credential verify permit.txt --anchor FILE --status-list FILE --evidence FILE --head HASH@HEIGHT',
      );
      for (const name of SHOWN) step.show(name, facts[name] ?? '');
      step.expect(
        facts.verdict === 'valid' && facts.issuance === permit.issuance,
        'It is signed by the town, and it is what was sealed behind the approval.',
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** Members of the verdict that are shown. */
const SHOWN = ['verdict', 'validUntil', 'status', 'sealedAt'] as const;

/** Gives the head, which comes from another organisation than the evidence. */
async function writeFiles(folder: string, { players, world }: Town, permit: HeldPermit): Promise<string> {
  const { contractor, environment, planner } = players;
  const params = { registerId: world.registerId };
  const { hash, number: height } = await clientOf(environment).getDocket({ params: { ...params, docketId: 'latest' } });
  const evidence = await clientOf(contractor).getEvidence({
    params: { ...params, txId: permit.issuance },
    query: { head: height },
  });
  const held = { params: { address: contractor.address, credentialId: permit.heldId } };
  const { tokens } = await clientOf(contractor).exportHeldCredential(held);
  const { pem } = await clientOf(planner).readTrustAuthority();
  const files = { [PERMIT]: tokens[0]?.rawToken ?? '', 'issuance.json': JSON.stringify(evidence), 'town.pem': pem };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return checkpointText({ hash, height });
}

/** The output of a command of this program. Rejects where it fails. */
function runIn(cwd: string, words: readonly string[]): Promise<string> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('QUORATE_'));
  const env = { ...Object.fromEntries(own), NO_COLOR: '1' };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [PROGRAM, ...words], { cwd, env }, (error, stdout, stderr) => {
      if (error) reject(new Error(`quorate ${words.join(' ')}: ${stderr}`));
      else resolve(stdout);
    });
  });
}
