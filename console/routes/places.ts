// The places of the rail, and which of them a page belongs to.
import type { OperationId } from '../../api/client/published/operation-calls.js';
import type { IconName } from '../parts/icon.js';
import { PATHS } from '../paths.js';

export interface RailPlace {
  readonly to: (typeof PATHS)[keyof typeof PATHS];
  readonly icon: IconName;
  readonly words: string;
  /** Shown to who may call it. */
  readonly needs?: OperationId;
}

export const PLACES: readonly { readonly title: string; readonly places: readonly RailPlace[] }[] = [
  {
    title: 'nav.work',
    places: [
      { to: PATHS.inbox, icon: 'inbox', words: 'nav.inbox', needs: 'listMyWork' },
      { to: PATHS.begin, icon: 'file-plus', words: 'nav.begin', needs: 'createInstance' },
      { to: PATHS.instances, icon: 'layers', words: 'nav.instances', needs: 'listInstances' },
      { to: PATHS.wallets, icon: 'wallet', words: 'nav.wallets', needs: 'listWallets' },
      { to: PATHS.blueprints, icon: 'workflow', words: 'nav.blueprints', needs: 'listBlueprints' },
    ],
  },
  {
    title: 'nav.ledger',
    places: [
      { to: PATHS.registers, icon: 'boxes', words: 'nav.registers', needs: 'listRegisters' },
      { to: PATHS.verify, icon: 'shield-check', words: 'nav.verify' },
    ],
  },
  {
    title: 'nav.network',
    places: [
      { to: PATHS.mesh, icon: 'waypoints', words: 'nav.mesh', needs: 'getMeshStatus' },
      { to: PATHS.node, icon: 'gauge', words: 'nav.node', needs: 'getValidationStatus' },
    ],
  },
  {
    title: 'nav.administration',
    places: [
      { to: PATHS.people, icon: 'users', words: 'nav.people', needs: 'listUsers' },
      { to: PATHS.audit, icon: 'scroll-text', words: 'nav.audit', needs: 'listAuditEvents' },
      { to: PATHS.issued, icon: 'badge-check', words: 'nav.issued', needs: 'listIssuedCredentials' },
      { to: PATHS.organisation, icon: 'building', words: 'nav.organisation', needs: 'getOrganizationSettings' },
    ],
  },
];

/** Pages that stand below a place whose address is another one. */
const BELOW: Readonly<Record<string, string>> = { act: PATHS.inbox, present: PATHS.wallets };

/** By the first part of an address, with or without that of the console. */
export function placeAt(path: string): RailPlace | undefined {
  const [first = ''] = path
    .replace(/^\/console/, '')
    .split('/')
    .filter(Boolean);
  const to = BELOW[first] ?? `/${first}`;
  return PLACES.flatMap(({ places }) => places).find((place) => place.to === to);
}
