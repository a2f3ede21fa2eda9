// THE pages of the site in their order. A document that is not here is not served.

export interface SitePage {
  readonly title: string;
  /** The content in a line. */
  readonly about: string;
  /** The document in the repository, or the path of a page that is made. */
  readonly source: string;
}

export interface SiteSection {
  readonly title: string;
  readonly pages: readonly SitePage[];
}

export const HTTP_INDEX = 'http/index.html';
export const ERRORS_PAGE = 'errors.html';
export const RIGHTS_PAGE = 'tiers.html';
export const SEARCH_PAGE = 'search.html';
export const DECISIONS_INDEX = 'docs/decisions/README.md';
/** A decision has its page beside the index. */
export const DECISION = /^\d{4}-[a-z0-9-]+\.md$/;

export const SECTIONS: readonly SiteSection[] = [
  {
    title: 'Begin',
    pages: [
      {
        title: 'Concepts in ten minutes',
        about: 'the words, a picture, and what is guaranteed and what is not',
        source: 'docs/concepts.md',
      },
      {
        title: 'Your first register',
        about: 'a node, a wallet, a register, and a proof that needs no node',
        source: 'docs/tutorials/first-register.md',
      },
      {
        title: 'Your first workflow',
        about: 'an invoice between two parties, sent back once, paid, and proven',
        source: 'docs/tutorials/first-workflow.md',
      },
      {
        title: 'Your first mesh',
        about: 'three organisations seal one register; nodes fail and come back',
        source: 'docs/tutorials/first-mesh.md',
      },
      {
        title: 'A permit in the wallet',
        about: 'a workflow issues a credential, another register takes it, and refuses it once it is revoked',
        source: 'docs/tutorials/permit-in-a-wallet.md',
      },
      { title: 'The README', about: 'one minute to a verified transaction', source: 'README.md' },
      {
        title: 'Everyday commands',
        about: 'starting, logging in, transactions, evidence and settings, in short',
        source: 'docs/everyday.md',
      },
      {
        title: 'The console',
        about: 'a node in a browser: check a proof, print a certificate',
        source: 'docs/console.md',
      },
    ],
  },
  {
    title: 'Workflows',
    pages: [
      {
        title: 'Workflows at the command line',
        about: 'from a template to an instance, with files, roles and disputes',
        source: 'docs/workflows.md',
      },
      {
        title: 'Designing by edits',
        about: 'a blueprint changed by named edits, each with what it changes and what the check says',
        source: 'docs/designing.md',
      },
      { title: 'The definition', about: 'every member of a blueprint', source: 'docs/definition.md' },
      {
        title: 'The language of rules',
        about: 'calculations and conditions, with money, dates and tables',
        source: 'docs/language.md',
      },
      { title: 'Scenarios', about: 'tests of whole workflows, without a node', source: 'docs/scenarios.md' },
      {
        title: 'Findings of the check',
        about: 'what the check says of a blueprint, and what to do',
        source: 'docs/findings.md',
      },
    ],
  },
  {
    title: 'Operating',
    pages: [
      {
        title: 'A mesh of organisations',
        about: 'forming it, founding and following registers, changing who validates',
        source: 'docs/mesh.md',
      },
      { title: 'People', about: 'invitations, organisations, passkeys, providers, quotas', source: 'docs/people.md' },
      {
        title: 'Runbook',
        about: 'each state that a node shows, where it comes from, and what to do',
        source: 'docs/operations.md',
      },
      {
        title: 'Behind a proxy',
        about: 'nginx, HAProxy and Caddy before a node: files, limits, addresses, the mesh',
        source: 'docs/proxies.md',
      },
      { title: 'Load and limits', about: 'what a node bears, and how its load is shared', source: 'docs/load.md' },
      { title: 'Upgrading', about: 'from an earlier version to this one', source: 'UPGRADING.md' },
      { title: 'Security', about: 'what is protected, and how to report a weakness', source: 'SECURITY.md' },
      { title: 'Changes', about: 'what changed from version to version', source: 'CHANGELOG.md' },
    ],
  },
  {
    title: 'Reference',
    pages: [
      { title: 'Commands', about: 'every command and its options', source: 'docs/cli.md' },
      { title: 'HTTP', about: 'every operation: parameters, bodies, answers, refusals', source: HTTP_INDEX },
      {
        title: 'Programs that call a node',
        about: 'requests, files, hubs, webhooks, spreadsheets and linked data',
        source: 'docs/integrations.md',
      },
      {
        title: 'Client',
        about: 'the client for other programs: calls, refusals, hubs, evidence',
        source: 'docs/client.md',
      },
      {
        title: 'Assistants',
        about: 'the MCP server of a node: how a model is connected, its tools, and what asks the person',
        source: 'docs/assistants.md',
      },
      {
        title: 'Credentials',
        about: 'an organisation issues to wallets, and says whether a credential still holds',
        source: 'docs/credentials.md',
      },
      {
        title: 'Wallets of others',
        about: 'how a wallet is pointed at a node, with a trace of each flow',
        source: 'docs/wallets.md',
      },
      { title: 'Webhooks', about: 'what a node tells other programs by HTTP, signed', source: 'docs/webhooks.md' },
      { title: 'Errors', about: 'every code: why it comes up, and what to do', source: 'docs/errors.md' },
      { title: 'Rights', about: 'which token may call which operation', source: 'docs/tiers.md' },
      { title: 'Glossary', about: 'one word, one meaning', source: 'docs/glossary.md' },
    ],
  },
  {
    title: 'Inside',
    pages: [
      {
        title: 'Architecture',
        about: 'the parts of the program and the way of a transaction',
        source: 'ARCHITECTURE.md',
      },
      {
        title: 'Protocol',
        about: 'how nodes decide, copy and keep a register, and why that is safe',
        source: 'docs/protocol.md',
      },
      { title: 'Hashes', about: 'every hashed and signed byte, with worked vectors', source: 'docs/hashes.md' },
      {
        title: 'Specification',
        about: 'what the sections that the program cites ask for',
        source: 'docs/specification.md',
      },
      { title: 'Where it differs', about: 'from its specification, and why', source: 'docs/decisions/differences.md' },
      { title: 'Decisions', about: 'each with its reason and its cost', source: DECISIONS_INDEX },
    ],
  },
];

/** Files that pages link to, as they are. */
export const ATTACHED: readonly string[] = ['docs/evidence-example.json'];
