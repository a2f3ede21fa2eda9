// Whether this node reaches what it will have to: other servers by its guard, and people by mail. For the operator,
// before users depend on it.
import Type from 'typebox';
import { OUTGOING_URL_MAX } from '../../../../core/outgoing/target.js';
import { route } from '../../../define.js';

const Url = Type.String({ documented: { pattern: '^https?://' }, minLength: 1, maxLength: OUTGOING_URL_MAX });
const To = Type.String({ documented: { pattern: '^[^\\s@]+@[^\\s@]+$' }, minLength: 3, maxLength: 254 });

const CheckedUrl = Type.Object({
  url: Type.String({ description: 'The URL that answered, after redirects.' }),
  address: Type.String({ description: 'The address that answered.' }),
  status: Type.Integer(),
  bytes: Type.Integer(),
  milliseconds: Type.Number(),
});

const SentMail = Type.Object({
  to: Type.String(),
  through: Type.Enum(['server', 'folder'], {
    title: 'MailChannel',
    description: 'The mail server of the settings, or the folder mail under node.dataDir where none is set.',
  }),
});

export const outgoingRoutes = {
  checkOutgoing: route({
    method: 'POST',
    url: '/api/admin/outgoing/check',
    writes: 'nothing',
    can: 'RequireSystemAdmin',
    summary: 'Try a URL as this node calls the servers of others',
    description:
      'A GET by the guard that federation and webhooks use: HTTPS with a good certificate, public addresses or a host of outgoing.allowedHosts, 1 MiB, ten ' +
      'seconds, three redirects. Any status is a success; the body of the answer is not shown.',
    input: { body: Type.Object({ url: Url }) },
    output: CheckedUrl,
    errors: ['BODY_INVALID', 'OUTGOING_REFUSED', 'OUTGOING_FAILED', 'OUTGOING_ANSWER_REFUSED', 'OUTGOING_BUSY'],
  }),
  sendTestMail: route({
    method: 'POST',
    url: '/api/admin/mail/test',
    writes: 'nothing',
    can: 'RequireSystemAdmin',
    summary: 'Send a mail to see whether this node can',
    description: 'Answers when the mail server of the settings (mail.host) has taken the mail.',
    input: { body: Type.Object({ to: To }) },
    output: SentMail,
    errors: ['BODY_INVALID', 'MAIL_REFUSED', 'MAIL_FAILED'],
  }),
};
