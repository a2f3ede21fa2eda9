// Acting in the console: begun, filled in, reviewed, signed, sealed and found in the next inbox, with what each reader
// is told. Drafts outlive a reload.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { EXAMPLE } from '../../api/examples/values.js';
import { UNREHEARSED } from '../../cli/harness/unrehearsed.js';
import { isFailure } from '../../core/base/result.js';
import { shippedTemplate } from '../../core/design/templates/shipped.js';
import { instantiate } from '../../core/design/templates/template.js';
import { anOrder, aRegister, ask, publishOrders, WAIT } from '../contract/ledger/fixtures.js';
import type { RequestParts } from '../contract/world/caller.js';
import { step } from '../support/register/people.js';
import { axeFaults, picture, signInAt, verdict, visit, widthOf } from './console-visits.js';
import { servedOfAll } from './served-pages.js';

const ORGANISATIONS = {
  contractor: 'Brightwall Construction',
  engineer: 'Keystone Engineers',
  planner: 'Town council',
  environment: 'Environment agency',
  control: 'Town council',
};

/** Of two wallets of the person, which confirm, reserve, hand over and cancel. */
const SALE = {
  language: 2,
  title: 'Sale',
  description: 'Goods are offered, checked and taken.',
  participants: [
    { id: 'seller', name: 'Seller' },
    { id: 'buyer', name: 'Buyer' },
    { id: 'clerk', name: 'Clerk' },
  ],
  actions: [
    step(1, 'seller', [2], {
      ...{ title: 'Offer', isStartingAction: true },
      disclosures: ['buyer', 'clerk'].map((participantAddress) => ({ participantAddress, dataPointers: ['/*'] })),
      confirm: { by: ['buyer'], within: 'P1D', otherwise: 'redo' },
    }),
    step(2, 'clerk', [3], { title: 'Check' }),
    step(3, 'buyer', [], { title: 'Take' }),
  ],
  cancellation: { by: ['seller'] },
};

/** In the page: when the newest draft was written. */
const DRAFT_KEPT_AT = `new Promise((done) => {
  const open = indexedDB.open('quorate-drafts');
  open.onsuccess = () => {
    const all = open.result.transaction('drafts').objectStore('drafts').getAll();
    all.onsuccess = () => {
      open.result.close();
      done(Math.max(0, ...all.result.map(({ savedAtMs }) => savedAtMs)));
    };
  };
})`;

describe('acting in the console', function () {
  this.timeout(180_000);
  const served = servedOfAll();
  let registerId: string;
  const wallets: Record<string, string> = {};
  before(async () => {
    registerId = await aRegister(served.world, 'Building permits');
    for (const role of ['contractor', 'engineer', 'clerk']) {
      const made = await asked('createWallet', { body: { title: role, keyType: 'ED25519' } }, 201);
      wallets[role] = made.walletAddress;
    }
    await publishPermit();
  });

  /** The answer of an operation that the person calls. */
  async function asked(id: string, parts: RequestParts, status = 200) {
    const answer = await ask(served.world, id, parts, { as: 'systemAdmin', headers: WAIT });
    expect(answer.status, answer.text).to.equal(status);
    return answer.json;
  }

  /** The permit of the templates, in which two wallets of the person act. */
  async function publishPermit(): Promise<void> {
    const template = shippedTemplate('construction-permit');
    const { clerk: _, ...roles } = wallets;
    const blueprintJson = template && instantiate(template, { organisations: ORGANISATIONS, wallets: roles });
    if (blueprintJson === undefined || isFailure(blueprintJson)) throw new Error(JSON.stringify(blueprintJson));
    await publish('permit', blueprintJson);
  }

  async function publish(blueprintId: string, blueprintJson: unknown): Promise<void> {
    const body = { blueprintId, override: UNREHEARSED, blueprintJson };
    const published = await ask(served.world, 'publishBlueprint', { params: { registerId }, body });
    expect(published.status, published.text).to.equal(200);
  }

  /** An offer that waits for the word of the buyer; both have a record, so that roles pass between them. */
  async function offer(): Promise<string> {
    const { contractor: seller, engineer: buyer } = wallets as { contractor: string; engineer: string };
    for (const [name, walletAddress] of Object.entries(wallets)) {
      const named = { organizationName: 'Northwind', participantName: name, signerWalletAddress: walletAddress };
      const body = { registerId, ...named, addresses: [{ walletAddress }] };
      await asked('publishParticipant', { params: { organizationId: EXAMPLE.organisationId }, body }, 202);
    }
    const participants = SALE.participants.map((role) => ({
      ...role,
      ...(role.id === 'seller' && { walletAddress: seller }),
      ...(role.id === 'buyer' && { walletAddress: buyer }),
    }));
    await publish('sale', { ...SALE, participants });
    const { id: instanceId } = await asked('createInstance', { body: { registerId, blueprintId: 'sale' } }, 201);
    const params = { instanceId, actionId: '1' };
    await asked('executeInstanceAction', { params, body: { senderWallet: seller, payloadData: { n: 1 } } });
    return instanceId;
  }

  /** An instance of the same id on another register, as anybody may open one. */
  async function twinOf(instanceId: string): Promise<void> {
    const other = await aRegister(served.world, 'Elsewhere');
    const at = { registerId: other, publicationTxId: await publishOrders(served.world, other) };
    const body = anOrder(served.world, at, { instanceId });
    await asked('submitTransaction', { params: { registerId: other }, body });
  }

  const signIn = (page: Page, path: string) => signInAt(page, `${served.origin}/console${path}`);

  const field = (name: string) => `[id="field/${name}"]`;
  const fill = async (page: Page, fields: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, value] of Object.entries(fields)) await page.locator(field(name)).fill(value);
  };

  /** The fault of a field that is left moves what stands below it: what is pressed there is chosen all the same. */
  async function leaveByPress(page: Page, name: string, choice: string): Promise<void> {
    await page.locator(field(name)).focus();
    const below = page.getByLabel(choice);
    await page.locator('.choice-card', { hasText: choice }).hover({ position: { x: 8, y: 3 } });
    await page.mouse.down();
    await page.mouse.up();
    await page.locator(`${field(name)} ~ .fault`).waitFor();
    expect(await below.isChecked()).to.equal(true);
  }

  it('leads from a beginning to a sealed action, and on to the next one', async () => {
    const { page, faults } = await visit(served);
    await signIn(page, '/begin');
    await page.getByRole('button', { name: 'Apply' }).waitFor();
    expect(await axeFaults(page), 'begin').to.eql([]);
    await picture(page, 'begin');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('heading', { name: 'Apply', level: 1 }).waitFor();
    await picture(page, 'act-empty');
    expect(await axeFaults(page), 'empty form').to.eql([]);
    await page.getByRole('button', { name: 'Review and sign' }).click();
    await page.getByText('things are to be corrected').waitFor();
    await picture(page, 'act-faults');
    expect(await axeFaults(page), 'faults').to.eql([]);
    await fill(page, {
      project: 'Warehouse extension, Dock Street 14',
      storeys: '3',
      floorArea: '2400',
      projectValue: '1,850,000.00',
      bankReference: 'DE89 3704 0044 0532 0130 00',
      startDate: '2027-03-01',
    });
    await page.getByLabel('industrial').check();
    await page.getByText('Next: ').waitFor();
    await page.locator('#page').getByText('Draft kept on this computer').waitFor();
    expect(await page.locator(field('projectValue')).inputValue()).to.equal('1,850,000.00');
    await page.getByRole('radio', { name: /Planning officer/ }).check();
    await page.getByText('As Planning officer reads it').waitFor();
    const paper = page.locator('.seen-paper');
    expect(await paper.innerText())
      .to.include('Warehouse extension')
      .and.not.include('DE89');
    expect(await paper.locator('.black-bar').count()).to.equal(3);
    await picture(page, 'act');
    await page.reload();
    await page.getByText('Next: ').waitFor();
    expect(await page.locator(field('project')).inputValue()).to.equal('Warehouse extension, Dock Street 14');
    await page.getByRole('button', { name: 'Review and sign' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await axeFaults(page), 'review').to.eql([]);
    await picture(page, 'review');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await page
      .locator('#page')
      .getByText(/Sealed in docket \d+/)
      .waitFor();
    expect(await axeFaults(page), 'receipt').to.eql([]);
    await picture(page, 'receipt');
    await page.getByRole('link', { name: 'Back to the inbox' }).click();
    await page.getByRole('link', { name: 'Assess the structure' }).waitFor();
    expect(await axeFaults(page), 'inbox').to.eql([]);
    await picture(page, 'inbox');
    await page.getByRole('link', { name: 'Assess the structure' }).click();
    await page.getByText('From Apply · Contractor').waitFor();
    await fill(page, { structuralNotes: 'Steel portal frame on piles.' });
    await page.locator('output').getByText('13.95').waitFor();
    expect(await page.locator('.calculated').innerText()).to.include('9.30');
    await picture(page, 'act-calculated');
    await page.getByText('Construction permit').first().waitFor();
    const path = new URL(page.url()).pathname.split('/');
    await page.goto(`${served.origin}/console/instances/${path[3]}`);
    await page.getByText('Who did what, and who was told what').first().waitFor();
    expect(await page.locator('.cells').first().locator('[data-state=stated]').count()).to.equal(8);
    expect(await axeFaults(page), 'instance').to.eql([]);
    await picture(page, 'instance');
    await page.getByRole('heading', { name: 'Warehouse extension, Dock Street 14' }).waitFor();
    await page.locator('table a.pill').first().click();
    await page.getByRole('heading', { name: 'Who can open it' }).waitFor();
    expect(await axeFaults(page), 'readers').to.eql([]);
    expect(faults).to.eql([]);
  });

  it('confirms, reserves, hands over and cancels beside the form', async () => {
    const instanceId = await offer();
    await twinOf(instanceId);
    const { page, faults } = await visit(served);
    await signIn(page, '/inbox');
    await page.getByRole('link', { name: 'Confirm: Offer' }).click();
    await page.getByRole('heading', { name: 'Waits for you beside the form' }).waitFor();
    expect(await axeFaults(page), 'moves').to.eql([]);
    await picture(page, 'moves');
    await page.getByRole('button', { name: 'Have it done again' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Have it done again' }).click();
    await dialog.getByRole('alert').getByText('Say why').waitFor();
    expect(await axeFaults(page), 'move').to.eql([]);
    await picture(page, 'move');
    await page.keyboard.press('Escape');
    const make = async (button: string, wallet?: string) => {
      await page.getByRole('button', { name: button, exact: true }).first().click();
      if (wallet !== undefined) await dialog.getByLabel('Wallet').selectOption({ label: wallet });
      await dialog.getByRole('button', { name: button, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Signed and sealed.').waitFor();
    };
    await make('Confirm');
    await page.getByText('What else can be done').click();
    await make('Reserve', 'clerk');
    await make('Deliver');
    await make('Give back');
    await page.getByRole('button', { name: 'Hand over' }).last().click();
    await page.getByLabel('Wallet that holds the role then').fill(wallets.contractor as string);
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { participantWallets } = await asked('getInstance', { params: { instanceId }, query: { registerId } });
    expect(participantWallets.buyer).to.equal(wallets.contractor);
    await page.getByRole('link', { name: 'Proof of all of it' }).click();
    await verdict(page, 'consistent');
    expect(await page.locator('.proven li').count()).to.equal(6);
    expect(await axeFaults(page), 'proof').to.eql([]);
    await picture(page, 'instance-proof');
    await page.goBack();
    await page.getByText('What else can be done').click();
    await make('Cancel it');
    await page.getByText('Cancelled').waitFor();
    await picture(page, 'moves-over');
    expect(faults).to.eql([]);
  });

  it('sends a file of 5 MiB, which a draft keeps', async () => {
    const plan = { type: 'object', properties: { plan: { type: 'object', 'x-file': {} } }, required: ['plan'] };
    const filing = {
      ...{ language: 2, title: 'Filing', description: 'A plan is filed.' },
      participants: [
        { id: 'architect', name: 'Architect', walletAddress: wallets.contractor },
        { id: 'office', name: 'Office', walletAddress: wallets.engineer },
      ],
      actions: [
        step(1, 'architect', [2], {
          ...{ title: 'File the plan', isStartingAction: true, dataSchemas: [plan] },
          disclosures: [{ participantAddress: 'office', dataPointers: ['/*'] }],
        }),
        step(2, 'office', [], { title: 'Stamp it' }),
      ],
    };
    await publish('filing', filing);
    const { id } = await asked('createInstance', { body: { registerId, blueprintId: 'filing' } }, 201);
    const { page, faults } = await visit(served);
    await signIn(page, `/act/${id}/1`);
    const buffer = Buffer.alloc(5 * 1024 * 1024, 'plan');
    // The node refuses the second part once.
    let isRefused = false;
    await page.route('**/api/file-chunks', (route) => {
      const isSecond = route.request().postData()?.includes('"chunkIndex":1') === true;
      if (!isSecond || isRefused) return route.continue();
      isRefused = true;
      const json = { code: 'UPLOADS_FULL', detail: 'Too many uploads are open.' };
      return route.fulfill({ status: 409, contentType: 'application/problem+json', json });
    });
    await page.locator(field('plan')).setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer });
    await page.getByText('UPLOADS_FULL').waitFor();
    expect(await axeFaults(page), 'upload').to.eql([]);
    await picture(page, 'upload');
    await page.locator('#page').getByText('Draft kept on this computer').waitFor();
    const before = await page.evaluate<number>(DRAFT_KEPT_AT);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('plan.pdf, 5,242,880 bytes').waitFor();
    while ((await page.evaluate<number>(DRAFT_KEPT_AT)) === before);
    await page.reload();
    await page.getByText('plan.pdf, 5,242,880 bytes').waitFor();
    await page.getByRole('button', { name: 'Review and sign' }).click();
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await page
      .locator('#page')
      .getByText(/Sealed in docket \d+/)
      .waitFor();
    const { data } = await asked('getInstanceState', {
      params: { instanceId: id },
      query: { wallet: wallets.engineer },
    });
    expect(data.plan).to.include({ fileName: 'plan.pdf', size: buffer.length });
    expect(faults).to.eql([]);
  });

  it('is used in German and in the dark, on a phone', async () => {
    const how = { viewport: { width: 390, height: 844 }, locale: 'de-DE', colorScheme: 'dark' } as const;
    const { page, faults } = await visit(served, how);
    await signIn(page, '/inbox');
    await page.getByRole('heading', { name: 'Eingang' }).waitFor();
    expect(await axeFaults(page), 'inbox').to.eql([]);
    await picture(page, 'inbox-phone');
    expect(await widthOf(page)).to.be.at.most(390);
    await page.goto(`${served.origin}/console/begin`);
    await page.getByRole('button', { name: 'Apply' }).click();
    await leaveByPress(page, 'project', 'residential');
    await fill(page, { projectValue: '1.850.000,5', storeys: '1,5' });
    await page.locator(field('project')).click();
    expect(await page.locator(field('projectValue')).inputValue()).to.equal('1.850.000,5');
    await page.getByText('Geben Sie eine ganze Zahl ein.').waitFor();
    expect(await axeFaults(page), 'form').to.eql([]);
    await picture(page, 'act-phone');
    expect(await widthOf(page)).to.be.at.most(390);
    expect(faults).to.eql([]);
  });
});
