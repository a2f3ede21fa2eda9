// The areas of which `npm run mutants` takes broken versions: where their sources lie, and which folders of tests have
// to notice beside the unit tests that reach a source.

export interface Area {
  /** Folders from the root. */
  readonly sources: readonly string[];
  /** Folders of `test/contract/`: they play the area over HTTP, and import the whole program. */
  readonly contract: readonly string[];
}

const area = (sources: string, contract = ''): Area => ({
  sources: sources.split(' '),
  contract: contract.split(' ').filter(Boolean),
});

// biome-ignore format: a row a line
export const AREAS: Readonly<Record<string, Area>> = {
  accounts: area('api/auth api/sign-in api/registration api/groups/accounts core/tenant storage/tables/accounts', 'accounts factors'),
  cli: area('cli', 'cli'),
  consensus: area('core/consensus core/chain actors/docket actors/repair'),
  credentials: area('core/credentials'),
  disclosure: area('core/envelope core/reading core/crypto'),
  federation: area('api/federation core/tenant/federation', 'federation'),
  hubs: area('api/hubs', 'hubs'),
  ledger: area('core/register core/pool core/transaction actors/validator-pool actors/register-replica'),
  moves: area('core/moves core/instance core/disputes core/validate'),
  network: area('node/network core/mesh actors/mesh', 'network'),
  outgoing: area('core/outgoing node/outgoing core/webhooks actors/webhooks', 'outgoing webhooks'),
  people: area('api/groups/people core/tenant/devices actors/people', 'devices accounts'),
  reads: area('core/query api/groups/ledger', 'ledger'),
  services: area('api/access core/kinds', 'services'),
  site: area('api/site api/pages', 'document'),
  surface: area('api/requests api/dispatch api/server', 'surface'),
  trust: area('core/trust'),
  wallets: area('core/wallet storage/secrets api/groups/wallets', 'wallets'),
  workflow: area('actors/workflow api/groups/workflow', 'workflow'),
};
