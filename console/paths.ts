// The addresses of the console.

/** Pages below /console, for the router here and for the node, which answers 404 for any other. */
export const PATHS = {
  home: '/',
  start: '/start',
  signedIn: '/signed-in',
  me: '/me',
  inbox: '/inbox',
  begin: '/begin',
  act: '/act/$instanceId/$actionId',
  wallets: '/wallets',
  wallet: '/wallets/$address',
  credential: '/wallets/$address/credentials/$credentialId',
  instances: '/instances',
  instance: '/instances/$instanceId',
  people: '/people',
  person: '/people/$userId',
  audit: '/audit',
  verify: '/verify',
  parts: '/parts',
  mesh: '/mesh',
  node: '/node',
  find: '/find',
  registers: '/registers',
  register: '/registers/$registerId',
  docket: '/registers/$registerId/dockets/$docketId',
  transaction: '/registers/$registerId/tx/$txId',
} as const;
