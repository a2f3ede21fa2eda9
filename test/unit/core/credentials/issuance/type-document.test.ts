// What is told of a type: names and labels by language, and nothing that a wallet would refuse a credential for.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Action, CredentialIssuanceConfig, Definition } from '../../../../../core/blueprint/definition/types.js';
import { isTypeOfRegister, typeAddress, typeOfRegister } from '../../../../../core/credentials/issuance/names.js';
import { issuanceRulesOf } from '../../../../../core/credentials/issuance/rule.js';
import { labelledClaims, typeDocument } from '../../../../../core/credentials/issuance/type-document.js';

const REGISTER = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

function labelsOf(more: Partial<CredentialIssuanceConfig>, parts: Partial<Definition> = {}, schema: JsonObject = {}) {
  const credentialIssuanceConfig: CredentialIssuanceConfig = {
    ...{ credentialType: 'Permit', recipientParticipantId: 'applicant' },
    claimMappings: [
      { claimName: '["site","number"]', sourceField: '/permit/number' },
      { claimName: 'place', sourceField: '/place' },
    ],
    ...more,
  };
  const action: Action = { id: 2, sender: 'town', dataSchemas: [schema], credentialIssuanceConfig };
  const definition: Definition = { title: 'Permit', participants: [], actions: [action], ...parts };
  const [rule] = issuanceRulesOf(action);
  return rule && labelledClaims(definition, action, rule);
}

describe('core/credentials/issuance/type-document', () => {
  it('shows a type by language, with colours and a logo that a wallet may fetch', () => {
    const vct = 'urn:x:1';
    const look = { logoUri: 'https://town.example/logo.png', backgroundColor: '#003366', textColor: '#fff' };
    expect(
      typeDocument({ vct, display: [{ name: 'Permit', locale: 'en', ...look }, { name: 'Bau' }], claims: [] }),
    ).to.deep.equal({
      ...{ vct, name: 'Permit' },
      display: [
        {
          ...{ locale: 'en', name: 'Permit' },
          rendering: {
            simple: { logo: { uri: look.logoUri }, background_color: '#003366', text_color: '#fff' },
          },
        },
        { locale: 'und', name: 'Bau' },
      ],
    });
    const [shown] = typeDocument({
      vct,
      display: [{ name: 'P', description: 'For builders.', logoUri: 'http://x/l' }],
      claims: [],
    }).display as readonly JsonObject[];
    expect(shown).to.deep.equal({ locale: 'und', name: 'P', description: 'For builders.' });
    expect(typeDocument({ vct, display: [], claims: [] })).to.deep.equal({ vct, name: vct });
  });

  it('labels claims as the definition displays them, else by the texts and titles of their fields', () => {
    const schema = {
      properties: { permit: { properties: { number: { title: 'Number' } } }, place: { type: 'string' } },
    };
    const texts = { de: { '2/permit/number': 'Nummer', '2/place': 'Ort' }, fr: { '2/place': 'Lieu' } };
    expect(labelsOf({}, { texts }, schema)).to.deep.equal([
      {
        path: ['site', 'number'],
        display: [
          { locale: 'und', label: 'Number' },
          { locale: 'de', label: 'Nummer' },
        ],
      },
      {
        path: ['place'],
        display: [
          { locale: 'de', label: 'Ort' },
          { locale: 'fr', label: 'Lieu' },
        ],
      },
    ]);
    const display = [
      { name: 'Place', locale: 'en', description: 'Of the site.' },
      { label: 'Ort der Stelle', locale: 'de' },
      { name: 7, locale: 'fr' },
      { name: 'x', locale: 1 },
    ];
    expect(labelsOf({ claims: [{ path: 'place', display }] }, { texts })?.at(1)).to.deep.equal({
      path: ['place'],
      display: [
        { locale: 'de', label: 'Ort der Stelle' },
        { locale: 'fr', label: 'Lieu' },
        { locale: 'en', label: 'Place', description: 'Of the site.' },
      ],
    });
  });

  it('says nothing of a claim that has no label', () => {
    expect(labelsOf({})).to.deep.equal([]);
    expect(labelsOf({}, {}, { properties: { place: { title: 7 }, permit: true } })).to.deep.equal([]);
  });

  it('takes a type as that of a register by its whole name alone', () => {
    const address = typeAddress('https://node.example', { scope: REGISTER, name: 'Permit' });
    expect(address).to.equal(`https://node.example/credentials/types/${REGISTER}/Permit`);
    for (const type of [typeOfRegister(REGISTER, 'Permit'), address]) {
      expect(isTypeOfRegister(type, REGISTER), type).to.equal(true);
      expect(isTypeOfRegister(type, REGISTER.replace('6', '7')), type).to.equal(false);
      expect(isTypeOfRegister(`${type}/more`, REGISTER), type).to.equal(false);
    }
    for (const type of [
      'Permit',
      `urn:quorate:${REGISTER}:Permit:2`,
      `urn:other:${REGISTER}:Permit:1`,
      `https://x/types/${REGISTER}/P`,
    ])
      expect(isTypeOfRegister(type, REGISTER), type).to.equal(false);
  });
});
