// The console in a real browser: what an auditor sees who brings a file of evidence. CONSOLE_PICTURES=folder keeps a
// picture of each state for people to look at.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Evidence } from '../../core/chain/evidence/evidence.js';
import { gateFileOf, gateOpening } from '../support/credentials/gate-evidence.js';
import { GatedLedger } from '../support/credentials/gated-ledger.js';
import { evidenceIn } from '../support/register/evidence-files.js';
import { Ledger, publish } from '../support/register/ledger.js';
import { axeFaults, picture, verdict, visit, widthOf } from './console-visits.js';
import { servedOfAll } from './served-pages.js';

const EVIDENCE = readFileSync('docs/evidence-example.json');
/** The head of the example, as docs/hashes.md tells it. */
const HEAD = /\b([0-9a-f]{64}@\d+)\b/.exec(readFileSync('docs/hashes.md', 'utf8'))?.[1] as string;
const PERSON = 'Northwind, by telephone';

/** A register whose second docket is its own. */
function branch(name: string): Ledger {
  const ledger = new Ledger();
  for (const title of ['one', name, 'three', 'four', 'five', 'six']) ledger.seal(publish(undefined, title));
  return ledger;
}

const fileOf = (evidence: Evidence) => JSON.stringify(evidence);

describe('the console', function () {
  // Two minutes of a machine that has much to do besides.
  this.timeout(180_000);
  const served = servedOfAll();

  const give = (page: Page, bytes: Buffer, name = 'evidence.json') =>
    page.setInputFiles('input[type=file]', { name, mimeType: 'application/json', buffer: bytes });
  /** Hands files over as a person who drops them. */
  const drop = (page: Page, files: readonly string[]) =>
    page.evaluate(`{
      const dataTransfer = new DataTransfer();
      for (const text of ${JSON.stringify(files)}) dataTransfer.items.add(new File([text], 'dropped.json'));
      document.querySelector('.verify').dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer }));
    }`);

  it('proves a file by a head from somebody else, whom the auditor names', async () => {
    const { page, faults, asked } = await visit(served);
    await page.goto(`${served.origin}/console/verify`);
    await picture(page, 'verify-empty');
    await give(page, EVIDENCE);
    await verdict(page, 'consistent');
    await picture(page, 'verify-consistent');
    await page.getByLabel('Head from somebody else').fill('9f86@1204');
    await page.getByText('A head is 64 hexadecimal digits').waitFor();
    await page.getByLabel('Head from somebody else').fill(HEAD);
    await page.getByText('Say from whom you have the head.').waitFor();
    await verdict(page, 'consistent');
    await page.getByLabel('From whom you have it').fill(PERSON);
    await verdict(page, 'valid');
    expect(await page.locator('.checks li[data-state=passed]').count()).to.equal(7);
    await picture(page, 'verify-valid');
    expect(faults).to.eql([]);
    const elsewhere = asked.filter((url) => !url.startsWith(`${served.origin}/console`) && !url.startsWith('data:'));
    expect(elsewhere, 'the node is not asked').to.eql([]);
  });

  it('says where a file that was changed does not hold, and what cannot be evidence', async () => {
    const { page, faults } = await visit(served);
    await page.goto(`${served.origin}/console/verify`);
    const changed = JSON.parse(EVIDENCE.toString()) as { docket: { header: { timestampMs: number } } };
    changed.docket.header.timestampMs += 1;
    await give(page, Buffer.from(JSON.stringify(changed)));
    await verdict(page, 'invalid');
    await page.getByText('CERTIFICATE_INVALID').waitFor();
    await picture(page, 'verify-invalid');
    for (const bytes of [Buffer.from('<b>no</b>'), Buffer.from([0xff, 0xfe]), Buffer.from('[]'), Buffer.alloc(0)]) {
      await give(page, EVIDENCE);
      await verdict(page, 'consistent');
      await give(page, bytes, '<img src=x onerror=alert(1)>.json');
      await verdict(page, 'invalid');
    }
    expect(await page.locator('.facts').first().innerText()).to.be.a('string');
    expect(await page.locator('img').count(), 'the name of a file is text').to.equal(0);
    expect(faults).to.eql([]);
  });

  it('compares two files: of one history, and of a split chain', async () => {
    const { page, faults } = await visit(served);
    await page.goto(`${served.origin}/console/verify`);
    const [ours, theirs] = ['ours', 'theirs'].map((name) => fileOf(evidenceIn(branch(name), { height: 2 })));
    const section = page.getByRole('status', { name: 'Beside a second file' });
    await page.locator('h1').waitFor();
    await drop(page, [ours!, theirs!]);
    await section.getByText('The chain is split at docket 2').waitFor();
    expect(await axeFaults(page)).to.eql([]);
    await picture(page, 'verify-split');
    await drop(page, [ours!]);
    await verdict(page, 'consistent');
    expect(await section.count(), 'one file has nothing beside it').to.equal(0);
    const beside = (bytes: string) =>
      page.getByLabel('Compare with a second file').setInputFiles({
        ...{ name: 'second.json', mimeType: 'application/json', buffer: Buffer.from(bytes) },
      });
    for (const [second, says] of [
      [fileOf(evidenceIn(branch('ours'), { height: 1, head: 3 })), 'One register, nothing contradicts'],
      [fileOf(evidenceIn(branch('ours'), { height: 1 })), 'One register, one history'],
      [EVIDENCE.toString(), 'The chain is split at docket 1'],
      ['{}', 'EVIDENCE_INVALID'],
    ] as const) {
      await beside(second);
      await section.getByText(says).waitFor();
    }
    await drop(page, [ours!, theirs!, ours!]);
    await page.getByText('Two files at most are compared.').waitFor();
    expect(faults).to.eql([]);
  });

  it('shows at which gate what was presented, and that a gate did not hold', async () => {
    const { page, faults } = await visit(served);
    await page.goto(`${served.origin}/console/verify`);
    for (const [shown, state] of [
      [{}, 'passed'],
      [{ showing: { status: { value: 1 } } }, 'failed'],
    ] as const) {
      const ledger = new GatedLedger();
      const tx = ledger.take(shown);
      await give(page, Buffer.from(JSON.stringify(gateFileOf(ledger, tx, gateOpening(ledger, tx)))));
      await verdict(page, 'consistent');
      await page
        .locator(`.checks li[data-state=${state}]`)
        .getByText('urn:example')
        .or(page.getByText(': status.'))
        .waitFor();
      const facts = await page.locator('.shown').innerText();
      expect(facts).to.include('Shown at the gate licence').and.to.include('L-17').and.not.include('eyJ');
      await picture(page, `verify-gate-${state}`);
    }
    expect(faults).to.eql([]);
  });

  it('prints a certificate with whole hashes and who told the head', async () => {
    const { page } = await visit(served, { colorScheme: 'dark' });
    await page.goto(`${served.origin}/console/verify`);
    await give(page, EVIDENCE);
    await page.getByLabel('Head from somebody else').fill(HEAD);
    await page.getByLabel('From whom you have it').fill(PERSON);
    await verdict(page, 'valid');
    await page.emulateMedia({ media: 'print' });
    const paper = await page.locator('article').innerText();
    for (const part of [HEAD, PERSON, 'certificate of a sealed transaction', 'Paper proves nothing'])
      expect(paper).to.include(part);
    expect(paper).not.to.include('Another file');
    expect(await page.locator('svg.qr').isVisible()).to.equal(true);
    await picture(page, 'certificate');
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`breaks no rule of accessibility (${colorScheme})`, async () => {
      const { page, faults } = await visit(served, { colorScheme });
      await page.goto(`${served.origin}/console/verify`);
      await page.locator('h1').waitFor();
      expect(await axeFaults(page), 'empty').to.eql([]);
      await give(page, EVIDENCE);
      await verdict(page, 'consistent');
      expect(await axeFaults(page), 'consistent').to.eql([]);
      await give(page, Buffer.from('[]'));
      await verdict(page, 'invalid');
      expect(await axeFaults(page), 'invalid').to.eql([]);
      await page.goto(`${served.origin}/console/parts`);
      await page.getByRole('region', { name: 'From right to left' }).waitFor();
      expect(await axeFaults(page), 'parts').to.eql([]);
      await picture(page, `parts-${colorScheme}`);
      expect(faults).to.eql([]);
    });

  it('is used by keyboard alone, in German, on a phone', async () => {
    const { page, faults } = await visit(served, { viewport: { width: 390, height: 844 }, locale: 'de-DE' });
    await page.goto(`${served.origin}/console/verify`);
    await page.getByRole('heading', { name: 'Nachweis prüfen' }).waitFor();
    // The browser is told to hand its dialog over, which takes a while.
    const chosen = page.waitForEvent('filechooser');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('#page:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await (await chosen).setFiles({ name: 'beleg.json', mimeType: 'application/json', buffer: EVIDENCE });
    await verdict(page, 'consistent');
    await page.getByText('Stimmig, nicht verankert').waitFor();
    await picture(page, 'verify-phone');
    expect(await widthOf(page), 'nothing is cut off at the side').to.be.at.most(390);
    await page.goto(`${served.origin}/console/parts`);
    await page.getByRole('region', { name: 'From right to left' }).waitFor();
    expect(await widthOf(page), 'long words of strangers').to.be.at.most(390);
    expect(faults).to.eql([]);
  });

  it('is one file that proves from a disk, with the network off', async () => {
    const { page, faults } = await visit(served);
    await page.context().setOffline(true);
    await page.goto(pathToFileURL('dist/console/verify.html').href);
    await give(page, EVIDENCE);
    await verdict(page, 'consistent');
    await page.getByLabel('Head from somebody else').fill(HEAD);
    await page.getByLabel('From whom you have it').fill(PERSON);
    await verdict(page, 'valid');
    await page
      .getByLabel('Compare with a second file')
      .setInputFiles({ name: 'second.json', mimeType: 'application/json', buffer: EVIDENCE });
    await page.getByText('One register, one history').waitFor();
    await picture(page, 'verify-file');
    expect(faults).to.eql([]);
  });
});
