// The trust lists of a world, over its one store: read in this process, and fetched from a table of answers. Beside
// them the certificates of its organisations.
import { type CertificatePorts, OrganisationCertificates } from '../../../actors/trust/organisation-certificates.js';
import { TrustListRefresher } from '../../../actors/trust/refreshing.js';
import { TrustAuthority } from '../../../actors/trust/trust-authority.js';
import { type TrustListPorts, TrustLists } from '../../../actors/trust/trust-lists.js';
import { WalletAttester } from '../../../actors/trust/wallet-attester.js';
import { utf8 } from '../../../core/base/bytes.js';
import { issue } from '../../../core/base/issue.js';
import { fail } from '../../../core/base/result.js';
import { readTrustList } from '../../../node/trust-lists/read-list.js';
import type { Journal } from '../../../storage/engine/journal.js';
import type { Kv } from '../../../storage/engine/kv.js';
import type { Keystore } from '../../../storage/secrets/keystore.js';
import { OrganisationCertificateRows } from '../../../storage/tables/trust/organisation-certificates.js';
import { TrustListRows } from '../../../storage/tables/trust/trust-lists.js';
import { operatorOf } from '../../support/trust-lists/signed-list.js';

type Ports = Pick<TrustListPorts, 'clock' | 'log' | 'commit'> &
  Pick<CertificatePorts, 'host' | 'random' | 'wallets'> & {
    readonly kv: Kv;
    readonly journal: Journal;
    readonly keystore: Keystore;
  };

export interface TrustWorld {
  readonly trustLists: TrustLists;
  readonly trustListRefresher: TrustListRefresher;
  /** Texts by URL, also such as come later: a host that has none is unreachable. */
  readonly served: Map<string, string | (() => Promise<string>)>;
  readonly certificates: OrganisationCertificates;
  /** Of the wallets of this node. */
  readonly attester: WalletAttester;
  /** DER of authorities that the settings name; a test may add to them. */
  readonly configured: Uint8Array[];
  /** The country of the settings; a test may set it before the authority is asked for. */
  readonly naming: { country: string | undefined };
  /** Certificates that were counted: provenance, outcome and reason. */
  readonly counted: string[];
  /** Notices of certificates that end: type and id. */
  readonly told: string[];
  /** What the timer recorded: ids of lists, and codes of those that were refused. */
  readonly recorded: string[];
  /** The operator whose certificate the settings name. */
  readonly operator: ReturnType<typeof operatorOf>;
  /** Of the settings; a test may change them. */
  readonly settings: { -readonly [K in keyof TrustLists['settings']]: TrustLists['settings'][K] };
}

export async function trustPart({ kv, journal, ...ports }: Ports): Promise<TrustWorld> {
  const rows = await TrustListRows.open(kv, journal);
  const operator = operatorOf('Operator');
  const served: TrustWorld['served'] = new Map();
  const recorded: string[] = [];
  const settings = { operators: [operator.certificate], strictFreshness: false, lotlUrl: '', refreshMs: 3_600_000 };
  const trustLists = new TrustLists({
    ...{ ...ports, rows, settings, countOutcome: () => undefined },
    reader: { read: (task) => readTrustList(task) },
    outgoing: {
      async request({ url }) {
        const answer = served.get(url);
        const text = typeof answer === 'function' ? await answer() : answer;
        if (text === undefined) return fail(issue('OUTGOING_FAILED', '', 'No such host.'));
        return { status: text === '' ? 404 : 200, headers: {}, body: utf8(text), url, address: '93.184.216.34' };
      },
    },
  });
  const trustListRefresher = new TrustListRefresher({
    ...{ ...ports, rows, lists: trustLists },
    recordEntries: ({ trustListId }, code) => {
      recorded.push([trustListId, ...(code === undefined ? [] : [code])].join(' '));
      return [];
    },
  });
  const naming: TrustWorld['naming'] = { country: undefined };
  const [configured, counted, told]: [Uint8Array[], string[], string[]] = [[], [], []];
  const authority = new TrustAuthority(Object.assign(naming, { ...ports, kv }));
  const certificates = new OrganisationCertificates({
    ...ports,
    rows: await OrganisationCertificateRows.open(kv, journal),
    authority,
    anchors: { lists: trustLists, configured },
    nameOf: () => 'Northwind',
    administratorsOf: async () => ['an administrator'],
    async tell(ops, notices) {
      await ports.commit(ops);
      told.push(...notices.map(({ type, details }) => `${type} ${details.certificateId}`));
    },
    countOutcome: (...outcome) => counted.push(outcome.join(' ').trim()),
  });
  return {
    ...{ certificates, configured, counted, told, naming },
    attester: new WalletAttester({ ...ports, authority }),
    trustLists,
    trustListRefresher,
    served,
    recorded,
    operator,
    settings,
  };
}
