// The headers of a webhook, beside those that the library of the specification makes.
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { SECRET_BYTES, secretText, signedHeaders } from '../../../../core/webhooks/signature.js';

const one = secretText(new Uint8Array(SECRET_BYTES).fill(1));
const other = secretText(new Uint8Array(SECRET_BYTES).fill(2));
const body = JSON.stringify({ type: 'docket.sealed', data: { text: 'ä 日本' } });
const nowMs = Date.UTC(2026, 10, 27, 1, 2, 3);
const signed = (secrets: readonly string[]) => signedHeaders(secrets, { webhookId: 'msg_1', nowMs, body });
const theirs = (secret: string, id = 'msg_1', ms = nowMs, text = body) =>
  new Webhook(secret).sign(id, new Date(ms), text);

describe('core/webhooks: signature', () => {
  it('is that of the library of others, with each secret that signs', () => {
    expect(signed([one])).to.deep.equal({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(nowMs / 1000),
      'webhook-signature': theirs(one),
    });
    expect(signed([other, one])['webhook-signature']).to.equal(`${theirs(other)} ${theirs(one)}`);
  });

  it('covers the body, the id and the time', () => {
    const own = signed([one])['webhook-signature'];
    expect(own).to.equal(theirs(one));
    for (const changed of [
      theirs(one, 'msg_2'),
      theirs(one, 'msg_1', nowMs + 1000),
      theirs(one, 'msg_1', nowMs, `${body} `),
    ])
      expect(own).not.to.equal(changed);
  });
});
