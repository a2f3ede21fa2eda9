// The certificate that a server shows, in words for a person whose computer does not take it. Connects once more,
// sends nothing and closes; what it finds decides nothing.
import { isIP } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';

const TIMEOUT_MS = 3000;
/** Characters of a name in the certificate, and of its list of hosts: its maker chose them. */
const NAME_LENGTH_MAX = 100;
const HOSTS_LENGTH_MAX = 200;

/** A sentence, or undefined where none is shown in time. Never rejects. */
export function shownCertificate({ hostname, port }: URL): Promise<string | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port || 443), ...servername, rejectUnauthorized: false });
    const end = (value?: string) => {
      socket.destroy();
      resolve(value);
    };
    socket.setTimeout(TIMEOUT_MS, () => end());
    socket.once('error', () => end());
    socket.once('close', () => end());
    socket.once('secureConnect', () => end(describeCertificate(socket.getPeerCertificate())));
  });
}

function describeCertificate({
  subject,
  subjectaltname,
  issuer,
  valid_to: until,
  fingerprint256,
}: PeerCertificate): string | undefined {
  if (fingerprint256 === undefined) return undefined;
  const hosts = subjectaltname === undefined ? '' : ` (${subjectaltname.slice(0, HOSTS_LENGTH_MAX)})`;
  return `It shows the certificate of ${nameIn(subject)}${hosts}, issued by ${nameIn(issuer)}, valid until ${until}, SHA-256 ${fingerprint256}.`;
}

function nameIn(name: PeerCertificate['subject'] | undefined): string {
  const text = name?.CN ?? name?.O ?? name?.OU;
  return text === undefined ? 'no name' : `"${String(text).slice(0, NAME_LENGTH_MAX)}"`;
}
