// Texts of a definition over HTTP: Accept-Language chooses titles of what waits and what may begin, and the sentence of
// a refused payload; codes, places and the definition itself stay what they are.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { JsonObject } from '../../../core/base/json.js';
import { ask, buyer } from '../ledger/fixtures.js';
import { BLUEPRINT, type DraftRegister, draftRegister, said } from '../people/draft-register.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { worldOfAll } from '../world/world-of.js';

const amount = (key: string) => ({
  dataSchemas: [
    {
      type: 'object',
      properties: {
        n: { type: 'integer', minimum: 0, maximum: 999_999, 'x-error': { minimum: key, maximum: 'high' } },
      },
      required: ['n'],
    },
  ],
});
const DEFINITION = {
  language: 2,
  title: 'Question',
  description: 'One asks, the other answers.',
  participants: [{ id: 'asks' }, { id: 'office', walletAddress: EXAMPLE.walletAddress }],
  actions: [
    {
      ...{ id: 1, sender: 'asks', title: 'Ask', isStartingAction: true, ...amount('low') },
      disclosures: [{ participantAddress: 'office', dataPointers: ['/*'] }],
      routes: [{ id: 'on', nextActionIds: [2] }],
    },
    {
      ...{ id: 2, sender: 'office', title: 'Answer', description: 'Yes or no.', ...amount('low') },
      disclosures: [{ participantAddress: 'asks', dataPointers: ['/*'] }],
      routes: [{ id: 'end', nextActionIds: [] }],
    },
  ],
  texts: {
    de: {
      title: 'Anfrage',
      '1.title': 'Fragen',
      '2.title': 'Antworten',
      low: 'Null oder mehr.',
      high: 'Weniger als eine Million.',
    },
    en: { high: 'Less than a million.' },
    fr: { '2.title': 'Répondre', '2.description': 'Oui ou non.', low: 'Zéro ou plus.' },
  },
} as unknown as JsonObject;

describe('texts of a definition over HTTP', () => {
  const world = worldOfAll();
  let at: DraftRegister;
  before(async () => {
    await seedExampleWallet(world.deps);
    at = await draftRegister(world, DEFINITION);
    expect(said(await at.submit(at.move(1, buyer, { instanceId: 'q' })))).to.equal('200 sealed');
  });

  const spoken = (language: string | undefined) =>
    language === undefined ? {} : { headers: { 'accept-language': language } };

  it('are chosen by Accept-Language for what waits, what follows and what may begin', async () => {
    const { registerId } = at;
    const read = async (language?: string) => {
      const how = spoken(language);
      const params = { wallet: EXAMPLE.walletAddress, register: registerId };
      const pending = (await ask(world, 'listPendingActions', { params }, how)).json.items[0];
      const query = { registerId };
      const next = (await ask(world, 'getNextActions', { params: { instanceId: 'q' }, query }, how)).json;
      const starts = (await ask(world, 'listStartingActions', { params }, how)).json.blueprints[0];
      expect([next.nextActions[0].title, next.nextActions[0].description]).to.deep.equal([
        pending.title,
        pending.description,
      ]);
      return [
        pending.blueprintTitle,
        pending.title,
        pending.description,
        starts.title,
        starts.availableActions[0].title,
      ];
    };
    expect(await read()).to.deep.equal(['Question', 'Answer', 'Yes or no.', 'Question', 'Ask']);
    expect(await read('de-CH, en;q=0.5')).to.deep.equal(['Anfrage', 'Antworten', 'Yes or no.', 'Anfrage', 'Fragen']);
    expect(await read('it, fr;q=0.8')).to.deep.equal(['Question', 'Répondre', 'Oui ou non.', 'Question', 'Ask']);
    const params = { id: BLUEPRINT, publicationTxId: at.pin };
    const known = (await ask(world, 'getDefinition', { params }, spoken('de'))).json;
    expect(known.blueprint, 'what was published').to.deep.include({ title: 'Question', texts: DEFINITION.texts });
  });

  it('say why a payload is refused, with the code and the place of every language', async () => {
    const refused = async (language?: string, n = -1) => {
      const body = {
        ...{ blueprintId: BLUEPRINT, actionId: '1', senderWallet: EXAMPLE.walletAddress },
        ...{ registerAddress: at.registerId, payloadData: { n } },
      };
      const { status, json } = await ask(world, 'submitAction', { body }, spoken(language));
      expect(json.errors).to.deep.equal([{ code: json.code, path: json.path, message: json.detail }]);
      return [status, json.code, json.path, json.detail];
    };
    const place = [400, 'VAL_SCHEMA_004', '/payloadData/n'];
    expect(await refused('fr')).to.deep.equal([...place, 'Zéro ou plus.']);
    expect(await refused('de')).to.deep.equal([...place, 'Null oder mehr.']);
    expect(await refused(), 'the first that there is').to.deep.equal([...place, 'Null oder mehr.']);
    expect(await refused('it', 1_000_000), 'English, as all else').to.deep.equal([...place, 'Less than a million.']);
    expect(await refused('de', 1_000_000)).to.deep.equal([...place, 'Weniger als eine Million.']);
  });
});
