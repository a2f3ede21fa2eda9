// The mails of a world, kept in the place of being sent.
import type { Mail } from '../../../core/outgoing/ports.js';
import type { World } from './world.js';

/** Filled as the node posts them, from now on. */
export function mailsOf({ deps }: Pick<World, 'deps'>): readonly Mail[] {
  const mails: Mail[] = [];
  Object.assign(deps.mailer, { post: (mail: Mail) => void mails.push(mail) });
  return mails;
}
