// THE table of commands, in the order of the help. A call loads only the files that its first word names, because a
// person waits for every module. A new command is one object in the file of its noun; a new file is one line here; a
// new first word also has one in SINGLES or NOUNS.
import type { Command } from '../command/command.js';

interface CommandFile {
  /** First words of its commands. */
  readonly words: readonly string[];
  load(): Promise<readonly Command[]>;
}

export const FILES: readonly CommandFile[] = [
  { words: ['start', 'settings'], load: async () => (await import('./node/start.js')).startCommands },
  { words: ['status'], load: async () => (await import('./node/status.js')).statusCommands },
  { words: ['outgoing', 'mail'], load: async () => (await import('./node/outgoing.js')).outgoingCommands },
  { words: ['clock'], load: async () => (await import('./node/clock.js')).clockCommands },
  { words: ['console'], load: async () => (await import('./node/console.js')).consoleCommands },
  { words: ['token'], load: async () => (await import('./people/token.js')).tokenCommands },
  { words: ['login', 'logout'], load: async () => (await import('./people/login.js')).loginCommands },
  {
    words: ['whoami', 'password', 'org', 'user'],
    load: async () => (await import('./people/tenant.js')).tenantCommands,
  },
  {
    words: ['org', 'user', 'invitation'],
    load: async () => (await import('./people/organisation.js')).organisationCommands,
  },
  { words: ['user', 'invitation'], load: async () => (await import('./people/invitation.js')).invitationCommands },
  {
    words: ['org', 'user', 'platform'],
    load: async () => (await import('./people/organisation-people.js')).organisationPeopleCommands,
  },
  { words: ['session', 'passkey'], load: async () => (await import('./people/own-access.js')).ownAccessCommands },
  { words: ['program', 'session'], load: async () => (await import('./people/program.js')).programCommands },
  { words: ['address'], load: async () => (await import('./people/address.js')).addressCommands },
  { words: ['service'], load: async () => (await import('./people/principals.js')).serviceCommands },
  { words: ['webhook'], load: async () => (await import('./people/webhook.js')).webhookCommands },
  { words: ['trust'], load: async () => (await import('./trust/trust-lists.js')).trustListCommands },
  { words: ['trust'], load: async () => (await import('./trust/register-trust.js')).registerTrustCommands },
  { words: ['trust'], load: async () => (await import('./trust/trust-runs.js')).trustRunCommands },
  { words: ['events'], load: async () => (await import('./node/events.js')).eventsCommands },
  { words: ['mcp'], load: async () => (await import('./node/mcp.js')).mcpCommands },
  { words: ['logs'], load: async () => (await import('./node/logs.js')).logsCommands },
  { words: ['audit'], load: async () => (await import('./people/audit.js')).auditCommands },
  { words: ['wallet'], load: async () => (await import('./people/wallet.js')).walletCommands },
  { words: ['wallet'], load: async () => (await import('./people/wallet-signing.js')).walletSigningCommands },
  { words: ['wallet'], load: async () => (await import('./people/wallet-grants.js')).walletGrantCommands },
  { words: ['register'], load: async () => (await import('./ledger/register-founding.js')).registerFoundingCommands },
  { words: ['register'], load: async () => (await import('./ledger/register.js')).registerCommands },
  {
    words: ['register'],
    load: async () => (await import('./ledger/register-replication.js')).registerReplicationCommands,
  },
  { words: ['register'], load: async () => (await import('./ledger/register-consensus.js')).registerConsensusCommands },
  {
    words: ['register'],
    load: async () => (await import('./ledger/register-misbehaviour.js')).registerMisbehaviourCommands,
  },
  {
    words: ['blueprint'],
    load: async () => (await import('./blueprints/blueprint-templates.js')).blueprintTemplateCommands,
  },
  { words: ['blueprint'], load: async () => (await import('./blueprints/blueprint.js')).blueprintCommands },
  { words: ['blueprint'], load: async () => (await import('./blueprints/blueprint-drafts.js')).blueprintDraftCommands },
  {
    words: ['blueprint'],
    load: async () => (await import('./blueprints/blueprint-rehearse.js')).blueprintRehearseCommands,
  },
  { words: ['blueprint'], load: async () => (await import('./blueprints/blueprint-test.js')).blueprintTestCommands },
  { words: ['blueprint'], load: async () => (await import('./blueprints/blueprint-diff.js')).blueprintDiffCommands },
  {
    words: ['blueprint'],
    load: async () => (await import('./blueprints/blueprint-reference.js')).blueprintReferenceCommands,
  },
  { words: ['design'], load: async () => (await import('./blueprints/design.js')).designCommands },
  { words: ['schema'], load: async () => (await import('./blueprints/schema.js')).schemaCommands },
  { words: ['schema'], load: async () => (await import('./blueprints/external-schema.js')).externalSchemaCommands },
  { words: ['participant'], load: async () => (await import('./workflow/participant.js')).participantCommands },
  {
    words: ['participant'],
    load: async () => (await import('./workflow/participant-delegate.js')).participantDelegateCommands,
  },
  {
    words: ['participant'],
    load: async () => (await import('./workflow/participant-credentials.js')).participantCredentialCommands,
  },
  {
    words: ['participant'],
    load: async () => (await import('./workflow/participant-primary.js')).participantPrimaryCommands,
  },
  { words: ['action'], load: async () => (await import('./workflow/moves/claim.js')).claimCommands },
  { words: ['instance'], load: async () => (await import('./workflow/instance.js')).instanceCommands },
  { words: ['instance'], load: async () => (await import('./workflow/moves/delivery.js')).deliveryCommands },
  { words: ['instance'], load: async () => [(await import('./workflow/moves/challenge.js')).challenge] },
  { words: ['instance'], load: async () => (await import('./workflow/moves/confirmation.js')).confirmationCommands },
  {
    words: ['instance'],
    load: async () => (await import('./workflow/instance-provenance.js')).instanceProvenanceCommands,
  },
  { words: ['instance'], load: async () => (await import('./workflow/instance-gates.js')).instanceGateCommands },
  { words: ['instance'], load: async () => [(await import('./workflow/moves/objection.js')).object] },
  { words: ['instance'], load: async () => [(await import('./workflow/moves/handover.js')).handover] },
  { words: ['instance'], load: async () => [(await import('./workflow/moves/resolution.js')).resolve] },
  { words: ['action'], load: async () => (await import('./workflow/action-pending.js')).actionPendingCommands },
  { words: ['action'], load: async () => (await import('./workflow/action.js')).actionCommands },
  { words: ['action'], load: async () => [(await import('./workflow/moves/rejection.js')).reject] },
  { words: ['operation'], load: async () => (await import('./workflow/operation.js')).operationCommands },
  { words: ['file'], load: async () => (await import('./workflow/file.js')).fileCommands },
  { words: ['tx'], load: async () => (await import('./ledger/tx-making.js')).txMakingCommands },
  { words: ['tx'], load: async () => (await import('./ledger/tx.js')).txCommands },
  { words: ['tx'], load: async () => (await import('./ledger/tx-watch.js')).txWatchCommands },
  { words: ['docket'], load: async () => (await import('./ledger/docket.js')).docketCommands },
  { words: ['did'], load: async () => (await import('./ledger/did.js')).didCommands },
  { words: ['query'], load: async () => (await import('./ledger/query.js')).queryCommands },
  { words: ['governance'], load: async () => (await import('./ledger/governance.js')).governanceCommands },
  { words: ['governance'], load: async () => (await import('./trust/governance-trust.js')).governanceTrustCommands },
  {
    words: ['governance', 'participant'],
    load: async () => (await import('./ledger/governance-participants.js')).governanceParticipantCommands,
  },
  { words: ['validator'], load: async () => (await import('./ledger/validator.js')).validatorCommands },
  { words: ['validator'], load: async () => (await import('./ledger/validator-seats.js')).validatorSeatCommands },
  {
    words: ['register', 'validator'],
    load: async () => (await import('./ledger/register-rules.js')).registerRulesCommands,
  },
  { words: ['node'], load: async () => (await import('./node/node.js')).nodeCommands },
  { words: ['ca'], load: async () => (await import('./node/ca.js')).caCommands },
  { words: ['peer'], load: async () => (await import('./node/peer.js')).peerCommands },
  { words: ['mesh'], load: async () => (await import('./node/mesh.js')).meshCommands },
  { words: ['verify'], load: async () => (await import('./ledger/verify.js')).verifyCommands },
  { words: ['certificate'], load: async () => (await import('./trust/certificate.js')).certificateCommands },
  { words: ['certificate'], load: async () => (await import('./trust/certificate-check.js')).certificateCheckCommands },
  {
    words: ['certificate'],
    load: async () => (await import('./trust/organisation-certificate.js')).organisationCertificateCommands,
  },
  {
    words: ['credential'],
    load: async () => (await import('./people/issued-credential.js')).issuedCredentialCommands,
  },
  {
    words: ['credential'],
    load: async () => (await import('./people/credential-type.js')).credentialTypeCommands,
  },
  {
    words: ['credential'],
    load: async () => (await import('./people/presentation-request.js')).presentationRequestCommands,
  },
  {
    words: ['credential'],
    load: async () => (await import('./credentials/held-credential.js')).heldCredentialCommands,
  },
  { words: ['credential'], load: async () => (await import('./credentials/issuing.js')).issuingCommands },
  { words: ['credential'], load: async () => (await import('./credentials/refreshing.js')).refreshingCommands },
  { words: ['credential'], load: async () => (await import('./credentials/keeping.js')).keepingCommands },
  { words: ['credential'], load: async () => (await import('./credentials/auto-accept.js')).autoAcceptCommands },
  { words: ['credential'], load: async () => (await import('./credentials/presenting.js')).presentingCommands },
  { words: ['credential'], load: async () => (await import('./ledger/credential.js')).credentialCommands },
  { words: ['credential'], load: async () => (await import('./trust/credential-gate.js')).credentialGateCommands },
  { words: ['check', 'rebuild-indexes', 'salvage'], load: async () => (await import('./node/store.js')).storeCommands },
  { words: ['backup'], load: async () => (await import('./node/backup.js')).backupCommands },
  { words: ['restore'], load: async () => (await import('./node/restore.js')).restoreCommands },
  { words: ['context'], load: async () => (await import('./people/context.js')).contextCommands },
  { words: ['docs'], load: async () => (await import('./node/docs.js')).docsCommands },
  { words: ['explain-error'], load: async () => (await import('./explain-error.js')).explainErrorCommands },
  {
    words: ['completion'],
    load: async () => (await import('./completion.js')).completionCommands({ commands: commandsOf, nouns: NOUNS }),
  },
  { words: ['version'], load: async () => (await import('./version.js')).versionCommands },
  { words: ['demo'], load: async () => (await import('./node/demo.js')).demoCommands },
  { words: ['bench'], load: async () => (await import('./node/bench.js')).benchCommands },
];

/** Commands of one word, with their summaries: the help shows them without loading them. */
export const SINGLES: Readonly<Record<string, string>> = {
  start: 'start a node in this terminal (Ctrl-C stops it)',
  settings: 'list all settings of a node with their defaults, or those that a running node has',
  status: 'show how a node is',
  login: 'log in to a node and remember it under a profile',
  logout: 'forget a login and end its session',
  console: 'print a link that signs you in at the console of this computer: good once, for ten minutes',
  token: 'print an access token of your login, for a script: it is good for 10 minutes at least',
  design: 'change a blueprint by named edits offline, and see what each one makes of it',
  events: 'follow what happens on a node until Ctrl-C: dockets, transactions, workflows, your inbox, peers',
  mcp: 'connect an assistant on this computer with the tools of a node',
  logs: 'show the newest lines of the log of a node, for a SystemAdmin',
  whoami: 'show who you are to the node',
  password: 'change your own password',
  verify: 'check an evidence file offline',
  check: 'check the store of a stopped node: every docket, hash and signature',
  'rebuild-indexes': 'make the indexes of a stopped node again from its dockets',
  salvage: 'keep what is left of a store that does not start because of damage',
  backup: 'write the store of a node to one file: a stopped one, or the running one with --online',
  restore: 'restore a backup into an empty folder',
  'explain-error': 'tell what the code of an error means, why it comes up, and what to do',
  completion: 'write the script that completes commands in a shell',
  version: 'show the version of the program, and of the node where one answers',
  demo: 'show on a throw-away node what a register is for',
  bench: 'measure how many transactions a second this machine seals',
};

/** The subject of each noun of a two-word command. */
export const NOUNS: Readonly<Record<string, string>> = {
  outgoing: 'try how a node reaches servers of others',
  mail: 'try whether a node sends mail',
  org: 'see, create and choose organisations',
  user: 'see and add the users of an organisation',
  invitation: 'answer invitations into an organisation, list and revoke them',
  platform: 'see and change what holds for all organisations',
  session: 'see where you are logged in, and end sessions',
  passkey: 'see and remove the passkeys of your account',
  address: 'verify your own e-mail address',
  service: 'programs that get tokens of their own; for the platform administrator',
  program: 'programs that people let in to act for them; for administrators',
  webhook: 'programs of an organisation that are told of its events; for its administrators',
  trust: 'import lists of authorities that your organisation trusts; for its administrators',
  audit: 'read who logged in, failed to, and changed what',
  wallet: 'create wallets and sign with them',
  register: 'create registers and look at them',
  blueprint: 'begin, check, draw, try and publish workflows',
  schema: 'JSON Schemas that designers copy into blueprints',
  participant: 'publish who takes part on a register, and find their keys',
  instance: 'open workflows, see where they stand, end them',
  action: 'see what may be done in a workflow, do it or send it back',
  operation: 'follow actions that the node encrypts in the background',
  file: 'upload large files for actions, and save those of actions',
  tx: 'prepare, sign, submit and follow transactions',
  docket: 'look at sealed dockets',
  certificate: 'certificates of your organisation, and those of others, without a node',
  did: 'resolve the DIDs of registers and wallets',
  credential: 'offer and revoke credentials of the organisation, take and keep your own, and check those of others',
  query: 'find transactions by wallet, sender, blueprint and predecessor',
  governance: 'see and change who governs and validates a register',
  context: 'see the nodes that you logged in to, and choose one',
  clock: 'the clock of a node, and whether the node believes it',
  validator: 'watch and steer the validator of this node',
  peer: 'see the nodes that this node knows, ban and forgive them',
  mesh: 'see how this node stands among its peers',
  node: 'give this node an identity and say whom it trusts',
  ca: 'run the CA of an organisation, which names its nodes',
  docs: 'the documentation of this program, without a node',
};

/** First words by what somebody wants to do, for the help. A test finds each in one. */
export const AREAS: Readonly<Record<string, readonly string[]>> = {
  'Begin:': ['start', 'status', 'login', 'logout', 'password', 'whoami', 'context', 'console', 'demo', 'docs'],
  'Registers and evidence:': [
    'wallet',
    'register',
    'participant',
    'tx',
    'docket',
    'query',
    'did',
    'verify',
    'certificate',
    'credential',
    'events',
  ],
  'Workflows:': ['design', 'blueprint', 'schema', 'instance', 'action', 'file', 'operation', 'mcp'],
  'Organisations and accounts:': [
    ...[
      'org',
      'user',
      'invitation',
      'session',
      'passkey',
      'address',
      'token',
      'service',
      'program',
      'webhook',
      'trust',
      'audit',
      'platform',
    ],
  ],
  'Mesh and governance:': ['governance', 'validator', 'mesh', 'peer', 'node', 'ca'],
  'Operate a node:': [
    ...['settings', 'logs', 'clock', 'outgoing', 'mail', 'backup', 'restore', 'check', 'rebuild-indexes', 'salvage'],
    'bench',
  ],
  'Help:': ['explain-error', 'completion', 'version'],
};

/** Every first word with what the help says of it, in the order of the table. */
export const OUTLINE: Readonly<Record<string, string>> = Object.fromEntries(
  FILES.flatMap(({ words }) => words.map((word) => [word, SINGLES[word] ?? NOUNS[word] ?? ''])),
);

/** The commands that begin with this word; all of them without one. */
export async function commandsOf(word?: string): Promise<readonly Command[]> {
  const files = FILES.filter(({ words }) => word === undefined || words.includes(word));
  const loaded = await Promise.all(files.map((file) => file.load()));
  return loaded.flat().filter(({ name }) => word === undefined || name.split(' ')[0] === word);
}
