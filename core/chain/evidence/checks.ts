// The checks that a document of evidence passed. Each has a code and its values, for pages that draw and translate
// them, and a sentence in English.
import { countNoun } from '../../base/counted.js';
import type { JsonObject } from '../../base/json.js';
import type { Hash } from '../../model/register.js';

/**
 * Words of the ledger that no file proves. By then records had no newer version, and an Owner or Admin vouched for the
 * issuer. The credential was not revoked by the ledger, and the key of its issuer not distrusted.
 */
export type GateRest = 'records' | 'vouching' | 'status' | 'distrust';

/** The gate of an action as a document shows it. */
export type GateSaid = {
  readonly id: string;
  /** Of the credential: its `vct` or `doctype`. */
  readonly credentialType: string;
  /** The time at which the sender judged it, and the docket by which it did. */
  readonly at: string;
  readonly asOf: number;
  /** The wallet that says it verified before the seal. */
  readonly verifiedBy?: string;
  /** The claims that were shown, by the names of the requirement. */
  readonly claims: JsonObject;
} & (
  | {
      readonly verdict: 'held';
      readonly level: string;
      /** The sources of the policy that accepted the issuer. */
      readonly sources: readonly string[];
      /** Thumbprint (RFC 7638) of the key that signed for the action. */
      readonly holder: string;
      readonly isStatusChecked: boolean;
      readonly rests: readonly GateRest[];
    }
  /** The sender sealed what does not meet its gate. */
  | { readonly verdict: 'refused'; readonly ground: string; readonly message: string }
  /** The document leaves open whether the ledger answered for it. */
  | { readonly verdict: 'unproven'; readonly ground: string; readonly message: string }
);

/** A check that was passed. The values are those of the document, which the check alone vouches for. */
export type EvidenceCheck =
  | { readonly code: 'genesis'; readonly args: GenesisArgs }
  /** `fromHeight` is 0 where they are counted from genesis; `to` is the docket in a document of version 1. */
  | {
      readonly code: 'roster';
      readonly args: { readonly changes: number; readonly fromHeight: number; readonly to: 'head' | 'docket' };
    }
  | {
      readonly code: 'docket';
      readonly args: { readonly height: number; readonly signatures: number; readonly validators: number };
    }
  /** A timer is signed by no wallet. */
  | {
      readonly code: 'transaction';
      readonly args: {
        readonly txId: string;
        readonly number: number;
        readonly of: number;
        readonly isSigned: boolean;
      };
    }
  /** The public statement of a transaction of this kind, in a sentence. */
  | { readonly code: 'said'; readonly args: { readonly kind: string; readonly words: string } }
  /** The moves of the instance up to the transaction, which is the last of them. */
  | { readonly code: 'instance'; readonly args: { readonly instanceId: string; readonly moves: number } }
  /** A checkpoint, HASH@HEIGHT. */
  | { readonly code: 'history'; readonly args: { readonly head: string } }
  | { readonly code: 'between'; readonly args: { readonly docket: string } }
  | { readonly code: 'opening'; readonly args: { readonly parts: number; readonly wallet: string } }
  /** Of a gate that did not hold too, and of one of which the document leaves that open. */
  | {
      readonly code: 'gate';
      readonly args: {
        readonly id: string;
        readonly verdict: GateSaid['verdict'];
        readonly credentialType: string;
        /** Of a gate that is not known to have held. */
        readonly ground?: string;
      };
    };

interface GenesisArgs {
  readonly registerId: string;
  readonly genesisHash: Hash;
  readonly members: number;
  readonly validators: number;
}

type Args<C extends EvidenceCheck['code']> = Extract<EvidenceCheck, { readonly code: C }>['args'];

const WORDS: { readonly [C in EvidenceCheck['code']]: (args: Args<C>) => string } = {
  genesis: ({ registerId, genesisHash, members, validators }) =>
    `Register ${registerId} begins with genesis docket ${genesisHash}, attested by its ${countNoun(members, 'member')} and ${countNoun(validators, 'validator')}.`,
  roster: ({ changes, fromHeight, to }) =>
    `The validator roster changed ${countNoun(changes, 'time')} from ${fromHeight === 0 ? 'genesis' : `docket ${fromHeight}`} to the ${to}.`,
  docket: ({ height, signatures, validators }) =>
    `Docket ${height} was sealed by ${signatures} of ${countNoun(validators, 'validator')}.`,
  transaction: ({ txId, number, of, isSigned }) =>
    `Transaction ${txId} is number ${number} of ${of} in it${isSigned ? ', and its signatures verify.' : '.'}`,
  said: readWords,
  instance: ({ instanceId, moves }) =>
    `It is the last of ${countNoun(moves, 'move')} of instance ${instanceId} in the file, each proven as it is. No move is missing that another one follows; newer ones may be.`,
  history: ({ head }) => `Genesis, changes and docket lie in the history of head ${head}, sealed by its roster.`,
  between: ({ docket }) => `So does docket ${docket}.`,
  opening: ({ parts, wallet }) =>
    `The transaction binds what is shown, ${countNoun(parts, 'part')}: its sender ${wallet} stated it.`,
  gate: gateWords,
};

function gateWords({ id, verdict, credentialType, ground }: Args<'gate'>): string {
  if (verdict === 'held') return `The gate ${id} held: a credential of the type ${credentialType} was shown.`;
  return verdict === 'refused'
    ? `The gate ${id} did not hold (${ground}): its sender sealed what does not meet it.`
    : `It is open whether the gate ${id} held (${ground}): the document does not prove what the ledger says of it.`;
}

function readWords({ words }: Args<'said'>): string {
  return words;
}

/** A sentence for a person. */
export function checkWords({ code, args }: EvidenceCheck): string {
  return (WORDS[code] as (args: EvidenceCheck['args']) => string)(args);
}
