// A building permit by five people in five browsers, at the nodes of three organisations: one reads German, one has a
// phone, one has no pointer. An outsider proves it in the end, without any node. CONSOLE_PICTURES=folder keeps pictures.
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import type { Browser, BrowserContextOptions, Locator } from 'playwright-core';
import { sessionIn } from '../../api/client/client.js';
import { introduce, newPlayer, type Player } from '../../cli/harness/cast.js';
import { newIssuer } from '../../cli/harness/credentials.js';
import { type ClusterMember, MeshCluster } from '../../cli/harness/mesh-cluster.js';
import { fromTemplate, publishDraft } from '../../cli/harness/publishing.js';
import { foundShared } from '../../cli/harness/shared-register.js';
import { messagesIn } from '../support/base/console-words.js';
import { type ConsoleVisit, picture, signInAt, verdict, visit } from './console-visits.js';
import { launchBrowser } from './served-pages.js';

const PASSWORDS = ['nine herons cross the estuary', 'two ferries meet at dawn'] as const;

interface PartyOf {
  readonly organisation: string;
  /** Index of its node. */
  readonly at: number;
  readonly browser?: BrowserContextOptions;
  /** No pointer is used. */
  readonly hasKeysAlone?: boolean;
}

const PARTIES = {
  contractor: { organisation: 'Brightwall Construction', at: 0, browser: { locale: 'de-DE' } },
  engineer: { organisation: 'Keystone Engineers', at: 0, browser: { viewport: { width: 390, height: 844 } } },
  planner: { organisation: 'Town council', at: 1 },
  control: { organisation: 'Town council', at: 1, hasKeysAlone: true },
  environment: { organisation: 'Environment agency', at: 2 },
} as const satisfies Readonly<Record<string, PartyOf>>;
type Party = keyof typeof PARTIES;
const NAMES = Object.keys(PARTIES) as Party[];

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

  it('is applied for, assessed, approved and proven', async () => {
    await enter();
    await publish();
    const { contractor, engineer, planner, environment, control } = people;
    await contractor.page.goto(`${consoleAt(contractor.player.at)}/begin`);
    await contractor.page.getByRole('button', { name: 'Apply' }).click();
    await contractor.page.getByLabel('commercial').check();
    const application = {
      ...{ project: 'Riverside', storeys: '8', floorArea: '3500' },
      ...{ projectValue: '5.000.000,00', bankReference: 'account 7' },
    };
    await act(contractor, application, 'permit-apply');
    await take(engineer, 'Assess the structure');
    await act(engineer, { structuralNotes: 'Sound down to the piles.' }, 'permit-assess');
    await take(planner, 'Review the plan');
    await planner.page.getByRole('button', { name: planner.word('form.row.add') }).click();
    await act(planner, { 'planningConditions/0': 'Quiet hours from eight' }, 'permit-review');
    await take(environment, 'Assess the environment');
    await act(environment, { mitigation: 'Forty trees along the bank.' }, 'permit-environment');
    await take(control, 'Set the fee');
    await act(control, { inspector: 'R. Oduya' }, 'permit-fee');
    await take(planner, 'Approve');
    await act(planner, { permitNumber: 'BP-2026-0002' }, 'permit-approve');
    await takePermit(contractor);
    await lookBack(planner);
    await prove(contractor, environment);
    for (const [name, { faults }] of Object.entries(people)) expect(faults, name).to.eql([]);
  });

  /** Each person gets an account at a node, a wallet, and a browser. The planner is the administrator of the council. */
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

  async function publish(): Promise<void> {
    const [acme, council, crux] = cluster.members as [ClusterMember, ClusterMember, ClusterMember];
    const wallets = Object.fromEntries(players().map(({ name, address }) => [name, address]));
    const organisations = Object.fromEntries(NAMES.map((name) => [name, PARTIES[name].organisation]));
    const given = { id: 'permit', parameters: { organisations, wallets } };
    const blueprint = await fromTemplate(council, 'construction-permit', given);
    await publishDraft({ registerId, members: [council, acme, crux] }, blueprint);
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
    for (const [field, value] of Object.entries(fields)) {
      const control = page.locator(`[id="field/${field}"]`);
      if (!person.hasKeysAlone) await control.fill(value);
      else {
        await tabTo(person, control);
        await page.keyboard.type(value);
      }
    }
    await page.getByText(word('act.kept')).waitFor();
    await picture(page, name);
    await press(person, page.getByRole('button', { name: word('act.review') }));
    await press(person, page.getByRole('button', { name: word('review.sign') }));
    await page.getByText(word('receipt.sealed-in')).waitFor();
    await press(person, page.getByRole('link', { name: word('receipt.inbox') }));
    // Nothing moves in a list under the pointer.
    if (!person.hasKeysAlone) await page.mouse.move(0, 0);
  }

  async function press(person: Person, control: Locator): Promise<void> {
    if (!person.hasKeysAlone) return control.click();
    await control.waitFor();
    await tabTo(person, control);
    await person.page.keyboard.press('Enter');
  }

  async function tabTo({ page }: Person, control: Locator): Promise<void> {
    const isThere = () => control.evaluate((element) => element === element.ownerDocument.activeElement);
    for (let tabs = 0; !(await isThere()); tabs++) {
      if (tabs === TABS_MAX) throw new Error(`Tab does not lead to ${control}.`);
      await page.keyboard.press('Tab');
    }
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

  /** The contractor keeps the evidence; an outsider checks it in a browser without a network, by a head of the agency. */
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
