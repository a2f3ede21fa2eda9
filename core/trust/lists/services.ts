// The services of a trust list that vouch for credentials: their certificates are its roots (ETSI TS 119 612 sections
// 5.5.1 and 5.5.4). For wallets and people's data there are the types of TS 119 602, and those of the reference
// implementation.

/** Types of services whose certificates count as roots. */
const SERVICE_TYPES: ReadonlySet<string> = new Set([
  // Qualified certificates: authorities.
  'http://uri.etsi.org/TrstSvc/Svctype/CA/QC',
  // Attestations of attributes: qualified ones, and those of public bodies.
  'http://uri.etsi.org/TrstSvc/Svctype/EAA/Q',
  'http://uri.etsi.org/TrstSvc/Svctype/EAA/Pub-EAA',
  'http://uri.etsi.org/19602/SvcType/PubEAA/Issuance',
  // Person identification data.
  'http://uri.etsi.org/Svc/Svctype/Provider/PID',
  'http://uri.etsi.org/19602/SvcType/PID/Issuance',
  // Wallets.
  'http://uri.etsi.org/Svc/Svctype/Provider/Wallet',
  'http://uri.etsi.org/19602/SvcType/WalletSolution/Issuance',
]);

const GRANTED = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted';

/** A service as a list states it now; its history is not read. */
export interface ListedService {
  readonly type: string;
  readonly status: string;
  readonly sinceMs: number;
}

/** Whether the certificates of the service are roots at the time. */
export function vouches({ type, status, sinceMs }: ListedService, nowMs: number): boolean {
  return SERVICE_TYPES.has(type) && status === GRANTED && sinceMs <= nowMs;
}

/** Whether a list of this type names other lists. */
export function isListOfLists(type: string): boolean {
  return type.endsWith('/EUlistofthelists');
}
