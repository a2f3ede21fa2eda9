// Wallets and credentials in the console: a credential of a sealed action is taken by one press and shown at the gate
// of another register, until it is revoked; a phone shows another one. A wallet is made and shared.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { EXAMPLE } from '../../api/examples/values.js';
import { UNREHEARSED } from '../../cli/harness/unrehearsed.js';
import { aShop, askWallet, QUERY, trustShops } from '../contract/credentials/presenting/other-verifier.js';
import {
  grantPermit,
  issuedFor,
  issuedOf,
  PERMIT_TYPE,
  permitDefinition,
  permitRegister,
  until,
} from '../contract/credentials/runs/permits.js';
import { answerOf, fetchObject, post, seedVerifier, shownTo } from '../contract/credentials/verifier-fixtures.js';
import { ask } from '../contract/ledger/fixtures.js';
import { gatedRegister, LICENCE, member, pinOwnKey } from '../contract/workflow/gate-fixtures.js';
import { axeFaults, type ConsoleVisit, picture, signInAt, visit, widthOf } from './console-visits.js';
import { type ServedPages, servedOfAll } from './served-pages.js';

/** A verifier may keep a token of the list for so long. */
const STATUS_KEPT_MS = 301_000;
const WHO = { email: EXAMPLE.administratorEmail, password: EXAMPLE.password };

/** A visit takes the permit that the other register issued, or a licence of the office. */
const VISIT = {
  ...{ id: 'visit', language: 2, title: 'Visit of a site', description: 'Who has a permit visits the site.' },
  cancellation: { by: ['opener'] },
  participants: [
    { id: 'visitor', name: 'Visitor', walletAddress: EXAMPLE.holdingWalletAddress },
    { id: 'office', name: 'Site office', walletAddress: EXAMPLE.walletAddress },
  ],
  actions: [
    {
      ...{ id: 1, title: 'Visit the site', sender: 'visitor', isStartingAction: true },
      dataSchemas: [{ type: 'object', properties: { site: { type: 'string', title: 'Site' } }, required: ['site'] }],
      disclosures: [{ participantAddress: 'office', dataPointers: ['/site'] }],
      credentialRequirements: [
        {
          ...{ ...member(), id: 'permit', vct: PERMIT_TYPE, readers: ['office'], anyOfGroup: 'paper' },
          requiredClaims: [{ claimName: 'number' }],
        },
        { ...LICENCE, readers: ['office'], anyOfGroup: 'paper' },
      ],
      routes: [{ id: 'r', nextActionIds: [] }],
    },
  ],
};

describe('wallets and credentials in the console', function () {
  this.timeout(180_000);
  const served = servedOfAll();
  let issuing: ReturnType<ServedPages['world']['issuing']> | undefined;
  let here: ConsoleVisit;
  before(async () => {
    const registerId = await permitRegister(served.world, permitDefinition({ txCode: 'mail' }));
    issuing = served.world.issuing();
    await issuing.start();
    await issuedFor(served.world, await grantPermit(served.world, registerId));
    await publishVisits();
    // Requests end by the time of the node, which its answers tell.
    const { app, deps } = served.world;
    const time = () => new Date(deps.clock.now()).toUTCString();
    app.server.prependListener('request', (_, response) => response.setHeader('date', time()));
    here = await visit(served);
  });
  after(async () => {
    await issuing?.stop();
  });

  async function publishVisits(): Promise<void> {
    const { world } = served;
    const registerId = await gatedRegister(world);
    await pinOwnKey(world, registerId);
    const body = { blueprintId: VISIT.id, override: UNREHEARSED, blueprintJson: VISIT };
    const published = await ask(world, 'publishBlueprint', { params: { registerId }, body });
    expect(published.status, published.text).to.equal(200);
  }

  /** Up to the gates of a visit. */
  async function beginVisit(page: Page): Promise<void> {
    await page.goto(`${served.origin}/console/begin`);
    await press(page, 'Visit the site');
    await page.getByRole('heading', { name: 'This action takes a credential' }).waitFor();
    await page.locator('[id="field/site"]').fill('Harbour 1');
    await press(page, 'Review and sign');
  }

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const seen = async (page: Page, name: string): Promise<void> => {
    expect(await axeFaults(page), name).to.eql([]);
    await picture(page, name);
  };

  it('take a credential that waits by the code in a mail, and show its claims when asked', async () => {
    const { page, faults } = here;
    await signInAt(page, `${served.origin}/console/inbox`, WHO);
    await page.getByRole('link', { name: 'A credential waits to be taken' }).click();
    await page.getByRole('heading', { name: 'A credential waits for you' }).waitFor();
    await seen(page, 'wallets');
    await press(page, 'Take it');
    const dialog = page.getByRole('dialog', { name: 'Permit' });
    await dialog.getByText('It was just sent to you by mail').waitFor();
    const code = /: (\d{6})$/m.exec(served.mails.at(-1)?.text ?? '')?.[1] ?? '';
    const takeWith = async (text: string) => {
      await dialog.getByLabel('Code of the offer').fill(text);
      await dialog.getByRole('button', { name: 'Take it' }).click();
    };
    await takeWith(code === '000000' ? '111111' : '000000');
    await dialog.getByText('The issuer did not give it: the code is wrong').waitFor();
    await seen(page, 'wallets-code');
    await takeWith(code);
    await page.getByRole('link', { name: 'Permit', exact: true }).click();
    await page.getByRole('heading', { name: 'Permit', level: 1 }).waitFor();
    const claims = page.locator('.claims');
    expect(await claims.innerText()).to.not.include('BP-2026-0001');
    await press(page, 'Show');
    expect(await claims.innerText()).to.include('BP-2026-0001');
    await page.getByText('valid, by the register').waitFor();
    await seen(page, 'credential');
    expect(faults).to.eql([]);
  });

  it('show it at a gate of another register, and sign the action with that', async () => {
    const { page, faults } = here;
    await beginVisit(page);
    await page.getByRole('link', { name: 'Permit', exact: true }).waitFor();
    await picture(page, 'act-gate');
    await press(page, 'Go on to the credentials');
    const gate = page.getByRole('dialog').getByRole('group', { name: 'Permit' }).first();
    await gate.getByText('Mine shows: number').waitFor();
    await seen(page, 'gates');
    await gate.getByRole('button', { name: 'Show it' }).click();
    await gate.getByText('good', { exact: true }).waitFor();
    await press(page, 'Sign and send');
    await page
      .locator('#page')
      .getByText(/Sealed in docket \d+/)
      .waitFor();
    expect(faults).to.eql([]);
  });

  it('hear of a verifier of this node while the inbox is open, and refuse it', async () => {
    const { page, faults } = here;
    await seedVerifier(served.world);
    await page.goto(`${served.origin}/console/inbox`);
    await page.getByRole('heading', { name: 'No task waits for you' }).waitFor();
    await askWallet(served.world, { credentialType: PERMIT_TYPE, requiredClaims: [{ claimName: 'number' }] });
    await page.getByRole('link', { name: 'A verifier waits for your answer' }).click();
    await page.locator('a[href*="/present/"]').click();
    await page.getByText('1 of 2 claims leave.').waitFor();
    await press(page, 'Refuse');
    await page.getByRole('heading', { name: /was told that you show nothing$/ }).waitFor();
    expect(faults).to.eql([]);
  });

  it('answer a verifier with what it asks for and nothing else, once its person saw who asks', async () => {
    const { page, faults } = here;
    const shop = aShop(served.world);
    const [asked] = QUERY.credentials;
    shop.claims = {
      dcql_query: { credentials: [{ ...asked, meta: { vct_values: [PERMIT_TYPE] }, claims: [{ path: ['number'] }] }] },
    };
    shop.answer = { json: { redirect_uri: 'https://elsewhere.example/thanks' } };
    await page.goto(`${served.origin}/console/wallets`);
    await page.getByRole('link', { name: 'Show a credential' }).click();
    await page.getByLabel('Link, or text of the QR code').fill(shop.uri());
    await seen(page, 'present');
    await press(page, 'Look at it');
    await page.getByText('1 of 2 claims leave.').waitFor();
    await page.getByText('not known', { exact: true }).waitFor();
    const claims = page.locator('.claims');
    expect(await claims.innerText())
      .to.include('BP-2026-0001')
      .and.not.include('Harbour');
    const show = page.getByRole('button', { name: 'Show it to shop.example' });
    expect(await show.count(), 'before the person says that it knows the host').to.equal(0);
    await page.getByLabel('I know shop.example').check();
    await seen(page, 'present-asked');
    expect(shop.answers).to.have.length(0);
    const address = page.url();
    await show.click();
    await page.getByRole('heading', { name: 'Shown to shop.example' }).waitFor();
    await page.getByText('sends you on to elsewhere.example').waitFor();
    await seen(page, 'present-sent');
    const { vp_token: token } = await shop.opened();
    const [text = ''] = (token as Record<string, readonly string[]>).member ?? [];
    const names = text
      .split('~')
      .slice(1, -1)
      .map((part) => JSON.parse(String(Buffer.from(part, 'base64url')))[1]);
    expect(names).to.deep.equal(['number']);
    await page.goto(address);
    await page.getByText('No such request waits for you: it was answered').waitFor();
    expect(faults).to.eql([]);
  });

  it('say what is wrong with a request of a stranger, and show it nothing', async () => {
    const { page, faults } = here;
    const shop = aShop(served.world);
    const look = async (request: string): Promise<void> => {
      await page.goto(`${served.origin}/console/present?${new URL(request).searchParams}`);
      await press(page, 'Look at it');
    };
    shop.claims = { response_uri: 'https://evil.example/answers/1' };
    await look(shop.uri());
    await page.getByText('so a stranger asks in the name of another').waitFor();
    expect(page.url()).to.equal(`${served.origin}/console/present`);
    await seen(page, 'present-refused');
    shop.claims = { exp: 1 };
    await look(shop.uri());
    await page.getByText('This request cannot be trusted or read').waitFor();
    shop.claims = {};
    await look(shop.uri());
    await page.getByText('No credential of this wallet answers it.').waitFor();
    await trustShops(served.world);
    await look(shop.uri());
    await page.getByText('CN=Shop, O=Quorate').waitFor();
    await press(page, 'Refuse');
    await page.getByRole('heading', { name: 'shop.example was told that you show nothing' }).waitFor();
    expect(shop.answers.map((form) => form.get('error'))).to.deep.equal(['access_denied']);
    expect(faults).to.eql([]);
  });

  it('say why a gate refuses it once it is revoked, and take one of a phone in its place', async () => {
    const { page, faults } = here;
    const { world } = served;
    await page.goto(`${served.origin}/console/issued`);
    const row = page.locator('.rows .row').first();
    await row.getByText('in force', { exact: true }).waitFor();
    await seen(page, 'issued');
    for (const [act, state] of [
      ['Suspend', 'suspended'],
      ['Reinstate', 'in force'],
      ['Revoke', 'revoked'],
    ] as const) {
      await row.getByRole('button', { name: act }).click();
      const asking = page.getByRole('dialog');
      await asking.getByLabel('Reason').fill('The site was sold.');
      await seen(page, `issued-${act}`);
      await asking.getByRole('button', { name: act }).click();
      await row.getByText(state, { exact: true }).waitFor();
    }
    await page.getByRole('link', { name: 'suspended', exact: true }).click();
    await page.getByText('None of these was found.').waitFor();
    await page.getByRole('link', { name: 'revoked', exact: true }).click();
    await row.getByText('The site was sold.').waitFor();
    await until(async () => (await issuedOf(world))[0]?.state === 'Revoked');
    world.advance(STATUS_KEPT_MS);
    await beginVisit(page);
    expect(await axeFaults(page), 'review').to.eql([]);
    await press(page, 'Go on to the credentials');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('group', { name: 'Permit' }).first().getByRole('button', { name: 'Show it' }).click();
    await dialog.getByText('It was revoked or suspended, or its status cannot be read.').waitFor();
    await seen(page, 'gates-refused');
    const licence = dialog.getByRole('group', { name: 'Permit' }).last();
    await licence.getByRole('button', { name: 'With a wallet on a phone' }).click();
    await licence.getByRole('button', { name: 'Show a QR code' }).click();
    await licence.getByText('Waiting for the wallet …').waitFor();
    await seen(page, 'gates-phone');
    const link = await licence.getByRole('link').getAttribute('href');
    const requestUri = new URL(link ?? '').searchParams.get('request_uri') ?? '';
    const { claims } = await fetchObject(world, { requestUri });
    const answer = await answerOf(claims, { licence: [shownTo(world, claims)] });
    expect((await post(world, claims.response_uri, answer)).status).to.equal(200);
    await licence.getByText('good', { exact: true }).waitFor();
    await press(page, 'Sign and send');
    await page
      .locator('#page')
      .getByText(/Sealed in docket \d+/)
      .waitFor();
    await page.goto(`${served.origin}/console/wallets`);
    await page.getByText('Revoked', { exact: true }).waitFor();
    expect(faults).to.eql([]);
  });

  it('make a wallet whose words are asked back, give it to somebody, and bring it back', async () => {
    const { page, faults } = here;
    await page.goto(`${served.origin}/console/wallets`);
    await press(page, 'New wallet');
    await page.getByLabel('Name of the wallet').fill('Papers');
    await seen(page, 'wallet-new');
    await press(page, 'Make a wallet');
    await page.getByRole('heading', { name: 'Write these words down' }).waitFor();
    const secret = await page.locator('.secret-words li').allInnerTexts();
    expect(secret).to.have.length(12);
    await press(page, 'I have written them down');
    for (const label of await page.getByLabel(/^Word \d+$/).all()) {
      const place = Number(/\d+/.exec((await label.evaluate((field: Labelled) => field.labels[0]?.innerText)) ?? ''));
      await label.fill(secret[place - 1] ?? '');
    }
    await press(page, 'Check');
    await page.getByRole('link', { name: 'Papers' }).waitFor();
    for (const word of secret) expect(await page.content()).to.not.include(`>${word}<`);
    await page.getByRole('link', { name: 'Papers' }).click();
    await page.getByRole('heading', { name: 'Papers', level: 1 }).waitFor();
    await press(page, 'Give access');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Id of the person').fill(EXAMPLE.userPlatformId);
    await dialog.getByLabel('What for').selectOption('ReadWrite');
    await seen(page, 'wallet-access');
    await dialog.getByRole('button', { name: 'Give access' }).click();
    await page.getByRole('button', { name: /^End the access of/ }).waitFor();
    await seen(page, 'wallet');
    await page.getByRole('button', { name: /^End the access of/ }).click();
    await page.getByText('You alone.').waitFor();
    expect(faults).to.eql([]);
  });

  it('are used in German and in the dark, on a phone', async () => {
    const how = { viewport: { width: 390, height: 844 }, locale: 'de-DE', colorScheme: 'dark' } as const;
    const { page, faults } = await visit(served, how);
    await signInAt(page, `${served.origin}/console/wallets`, WHO);
    await page.getByRole('heading', { name: 'Wallets und Nachweise' }).waitFor();
    await seen(page, 'wallets-phone');
    expect(await widthOf(page)).to.be.at.most(390);
    await page.getByRole('link', { name: 'Permit', exact: true }).click();
    await page.getByText('widerrufen, laut Register').waitFor();
    await seen(page, 'credential-phone');
    expect(await widthOf(page)).to.be.at.most(390);
    await page.goto(`${served.origin}/console/present`);
    await page.getByLabel('Link oder Text des QR-Codes').fill(aShop(served.world).uri());
    await press(page, 'Ansehen');
    await page.getByText('Kein Nachweis dieser Wallet passt dazu.').waitFor();
    await seen(page, 'present-phone');
    expect(await widthOf(page)).to.be.at.most(390);
    await page.goto(`${served.origin}/console/issued`);
    await page.locator('.rows').getByText('widerrufen', { exact: true }).waitFor();
    await seen(page, 'issued-phone');
    expect(await widthOf(page)).to.be.at.most(390);
    expect(faults).to.eql([]);
  });
});

interface Labelled {
  readonly labels: readonly { readonly innerText: string }[];
}
