// A building permit, designed, rehearsed, published and run in browsers: by five people at the nodes of three
// organisations, of whom one reads German, one has a phone, one has no pointer. An outsider proves it in the end,
// without any node. CONSOLE_PICTURES=folder keeps pictures.
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import type { Browser, BrowserContextOptions, Locator } from 'playwright-core';
import { sessionIn } from '../../api/client/client.js';
import { introduce, newPlayer, type Player } from '../../cli/harness/cast.js';
import { newIssuer } from '../../cli/harness/credentials.js';
import { type ClusterMember, MeshCluster } from '../../cli/harness/mesh-cluster.js';
import { everywhere, foundShared } from '../../cli/harness/shared-register.js';
import { messagesIn } from '../support/base/console-words.js';
import { type ConsoleVisit, picture, signInAt, tabTo, verdict, visit } from './console-visits.js';
import { launchBrowser } from './served-pages.js';

const PASSWORDS = ['nine herons cross the estuary', 'two ferries meet at dawn'] as const;

interface PartyOf {
  /** Its role in the template. */
  readonly role: string;
  readonly organisation: string;
  /** Index of its node. */
  readonly at: number;
  readonly browser?: BrowserContextOptions;
  /** No pointer is used. */
  readonly hasKeysAlone?: boolean;
}

const PARTIES = {
  contractor: { role: 'Contractor', organisation: 'Brightwall Construction', at: 0, browser: { locale: 'de-DE' } },
  engineer: {
    role: 'Structural engineer',
    organisation: 'Keystone Engineers',
    at: 0,
    browser: { viewport: { width: 390, height: 844 } },
  },
  planner: { role: 'Planning officer', organisation: 'Town council', at: 1 },
  control: { role: 'Building control', organisation: 'Town council', at: 1, hasKeysAlone: true },
  environment: { role: 'Environmental officer', organisation: 'Environment agency', at: 2 },
} as const satisfies Readonly<Record<string, PartyOf>>;
type Party = keyof typeof PARTIES;
const NAMES = Object.keys(PARTIES) as Party[];

interface Step {
  readonly by: Party;
  readonly title: string;
  readonly chosen?: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Its way as it is rehearsed, and then as it is run. */
const WAY: readonly Step[] = [
  {
    ...{ by: 'contractor', title: 'Apply', chosen: 'commercial' },
    fields: {
      ...{ project: 'Riverside', storeys: '8', floorArea: '3500' },
      ...{ projectValue: '5000000', bankReference: 'account 7' },
    },
  },
  { by: 'engineer', title: 'Assess the structure', fields: { structuralNotes: 'Sound down to the piles.' } },
  { by: 'planner', title: 'Review the plan', fields: { 'planningConditions/0': 'Quiet hours from eight' } },
  { by: 'environment', title: 'Assess the environment', fields: { mitigation: 'Forty trees along the bank.' } },
  { by: 'control', title: 'Set the fee', fields: { inspector: 'R. Oduya' } },
  { by: 'control', title: 'Inspect the site', fields: { findings: 'Built as it was drawn.' } },
  { by: 'planner', title: 'Approve', fields: { permitNumber: 'BP-2026-0002' } },
];

interface Person extends ConsoleVisit {
  readonly player: Player;
  readonly hasKeysAlone: boolean;
  /** A word of the console in the language of the person, up to its first member. */
  readonly word: (id: string) => string;
}

/** Places that Tab goes over at most, to any control of a page. */
const TABS_MAX = 60;

describe('a permit in five browsers at three nodes', function () {
  this.timeout(300_000);
  let browser: Browser;
  let cluster: MeshCluster;
  let registerId: string;
  const people = {} as Record<Party, Person>;

  before(async function () {
    const begun = await launchBrowser();
    if (!begun) return this.skip();
    browser = begun;
    cluster = await MeshCluster.create({ nodes: 3, hasWallets: true });
    const founding = { name: 'Building permits', mode: 'majority', isPublic: true } as const;
    ({ registerId } = await foundShared(cluster, founding));
  });
  after(async () => {
    await browser?.close();
    await cluster?.remove();
  });

  it('is designed, rehearsed, published, applied for, approved and proven', async () => {
    await enter();
    await design();
    await rehearse();
    await publish();
    const { contractor, planner, environment } = people;
    await contractor.page.goto(`${consoleAt(contractor.player.at)}/begin`);
    for (const { by, title, chosen, fields } of WAY) {
      if (by === 'contractor') await contractor.page.getByRole('button', { name: title }).click();
      else await take(people[by], title);
      if (chosen !== undefined) await people[by].page.getByLabel(chosen).check();
      await act(people[by], fields, `permit-${title.toLowerCase().replaceAll(' ', '-')}`);
    }
    await takePermit(contractor);
    await lookBack(planner);
    await prove(contractor, environment);
    for (const [name, { faults }] of Object.entries(people)) expect(faults, name).to.eql([]);
  });

  /**
   * Each person gets an account at a node, a wallet, and a browser. The planner is the administrator of the council.
   */
  async function enter(): Promise<void> {
    for (const name of NAMES) {
      const { organisation, at: index, browser: how, hasKeysAlone = false }: PartyOf = PARTIES[name];
      const at = cluster.members[index] as ClusterMember;
      const isCouncil = name === 'planner';
      const account = isCouncil ? { ...at.node.credentials, token: at.token } : await accountOf(name, at);
      const part = { name, organisation, at, token: account.token };
      // Credentials are held by keys of P-256.
      const player = await (isCouncil ? newIssuer(part) : newPlayer({ ...part, algorithm: 'NISTP256' }));
      const visited = await visit({ browser }, how);
      await signInAt(visited.page, `${consoleAt(at)}/inbox`, account);
      const messages = messagesIn(how?.locale === 'de-DE' ? 'de.po' : 'en.po');
      const word = (id: string) => (messages.get(id) as string).replace(/ ?\{.*/s, '');
      people[name] = { ...visited, player, hasKeysAlone, word };
    }
    await introduce(registerId, players(), cluster.members);
  }

  async function accountOf(name: string, { node, token }: ClusterMember) {
    const client = node.client(token);
    const organizationId = String((await client.getMe()).organizationId);
    const email = `${name}@quorate.example`;
    const [first, password] = PASSWORDS;
    const body = { email, displayName: name, password: first };
    await client.inviteUser({ params: { organizationId }, body: { ...body, roles: ['Member'] } });
    const login = async (given: string) =>
      sessionIn(await node.client('').login({ body: { email, password: given } })).accessToken;
    await node.client(await login(first)).changePassword({ body: { currentPassword: first, newPassword: password } });
    return { email, password, token: await login(password) };
  }

  /** The planner takes a template, says who acts, and has building control inspect the site before the approval. */
  async function design(): Promise<void> {
    const { page, player } = people.planner;
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const view = (name: string) => page.getByRole('link', { name, exact: true }).click();
    const apply = () => button('Apply').click();
    const card = (name: string) => page.locator('.react-flow__node', { hasText: name });
    const item = (name: string) => page.locator('.field-name', { hasText: name });
    await page.goto(`${consoleAt(player.at)}/blueprints?show=templates`);
    await button('Use it: Construction permit').click();
    await button('Make the draft').click();
    await page.getByRole('heading', { name: 'Construction permit', level: 1 }).waitFor();
    await view('Roles');
    for (const name of NAMES) {
      const { role } = PARTIES[name];
      await item(role).click();
      await page.getByLabel('Take a participant of a register').selectOption(people[name].player.address);
      await apply();
      await item(`held by ${name}`).click();
    }
    await picture(page, 'permit-roles');
    await button('Action').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What is done').fill('Inspect the site');
    await dialog.getByLabel('Who does it').selectOption({ label: 'Building control' });
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'Inspect the site', level: 2 }).waitFor();
    await page.getByLabel('Stands in the list before').selectOption({ label: 'Approve' });
    await button('Route').click();
    await dialog.getByLabel('Leads to').selectOption({ label: 'Approve' });
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await view('Fields');
    await page.getByLabel('Name of a new field').fill('findings');
    await button('Add').click();
    await page.getByLabel('Label', { exact: true }).fill('What was found');
    await apply();
    await view('Who reads what');
    await button(/^Planning officer, findings: does not read it/).click();
    await button(/^Planning officer, findings: reads it/).waitFor();
    await view('Ways and times');
    await page.getByLabel('What to add').selectOption({ label: 'A time limit' });
    await button('Add').click();
    await page.getByLabel('After', { exact: true }).fill('14');
    await page.getByLabel('What it does').selectOption({ label: 'reminds' });
    await page.getByRole('checkbox', { name: 'Building control' }).check();
    await apply();
    await page.getByText('reminds Building control · 14 days').waitFor();
    await picture(page, 'permit-ways');
    await card('Set the fee').click();
    await item('to Approve').click();
    await page.getByRole('checkbox', { name: 'Inspect the site' }).check();
    await page.getByRole('checkbox', { name: 'Approve' }).uncheck();
    await apply();
    await page.getByText('to Inspect the site').waitFor();
    await card('Assess the structure').click();
    await view('Rules');
    await item('Base score is calculated').click();
    const rule = page.getByLabel('Rule', { exact: true });
    await rule.fill((await rule.inputValue()).replace('1.5', '1.25'));
    await page.getByText('On sample data it gives').waitFor();
    await apply();
    await page.getByText('No errors').waitFor();
    await picture(page, 'permit-designed');
  }

  /** The planner walks through it as each of its roles. */
  async function rehearse(): Promise<void> {
    const { page } = people.planner;
    await page.getByRole('link', { name: 'Who reads what' }).click();
    await page.getByRole('link', { name: 'Rehearsal' }).click();
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    for (const { by, title, chosen, fields } of WAY) {
      const form = page.getByRole('form', { name: title });
      await form.waitFor();
      if (chosen !== undefined) await form.getByLabel(chosen).check();
      await fill(people.planner, fields);
      await form.getByRole('button', { name: `Do it as ${PARTIES[by].role}` }).click();
    }
    await page.getByText('Passed', { exact: true }).waitFor();
    await picture(page, 'permit-rehearsed');
  }

  async function publish(): Promise<void> {
    const { page, player } = people.planner;
    await page.getByRole('link', { name: 'It can be published' }).click();
    await page.getByText('It was rehearsed as it is now').waitFor();
    await page.getByText('The wallets of 5 roles are known').waitFor();
    await picture(page, 'permit-gates');
    await page.getByRole('button', { name: 'Publish on Building permits' }).click();
    await page.getByText('Published on Building permits, version 1').waitFor();
    const { height } = await player.at.node.client(player.at.token).getRegister({ params: { registerId } });
    await everywhere(cluster.members, registerId, Number(height));
    await page.getByRole('link', { name: 'Inbox' }).first().click();
  }

  const players = () => Object.values(people).map(({ player }) => player);
  /** By the name of this machine, which passkeys and the sign-in know. */
  const consoleAt = ({ node }: ClusterMember) => `http://localhost:${new URL(node.url).port}/console`;

  /** Opens what waits, as soon as the open inbox shows it. */
  async function take(person: Person, title: string): Promise<void> {
    await press(person, person.page.getByRole('link', { name: title }));
    await person.page.getByRole('heading', { name: title, level: 1 }).waitFor();
  }

  async function act(person: Person, fields: Readonly<Record<string, string>>, name: string): Promise<void> {
    const { page, word } = person;
    await fill(person, fields);
    await page.locator('#page').getByText(word('act.kept')).waitFor();
    await picture(page, name);
    await press(person, page.getByRole('button', { name: word('act.review') }));
    await press(person, page.getByRole('button', { name: word('review.sign') }));
    await page.locator('#page').getByText(word('receipt.sealed-in')).waitFor();
    await press(person, page.getByRole('link', { name: word('receipt.inbox') }));
    // Nothing moves in a list under the pointer.
    if (!person.hasKeysAlone) await page.mouse.move(0, 0);
  }

  async function fill({ page, word, ...person }: Person, fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [field, value] of Object.entries(fields)) {
      if (field.endsWith('/0')) await page.getByRole('button', { name: word('form.row.add') }).click();
      const control = page.locator(`[id="field/${field}"]`);
      if (!person.hasKeysAlone) await control.fill(value);
      else {
        await tabTo(page, control, TABS_MAX);
        await page.keyboard.type(value);
      }
    }
  }

  async function press(person: Person, control: Locator): Promise<void> {
    if (!person.hasKeysAlone) return control.click();
    await tabTo(person.page, control, TABS_MAX);
    await person.page.keyboard.press('Enter');
  }

  /** The council issues the permit behind its approval; the contractor takes it into the wallet that applied. */
  async function takePermit({ page, player, word }: Person): Promise<void> {
    await page.goto(`${consoleAt(player.at)}/wallets`);
    await page.getByRole('button', { name: word('available.take') }).click();
    await page.getByRole('link', { name: 'Building Permit Credential' }).click();
    await page.getByRole('button', { name: word('held.claims.show'), exact: true }).click();
    await page.locator('.claims').getByText('BP-2026-0002').waitFor();
    await picture(page, 'permit-held');
  }

  /** The council sees the same instance, and the mesh that sealed it. */
  async function lookBack({ page, player }: Person): Promise<void> {
    await page.goto(`${consoleAt(player.at)}/instances`);
    await page.locator('main li a').first().click();
    await page.getByText('Who did what, and who was told what').first().waitFor();
    await picture(page, 'permit-instance');
    await page.goto(`${consoleAt(player.at)}/mesh`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Live').waitFor();
    await picture(page, 'permit-mesh');
  }

  /**
   * The contractor keeps the evidence; an outsider checks it in a browser without a network, by a head of the agency.
   */
  async function prove(contractor: Person, agency: Person): Promise<void> {
    const { page, player, word } = contractor;
    const [instance] = (await clientAt(contractor).listInstances({})).items;
    await page.goto(`${consoleAt(player.at)}/instances/${instance?.id}`);
    await page.getByText(word('told.title')).first().waitFor();
    await picture(page, 'permit-instance');
    await page
      .getByRole('link', { name: word('told.proof') })
      .last()
      .click();
    await verdict(page, 'consistent');
    const kept = page.waitForEvent('download');
    await page.getByRole('button', { name: word('transaction.keep') }).click();
    const evidence = await (await kept).path();
    const { at } = agency.player;
    const params = { registerId, docketId: 'latest' };
    const { hash, number } = await at.node.client(at.token).getDocket({ params });
    const outsider = await visit({ browser });
    await outsider.page.context().setOffline(true);
    await outsider.page.goto(pathToFileURL('dist/console/verify.html').href);
    await outsider.page.setInputFiles('input[type=file]', evidence);
    await verdict(outsider.page, 'consistent');
    await outsider.page.getByLabel('Head from somebody else').fill(`${hash}@${number}`);
    await outsider.page.getByLabel('From whom you have it').fill('The environment agency, by telephone');
    await verdict(outsider.page, 'valid');
    await picture(outsider.page, 'permit-proven');
    expect(outsider.faults).to.eql([]);
  }

  const clientAt = ({ player: { at, token } }: Person) => at.node.client(token);
});
