// The demo runs to its end as a person and as a program would run it, and leaves nothing behind.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { verifyEvidence } from '../../core/chain/evidence/proof.js';
import { verifySync } from '../../core/crypto/signing/algorithms.js';

interface Told {
  readonly step: number;
  readonly of: number;
  readonly ok: boolean;
  readonly title: string;
  readonly held: readonly string[];
  readonly shown: Readonly<Record<string, string | number>>;
}

function run(words: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['dist/run/quorate.js', ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

describe('demo', function () {
  this.timeout(240_000);

  it('tells each step as one JSON object, all of them good, and keeps the proof that it was asked to keep', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-demo-test-'));
    try {
      const file = join(folder, 'proof.json');
      const { code, stdout, stderr } = await run(['demo', '--json', '--evidence', file]);
      expect(stderr).to.equal('');
      expect(code).to.equal(0);
      const steps = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Told);
      expect(steps.map(({ step }) => step)).to.deep.equal(Array.from({ length: 27 }, (_, i) => i + 1));
      expect(steps.every(({ ok, of, held }) => ok && of === 27 && held.length > 0)).to.equal(true);
      const held = steps.flatMap((step) => step.held).join('\n');
      for (const code of ['VAL_HASH_001', 'VAL_SIG_002', 'VAL_BP_002', 'VAL_SCHEMA_004', 'VAL_CHAIN_FORK'])
        expect(held).to.include(code);
      expect(Number(steps[8]?.shown['answered before the kill'])).to.be.at.least(60);
      expect(Number(steps[8]?.shown['under way, never answered'])).to.be.at.least(1);
      expect(existsSync(String(steps[0]?.shown.folder))).to.equal(false);
      expect(held).to.include('has a seat and dune has none').and.include('The proof holds alone');
      const high = steps[18]?.shown ?? {};
      expect(high['contractor sees']).to.include('permitFee "15250.00"').and.include('mitigation');
      expect(high['environment does not see']).to.include('projectValue').and.include('bankReference');
      expect(steps[17]?.shown['contractor sees']).to.include('permitFee "2200.00"').and.not.include('mitigation');
      expect(held).to.include('risk of 10.08').and.include('is proven alone too');
      expect(steps[20]?.shown.type).to.match(/^urn:quorate:[-0-9a-f]{36}:BuildingPermitCredential:1$/);
      expect(held).to.include('good for 1095 days').and.include('Works start without a permit. Refused');
      expect(held).to.include("The inspector's node judged the permit by itself: verified");
      expect(steps[22]?.shown).to.include({ verdict: 'valid', status: 'valid by its list' });
      expect(steps[23]?.held.join('\n')).to.match(/Refused: CREDENTIAL_REFUSED \(.*\(status\)/);
      expect(verifyEvidence(JSON.parse(readFileSync(file, 'utf8')), verifySync)).to.include({ verdict: 'consistent' });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('refuses a place for the proof that is not there before it begins', async () => {
    const { code, stdout, stderr } = await run(['demo', '--json', '--evidence', '/nowhere/at/all/proof.json']);
    expect(code).to.equal(2);
    expect(stdout).to.equal('');
    expect(stderr).to.include('/nowhere/at/all');
  });
});
