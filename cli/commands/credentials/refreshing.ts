// Offers a credential anew in the place of one that is in force; of a workflow its issuer seals another Issuance.
import type { Command } from '../../command/command.js';
import { pickStated } from '../../command/input.js';
import { connect } from '../../remote/session.js';
import { showCredential, showOffer } from '../people/issued-credential.js';
import { CLAIMS, DISCLOSABLE, statedClaims } from './stated-claims.js';

const refresh: Command = {
  name: 'credential refresh',
  summary: 'offer a credential anew, or have the one of a workflow issued anew',
  examples: [
    'quorate credential refresh 019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e15 --claims member.json --qr',
    'quorate credential refresh 019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e15',
  ],
  args: [{ name: '<credential>', description: 'id of the credential; one of a workflow takes no option' }],
  options: [
    { ...CLAIMS, description: `${CLAIMS.description} (default: those of the former offer, for a day)` },
    DISCLOSABLE,
    {
      flags: '--for <user>',
      description: 'platformUserId of the one person who may take it, signing in on the page that the wallet opens',
    },
    { flags: '--tx-code', description: 'ask for a code too, which you give the holder by another way' },
    { flags: '--by-value', description: 'the URI carries the offer itself' },
    {
      flags: '--expires-in <seconds>',
      description: 'how long the offer is good for (default: that of the node)',
      integer: { min: 60, max: 2_592_000 },
    },
    {
      flags: '--valid-for <seconds>',
      description: 'how long the credential is good for (default: a year)',
      integer: { min: 60, max: 315_360_000 },
    },
    { flags: '--qr', description: 'draw the offer for the camera of a phone' },
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const { claims, disclosable } = await statedClaims(context);
    const again = await client.refreshCredential({
      params: { credentialId: input.arg('credential') },
      body: pickStated({
        ...{ claims, disclosablePaths: disclosable, recipientUserId: input.text('for') },
        ...{ txCode: input.flag('tx-code') ? {} : undefined, byValue: input.flag('by-value') || undefined },
        ...{ expiresIn: input.integer('expires-in'), validFor: input.integer('valid-for') },
      }),
    });
    if ('credentialOfferUri' in again) {
      showOffer(context, again);
      out.note('The former credential is revoked once a wallet takes this one.');
      return;
    }
    showCredential(context, again);
    out.note('Another Issuance is sealed in its place, which revokes it; its recipient is told then.');
  },
};

export const refreshingCommands: readonly Command[] = [refresh];
