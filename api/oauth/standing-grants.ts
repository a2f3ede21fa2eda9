// Acts of a program about which its person is not asked: found in the consent of that person, and counted there before
// each is sent. It judges who, where, when and how often; the workflow of the node judges the rule on the data.
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { ProgramConsent } from '../../core/tenant/programs/consent.js';
import {
  type GrantedAct,
  isCovered,
  lastingGrants,
  leftToday,
  type StandingGrant,
  withUse,
} from '../../core/tenant/programs/grants.js';
import type { Caller, UnaskedActs } from '../auth/caller.js';
import type { ApiDeps } from '../deps/deps.js';
import { stands } from './asking.js';

export type GrantDeps = Pick<ApiDeps, 'audit' | 'clock' | 'commit' | 'programs' | 'sessions'>;

/** The caller, with its address for the audit trail. */
export interface GrantCaller {
  readonly caller: Caller;
  readonly address: string;
}

/** The act that was counted. */
export interface GrantUse {
  readonly grantId: string;
  readonly leftToday: number;
}

export interface CountedActs extends UnaskedActs {
  readonly used: GrantUse | undefined;
}

interface Covered {
  readonly consent: ProgramConsent;
  readonly grant: StandingGrant;
}

export class StandingGrants {
  constructor(private readonly deps: GrantDeps) {}

  /** Whether the program of the caller has one that lasts. */
  has(caller: Caller): boolean {
    const consent = this.consentOf(caller);
    return consent !== undefined && lastingGrants(consent, this.deps.clock.now()).length > 0;
  }

  /** For one call: its act is counted once, also where it is made anew at its place. */
  actsOf(from: GrantCaller): CountedActs {
    let used: GrantUse | undefined;
    const count = async (act: GrantedAct, transactionId: string): Promise<readonly Issue[]> => {
      const covered = used ? undefined : this.covering(from.caller, act);
      if (isFailure(covered)) return covered.issues;
      const grantId = used?.grantId ?? covered?.grant.id ?? '';
      // Nothing waits between the reading of the count and the queueing of the next one.
      const ops = covered ? [this.putUse(from.caller, covered)] : [];
      used ??= covered && { grantId, leftToday: leftToday(covered.grant, this.deps.clock.now()) - 1 };
      await this.deps.commit([...ops, this.auditRow(from, { act, transactionId, grantId })]);
      return [];
    };
    return {
      boundsOf: (act) => {
        const covered = this.covering(from.caller, act);
        if (isFailure(covered)) return covered;
        const { publicationTxId, rule } = covered.grant;
        return { publicationTxId, ...(rule !== undefined && { rule }) };
      },
      count,
      get used() {
        return used;
      },
    };
  }

  /** The grant that covers the act now, or why none does. */
  private covering(caller: Caller, act: GrantedAct): Result<Covered> {
    const nowMs = this.deps.clock.now();
    const consent = this.consentOf(caller);
    const grant = consent?.grants?.find((known) => isCovered(known, act, nowMs));
    if (consent === undefined || grant === undefined) return fail(NONE);
    return leftToday(grant, nowMs) > 0 ? { consent, grant } : fail(SPENT);
  }

  /** The word of the person to the very program that calls, for what it calls with. */
  private consentOf({ access, platformUserId, organisationId, subject }: Caller): ProgramConsent | undefined {
    if (access?.resource !== 'mcp') return undefined;
    return this.deps.programs.consents
      .of(platformUserId)
      .find(
        (consent) =>
          consent.clientId === access.clientId &&
          consent.resource === 'mcp' &&
          consent.organisationId === organisationId &&
          consent.membershipId === subject &&
          stands(this.deps, platformUserId, consent),
      );
  }

  private putUse({ platformUserId }: Caller, { consent, grant }: Covered) {
    const { consents } = this.deps.programs;
    const next = withUse(grant, this.deps.clock.now());
    const after = { ...consent, grants: consent.grants?.map((known) => (known.id === grant.id ? next : known)) ?? [] };
    return consents.replace(platformUserId, after);
  }

  private auditRow(
    { caller, address }: GrantCaller,
    {
      act,
      transactionId,
      grantId,
    }: { readonly act: GrantedAct; readonly transactionId: string; readonly grantId: string },
  ) {
    const { registerId, blueprintId, actionId, wallet } = act;
    const clientId = caller.access?.clientId ?? '';
    const details = { clientId, grantId, registerId, blueprintId, actionId: String(actionId), wallet, transactionId };
    return this.deps.audit.byCaller({ caller, address }, { eventType: 'StandingGrantUsed', details });
  }
}

const NONE = issue('STANDING_GRANT_NEEDED', '', 'No standing grant of the program is for this act.');
const SPENT = issue('STANDING_GRANT_NEEDED', '', 'The standing grant has no act left today.');
