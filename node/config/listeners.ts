// Settings of the listeners of operations: the public one, and those of internal routes and of services with a
// certificate.
import { Type } from 'typebox';
import {
  BODY_BYTES_MAX,
  REQUEST_TIMEOUT_MS,
  WAIT_SECONDS_DEFAULT,
  WAIT_SECONDS_MAX,
} from '../../core/base/limits/node/requests.js';
import { flag, integer, MINUTE, optionalText, section, text } from './section.js';

export const http = section('The HTTP listener: REST, documents, metrics.', {
  host: text(
    '127.0.0.1',
    'Address to listen on. Loopback unless you say otherwise; any other one needs TLS, a named proxy, or insecure.',
  ),
  port: integer(8080, { minimum: 0, maximum: 65_535 }, 'Port to listen on; 0 picks a free one and prints it.'),
  tlsCertFile: optionalText(
    'File of the certificate, with those of its issuers behind it (PEM): the listener then speaks HTTPS. With tlsKeyFile. A changed file is taken up within a minute, or at once on SIGHUP.',
  ),
  tlsKeyFile: optionalText('File of the private key of tlsCertFile (PEM).'),
  insecure: flag(
    false,
    'Listen beyond loopback without TLS and without a named proxy: passwords and tokens are then readable on the way.',
  ),
  publicUrl: optionalText(
    'Address under which clients reach this node, such as https://ledger.example: mails, QR codes and sign-ins at providers lead to it. When absent: the address of the listener, or localhost where the listener is at a loopback address or at all addresses.',
  ),
  corsOrigins: Type.Array(Type.String({ minLength: 1 }), {
    default: [],
    maxItems: 100,
    description:
      'Origins of web pages that may call this node, such as https://console.example. People may come back to them after a sign-in at an identity provider. None by default.',
  }),
  pages: flag(
    true,
    'Serve the pages for people: /login, /enrol, /verify-email, /reset-password and /invitation. Off where a console of your own is at these paths.',
  ),
  trustedProxies: Type.Array(Type.String({ minLength: 1 }), {
    default: [],
    maxItems: 100,
    description:
      'Addresses of proxies whose X-Forwarded-For is believed, such as 10.0.0.7, with a comma between two. A network such as 10.0.0.0/28 believes every client in it, and is warned of. None by default.',
  }),
  bodyBytesMax: integer(
    BODY_BYTES_MAX,
    { minimum: 1024, maximum: BODY_BYTES_MAX },
    'Largest request body of any operation. Most take less: their own limits are in the OpenAPI document.',
  ),
  requestTimeoutMs: integer(
    REQUEST_TIMEOUT_MS,
    { minimum: 1000, maximum: 10 * MINUTE },
    'Time for a whole request to arrive; it is looked at every five seconds.',
  ),
  waitSecondsMax: integer(
    WAIT_SECONDS_DEFAULT,
    { minimum: 0, maximum: WAIT_SECONDS_MAX },
    'Longest time that a submission waits for its seal before it is answered as pending (Prefer: wait). A proxy before the node has to wait longer for an answer.',
  ),
});

/** A listener of operations that the public one does not answer. */
const ownListener = (description: string, port: string, clientCaFile: string) =>
  section(description, {
    host: text('127.0.0.1', 'Address to listen on. Loopback unless you say otherwise; any other one needs TLS.'),
    port: integer(0, { minimum: 0, maximum: 65_535 }, `Port to listen on, such as ${port}. 0 opens none.`),
    tlsCertFile: optionalText('File of its certificate, with those of its issuers behind it (PEM). With tlsKeyFile.'),
    tlsKeyFile: optionalText('File of the private key of tlsCertFile (PEM).'),
    clientCaFile: optionalText(clientCaFile),
  });

export const internal = ownListener(
  'The listener of internal routes, for services behind the gateway: they are at no other one.',
  '8081',
  'File of the authorities (PEM) of which a client has to show a certificate. Without it none is asked for.',
);

export const workload = ownListener(
  'The listener of services that prove who they are by a client certificate (mutual TLS, spiffe://{installation}/service/{client id}).',
  '8443',
  'File of the authorities (PEM) of which a client has to show a certificate. Needed where port is set.',
);
