// Settings as a node tells them to its operator.
import type { ShownSetting } from '../../../api/deps/base.js';

/** One that is stated, and a secret. */
export const SHOWN_SETTINGS: readonly ShownSetting[] = [
  {
    ...{ path: 'http.port', env: 'QUORATE_HTTP__PORT', description: 'Port of the HTTP listener.' },
    ...{ value: '9000', standard: '8080', isSecret: false, isStated: true, isLive: false, origin: 'flag' },
  },
  {
    ...{ path: 'mail.password', env: 'QUORATE_MAIL__PASSWORD', description: 'Password at the mail server.' },
    ...{ value: null, standard: null, isSecret: true, isStated: true, isLive: false, origin: 'environment' },
  },
];
