// Whether people join the public organisation alone, where that was never stated: on a node whose mails reach them, or
// whose operator is alone with it.
import { isAlone } from './is-alone.js';
import type { Config } from './schema.js';

export function takesPeople({ http, mail }: Pick<Config, 'http' | 'mail'>): boolean {
  return mail.host !== undefined || isAlone(http);
}
