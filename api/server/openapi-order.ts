// THE order of the groups in the document, in which people need them: begin, work, share, let in, operate. Pure.
import type { AnyGroup } from '../define.js';

const ORDER: readonly string[] = [
  ...['Authentication', 'Wallets', 'Registers', 'Transactions', 'Dockets', 'Summaries', 'Find', 'Queries'],
  ...[
    'Templates',
    'Schema library',
    'External schemas',
    'Blueprints',
    'Designing',
    'Rehearsals',
    'Instances',
    'Actions',
    'Gates',
    'Inbox',
    'Files',
    'Operations',
    'Execution',
  ],
  ...[
    'Participants',
    'Provenance',
    'Governance',
    'Trust of registers',
    'Validators',
    'Validation',
    'Replication',
    'Access grants',
  ],
  ...['OData', 'DIDs', 'Webhooks', 'Personal inbox', 'Preferences'],
  ...['Organizations', 'Organization settings', 'Users', 'Invitations', 'Linked wallets', 'Organisation keys'],
  ...['Credential offers', 'Issued credentials', 'Credential configurations', 'Credential issuer'],
  ...['Wallet authorizations', 'Credential verifier'],
  ...['Held credentials', 'Credential receipts', 'Presentations', 'Status lists', 'Issuer keys'],
  ...['Citizen wallet', 'Registration', 'Sessions', 'Sessions of browsers', 'Step-up'],
  ...['One-time codes', 'Passkeys', 'Password resets'],
  ...['Devices', 'Enrolment', 'Authorization server', 'Registered programs', 'Requests of programs'],
  ...[
    'Programs of a person',
    'Standing grants',
    'Programs',
    'Pages',
    'Identity providers',
    'Sign-in at identity providers',
  ],
  ...['Tokens', 'Service principals', 'Internal', 'Service authentication'],
  ...[
    'Health',
    'Assistants',
    'Documents',
    'Metrics',
    'Audit',
    'Platform',
    'Trust lists',
    'Organisation certificates',
    'Peers',
    'Outgoing',
    'Store',
  ],
];

/** Groups by the order of their tags; one that has no place there comes last. */
export function inOrder(groups: readonly AnyGroup[]): readonly AnyGroup[] {
  const place = ({ tag }: AnyGroup) => (ORDER.includes(tag) ? ORDER.indexOf(tag) : ORDER.length);
  return [...groups].sort((a, b) => place(a) - place(b));
}

/** Tags of groups that have no place, and places of no group. */
export function findMisplacedTags(groups: readonly AnyGroup[]): readonly string[] {
  const tags = groups.map(({ tag }) => tag);
  return [...tags.filter((tag) => !ORDER.includes(tag)), ...ORDER.filter((tag) => !tags.includes(tag))];
}
