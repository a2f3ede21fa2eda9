// Gates are judged in Chromium as on a node: the bundled judge gives each lie, of both formats, the same verdict byte
// for byte. The page has no ledger, so it is told the answers that the judge here had from one, and no others.
// Skipped, with a message, where no Chromium is installed (Debian: apt-get install chromium).
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { chromium } from 'playwright-core';
import { toHex } from '../../../core/base/bytes.js';
import type { CredentialRequirement } from '../../../core/blueprint/definition/types.js';
import { judgeGate } from '../../../core/credentials/gate/judge.js';
import type { GateParts } from '../../../core/credentials/gate/parts.js';
import { GATE_FORMATS, type GateFormat } from '../../../core/credentials/gate/rule.js';
import { PresentationRefusal } from '../../../core/credentials/refusal.js';
import { folderOfAll } from '../../support/base/folders.js';
import { type Asking, partsOf, questionOf, REQUIREMENTS } from '../../support/credentials/gate.js';
import { LIES } from '../../unit/core/credentials/gate/lies.js';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const QUIET = ['--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'];
const dist = (path: string) => join(process.cwd(), 'dist', path);

/** A value as JSON has it; a function is what it answered, by its arguments. */
type Told = unknown;

/** The same value, whose functions note in `told` what they answer. */
function recorded<T>(value: T): { readonly value: T; readonly told: Told } {
  if (typeof value === 'function') {
    const answers: Record<string, Told> = {};
    const noting = (...args: readonly unknown[]) => {
      const answer = recorded((value as unknown as (...all: readonly unknown[]) => unknown)(...args));
      answers[JSON.stringify(args)] = answer.told;
      return answer.value;
    };
    return { value: noting as T, told: { answers } };
  }
  if (value instanceof Uint8Array) return { value, told: { bytes: toHex(value) } };
  if (typeof value !== 'object' || value === null) return { value, told: value };
  const members = Object.entries(value).map(([name, member]) => [name, recorded(member)] as const);
  const [made, told] = (['value', 'told'] as const).map((part) =>
    Array.isArray(value)
      ? members.map(([, member]) => member[part])
      : Object.fromEntries(members.map(([name, member]) => [name, member[part]])),
  );
  return { value: made as T, told };
}

/** The judge of a page over what was noted. A question that was not asked here has no answer. */
const IN_PAGE = `(cases) => {
  const revived = (told) => {
    if (typeof told !== 'object' || told === null) return told;
    if (Array.isArray(told)) return told.map(revived);
    if ('answers' in told)
      return (...args) => {
        const name = JSON.stringify(args);
        if (!(name in told.answers)) throw new Error('not asked before: ' + name);
        return revived(told.answers[name]);
      };
    if ('bytes' in told) return Uint8Array.from(told.bytes.match(/../g) ?? [], (byte) => parseInt(byte, 16));
    return Object.fromEntries(Object.entries(told).map(([name, member]) => [name, revived(member)]));
  };
  return cases.map(({ parts, requirement, question }) => {
    const verdict = gates.judgeGate(parts, { ...revived(question), rule: gates.gateRuleOf(requirement, 0) });
    return JSON.stringify('ground' in verdict ? [verdict.code, verdict.message] : verdict);
  });
}`;

interface Case {
  readonly name: string;
  readonly parts: GateParts;
  readonly requirement: CredentialRequirement;
  readonly question: Told;
  readonly verdict: string;
}

function judged(name: string, format: GateFormat, parts: GateParts, asking: Asking = {}): Case {
  const { rule, ...rest } = questionOf(format, asking);
  const { value, told } = recorded(rest);
  const verdict = judgeGate(parts, { ...value, rule });
  const text = JSON.stringify(verdict instanceof PresentationRefusal ? [verdict.code, verdict.message] : verdict);
  const requirement = { ...REQUIREMENTS[format], ...asking.requirement };
  return { name: `${name}, ${format}`, parts, requirement, question: told, verdict: text };
}

describe('gates in a page', () => {
  const folder = folderOfAll();

  it('have the same verdicts as on a node, byte for byte', async function () {
    if (!existsSync(CHROMIUM)) {
      process.stdout.write(`      No ${CHROMIUM}: not tried in a page.\n`);
      this.skip();
    }
    const [entry, bundle] = [join(folder, 'entry.mjs'), join(folder, 'gates.js')];
    const [judge, rule] = ['judge', 'rule'].map((name) => JSON.stringify(dist(`core/credentials/gate/${name}.js`)));
    writeFileSync(entry, `export { judgeGate } from ${judge};\nexport { gateRuleOf } from ${rule};\n`);
    await promisify(execFile)('node_modules/.bin/esbuild', [
      entry,
      `--alias:node:crypto=${dist('api/client/platform/crypto.js')}`,
      `--inject:${dist('api/client/platform/buffer.js')}`,
      ...['--bundle', '--format=iife', '--global-name=gates', '--platform=browser', `--outfile=${bundle}`],
    ]);
    const good = GATE_FORMATS.map((format) => judged('good', format, partsOf(format)));
    const bad = LIES.map(({ lie, format, parts, asking }) => judged(lie, format, parts, asking));
    const cases = [...good, ...bad];
    const browser = await chromium.launch({ executablePath: CHROMIUM, chromiumSandbox: false, args: QUIET });
    try {
      const page = await browser.newPage();
      await page.addScriptTag({ path: bundle });
      const asked = JSON.stringify(cases.map(({ parts, requirement, question }) => ({ parts, requirement, question })));
      const verdicts = (await page.evaluate(`(${IN_PAGE})(${asked})`)) as readonly string[];
      for (const [i, { name, verdict }] of cases.entries()) expect(verdicts[i], name).to.equal(verdict);
      expect(bad.length).to.be.greaterThan(100);
    } finally {
      await browser.close();
    }
  });
});
