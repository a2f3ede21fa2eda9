// The address of a node as people write it. Pure.
import { CommandError, EXIT } from '../command/command.js';

/** A port behind a name is not a scheme. */
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const HERE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::|\/|$)/i;

/**
 * An http or https address, without a slash at its end; anything else is refused before a password could go there.
 * Without a scheme it is http on this computer and https elsewhere, where nodes need a certificate.
 */
export function nodeAddress(text: string): string {
  const stated = text.trim();
  const whole = SCHEME.test(stated) ? stated : `${HERE.test(stated) ? 'http' : 'https'}://${stated}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new CommandError(`"${text}" is not the address of a node`, {
      exit: EXIT.usage,
      hint: 'Write it like http://127.0.0.1:8080.',
    });
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
