// THE pages of the site in their order. A document that is not here is not served.

export interface SitePage {
  readonly title: string;
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
    pages: [{ title: 'Start, and everyday commands', source: 'README.md' }],
  },
  {
    title: 'Workflows',
    pages: [
      { title: 'The definition', source: 'docs/definition.md' },
      { title: 'The language of rules', source: 'docs/language.md' },
      { title: 'Scenarios', source: 'docs/scenarios.md' },
      { title: 'Findings of the check', source: 'docs/findings.md' },
    ],
  },
  {
    title: 'Operating',
    pages: [
      { title: 'Runbook', source: 'docs/operations.md' },
      { title: 'Load and limits', source: 'docs/load.md' },
      { title: 'Upgrading', source: 'UPGRADING.md' },
      { title: 'Security', source: 'SECURITY.md' },
      { title: 'Changes', source: 'CHANGELOG.md' },
    ],
  },
  {
    title: 'Reference',
    pages: [
      { title: 'HTTP', source: HTTP_INDEX },
      { title: 'Client', source: 'docs/client.md' },
      { title: 'Webhooks', source: 'docs/webhooks.md' },
      { title: 'Errors', source: 'docs/errors.md' },
      { title: 'Rights', source: 'docs/tiers.md' },
      { title: 'Glossary', source: 'docs/glossary.md' },
    ],
  },
  {
    title: 'Inside',
    pages: [
      { title: 'Architecture', source: 'ARCHITECTURE.md' },
      { title: 'Protocol', source: 'docs/protocol.md' },
      { title: 'Hashes', source: 'docs/hashes.md' },
      { title: 'Specification', source: 'docs/specification.md' },
      { title: 'Where it differs', source: 'docs/decisions.md' },
      { title: 'Decisions', source: DECISIONS_INDEX },
      { title: 'Reviews', source: 'docs/reviews.md' },
    ],
  },
];

/** Files that pages link to, as they are. */
export const ATTACHED: readonly string[] = ['docs/evidence-example.json'];
