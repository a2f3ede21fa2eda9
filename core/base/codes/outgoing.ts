// Codes of issues about requests, webhooks and mail that leave the node.
import { bad, badGateway, busy, conflict, missing, unavailable } from './code-row.js';

export const OUTGOING_CODES = {
  OUTGOING_REFUSED: bad(
    'This node does not call that URL',
    'The URL is not https, has a user in it, or is at a port where no web servers are. Or its host has an address that is not public.',
    'State a public https URL; for a host of the own network the operator sets outgoing.allowedHosts.',
  ),
  OUTGOING_FAILED: badGateway(
    'Another server did not answer',
    'The other server has no address, could not be reached, has no good certificate, or did not answer in time.',
    'Check the URL; the operator finds the reason in the log, or with "quorate outgoing check".',
  ),
  OUTGOING_ANSWER_REFUSED: badGateway(
    'The answer of another server is not taken',
    'The answer is too large, compressed, redirects too often, or says that there is nothing.',
    'The message names the bound; the other server has to answer within it.',
  ),
  OUTGOING_BUSY: busy(
    'Too many requests to other servers are under way',
    'As many requests to this host, of this organisation, or in all, are under way as the node makes at once.',
    'Ask again after Retry-After seconds.',
    5,
  ),
  MAIL_REFUSED: bad(
    'The mail cannot be addressed',
    'The address or the subject of a mail is not of its form.',
    'The message names the member.',
  ),
  MAIL_FAILED: badGateway(
    'The mail server did not take the mail',
    'The mail server could not be reached, or refused the mail.',
    'The operator checks the settings mail.* with "quorate mail test"; the message has the code of the server.',
  ),
  MAIL_QUEUE_FULL: unavailable(
    'Too many mails wait to be sent',
    'More mails wait for the mail server than the node keeps.',
    'Ask again after Retry-After seconds; if it lasts, the operator looks at the mail server.',
    60,
  ),
  WEBHOOK_NOT_FOUND: missing(
    'There is no such webhook',
    'The organisation has no webhook of this id.',
    'List those that there are (quorate webhook list).',
  ),
  WEBHOOK_INVALID: bad(
    'A webhook cannot be so',
    'The URL is not public https at a port of web servers, or an organisation may not be told of the events or registers.',
    'The message says which; the page docs/webhooks.md has the table of events.',
  ),
  WEBHOOKS_FULL: conflict(
    'The organisation has as many webhooks as it may',
    'An organisation has a bounded number of webhooks.',
    'Remove one that is not used any more; one webhook can take all kinds of events.',
  ),
  WEBHOOK_NOT_ACTIVE: conflict(
    'The webhook is in another state',
    'The webhook was not verified yet, so that nothing is sent to it.',
    'Verify it (quorate webhook verify): its URL answers with the challenge that the node sends, and nothing else.',
  ),
  DELIVERY_NOT_FOUND: missing(
    'There is no such delivery',
    'The webhook has no delivery of this id: it was never tried, or is older than what is kept.',
    'List those that there are (quorate webhook deliveries).',
  ),
};
