// Both formats, both ways of issuing, both of asking, and both families of wallets on a phone, each with each. A
// credential is issued by one organisation and shown to another one. Of each row what is good is taken, and one thing
// that is not is refused.
import { expect } from 'chai';
import { clientOf } from '../../../cli/harness/cast.js';
import { aKey } from '../../contract/credentials/phone.js';
import { offer } from './issuing.js';
import type { Office } from './office.js';
import type { Answered, OnPhone, PhoneFamily } from './phones/family.js';
import { firstFamily } from './phones/first-family.js';
import { secondFamily } from './phones/second-family.js';
import type { CredentialStage } from './stage.js';
import { ask, outcomeOf } from './verifying.js';

const SPACE = 'org.quorate.example.1';
const MEMBER = { given_name: 'Eve', family_name: 'Holt', member_since: 2024 };

const FORMATS = {
  'dc+sd-jwt': {
    offered: { credentialType: 'urn:quorate:example:member:1', claims: MEMBER },
    asked: { credentialType: 'urn:quorate:example:member:1' },
    claimName: 'given_name',
  },
  mso_mdoc: {
    offered: { credentialType: 'org.quorate.example.member', format: 'mso_mdoc', claims: { [SPACE]: MEMBER } },
    asked: { credentialType: 'org.quorate.example.member', format: 'mso_mdoc' },
    claimName: JSON.stringify([SPACE, 'given_name']),
  },
} as const;
const ISSUING = ['pre-authorised code with a transaction code', 'authorisation code'] as const;
const ASKING = {
  'cross-device': {},
  'same-device': { flow: 'same-device', redirectUri: 'https://shop.example/done' },
} as const;
const MODES = [{ responseMode: 'direct_post' }, { profile: 'haip' }] as const;

export interface Variant {
  readonly title: string;
  readonly family: PhoneFamily;
  readonly format: keyof typeof FORMATS;
  readonly issuing: (typeof ISSUING)[number];
  readonly asking: keyof typeof ASKING;
  readonly mode: (typeof MODES)[number];
}

/** The two modes of an answer take turns, so that each meets each other choice. */
export function variants(): readonly Variant[] {
  const rows: Variant[] = [];
  for (const [f, family] of [firstFamily, secondFamily].entries())
    for (const [i, format] of (Object.keys(FORMATS) as (keyof typeof FORMATS)[]).entries())
      for (const [j, issuing] of ISSUING.entries())
        for (const [k, asking] of (Object.keys(ASKING) as (keyof typeof ASKING)[]).entries()) {
          const mode = MODES[(f + i + j + k) % MODES.length] as (typeof MODES)[number];
          const title = [family.name, format, issuing, asking, Object.values(mode)].join(', ');
          rows.push({ title, family, format, issuing, asking, mode });
        }
  return rows;
}

export async function walkVariant({ desks }: CredentialStage, variant: Variant): Promise<void> {
  const [issuer, , verifier] = desks;
  const { family } = variant;
  const held = await taken(issuer, variant);
  const { claimName } = FORMATS[variant.format];
  const good = await shown(verifier, variant, held);
  expect(good).to.deep.equal({ state: 'Verified', errors: [], claims: { [claimName]: 'Eve' }, status: 'Valid' });
  const stolen = await shown(verifier, variant, { ...held, key: aKey() });
  expect([stolen.state, stolen.errors], 'by another key').to.deep.equal(['Refused', ['binding']]);
  const declined = await ended(verifier, variant, (uri) => family.decline(uri));
  expect(declined.state).to.equal('Declined');
}

async function taken(issuer: Office, { family, format, issuing }: Variant): Promise<OnPhone> {
  const { offered } = FORMATS[format];
  const client = clientOf(issuer);
  if (issuing === 'authorisation code') {
    const { platformUserId: recipientUserId } = await client.getMe();
    const { credentialOfferUri } = await offer(issuer, { ...offered, recipientUserId });
    return family.take(credentialOfferUri, {
      signIn: async (requestUri) =>
        (await client.answerCredentialAuthorization({ body: { requestUri, isAllowed: true } })).location,
    });
  }
  const { credentialOfferUri, txCode = '' } = await offer(issuer, { ...offered, txCode: {} });
  return family.take(credentialOfferUri, { txCode });
}

function questionOf({ format, asking, mode }: Variant) {
  const { asked, claimName } = FORMATS[format];
  return { ...asked, requiredClaims: [{ claimName }], ...ASKING[asking], ...mode };
}

const shown = (verifier: Office, variant: Variant, held: OnPhone) =>
  ended(verifier, variant, (uri) => variant.family.show(uri, held));

/** Of one device the outcome counts once the browser came back to the session that asked. */
async function ended(verifier: Office, variant: Variant, answer: (uri: string) => Promise<Answered>) {
  const asked = await ask(verifier, questionOf(variant));
  const { status, redirectUri } = await answer(asked.authorizationRequestUri);
  const isBack = variant.asking === 'same-device' && status === 200;
  expect(redirectUri !== undefined, 'whether the browser goes on').to.equal(isBack);
  if (redirectUri !== undefined) {
    const code = new URL(redirectUri).hash.replace('#response_code=', '');
    const { requestId } = asked;
    expect((await outcomeOf(verifier, asked)).state, 'before the browser is back').to.equal('Answered');
    await clientOf(verifier).redeemResponseCode({ params: { requestId }, body: { code } });
  }
  return outcomeOf(verifier, asked);
}
