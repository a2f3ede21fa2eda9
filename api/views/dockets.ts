// Dockets as clients see them, and the docket that a client brings. A docket from outside is read here and judged by
// the ledger.

import type { Static } from 'typebox';
import type { ConsensusReport } from '../../actors/docket/candidate.js';
import { utf8 } from '../../core/base/bytes.js';
import { countNoun } from '../../core/base/counted.js';
import { issue } from '../../core/base/issue.js';
import { canonical, type Json, type JsonObject } from '../../core/base/json.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { Roster, SealedDocket } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import { rosterHashOf } from '../../core/register/roster.js';
import { decodeTransaction } from '../../core/transaction/encode.js';
import type { StoredDocket } from '../../storage/chain/chain-read.js';
import type { DocketView, SealedDocketBody } from '../schemas/registers/dockets.js';
import type { ConsensusView } from '../schemas/registers/validator.js';
import { certificateView, isoTime } from './transactions.js';

/** `roster` names the voters where it is the one that the certificate binds; a later one would name others. */
export function docketView(docket: StoredDocket, roster: Roster | undefined): Static<typeof DocketView> {
  const { header, hash, certificate, txIds } = docket;
  const voters = roster && rosterHashOf(roster) === certificate.rosterHash ? roster.validators : [];
  return {
    registerId: header.registerId,
    id: header.height,
    number: header.height,
    ...(header.height === 0 ? {} : { previousHash: header.prevHash }),
    hash,
    timestamp: isoTime(header.timestampMs),
    validatorAddress: header.proposer,
    transactionIds: [...txIds],
    transactionCount: header.txCount,
    state: 'Sealed',
    merkleRoot: header.txRoot,
    consensusVotes: certificate.signatures.map(({ voterIndex, signature }) => {
      const voter = voters[voterIndex];
      const key = voter === undefined ? {} : { publicKey: voter.consensusKey };
      return {
        voterIndex,
        ...(voter === undefined ? {} : { validatorId: voter.validatorId }),
        decision: 'Approve' as const,
        docketHash: hash,
        validatorSignature: { ...key, signatureValue: signature, algorithm: 'ED25519' as const },
      };
    }),
    header: { ...header },
    certificate: certificateView(certificate),
  };
}

export function consensusView(registerId: string, report: ConsensusReport): Static<typeof ConsensusView> {
  const { self, waitingFor, votes, ...rest } = report;
  return {
    registerId,
    ...rest,
    isLeader: self === report.leader,
    votes: votes.map((vote) => ({ ...vote })),
    waitingFor: waitingFor.map(({ txId, reachable, needed, sinceMs }) => ({
      transactionId: txId,
      reachable,
      needed,
      since: isoTime(sinceMs),
      reason: `The roster would change, and of the new one this node reaches only ${countNoun(reachable, 'validator')}, itself included: ${needed} have to decide the next docket. Start the others ("quorate mesh status"), or set consensus.forceRosterChanges if the register may stand still until they are back.`,
    })),
  };
}

/**
 * The docket of a body for the register of the path. Issues: BODY_INVALID for another register, and those of decoding a
 * transaction.
 */
export function sealedDocketOf(body: Static<typeof SealedDocketBody>, registerId: string): Result<SealedDocket> {
  const { docket, certificate } = body;
  if (docket.header.registerId !== registerId)
    return fail(
      issue('BODY_INVALID', '/docket/header/registerId', 'The docket belongs to another register than the path.'),
    );
  const transactions: Transaction[] = [];
  for (const [i, document] of docket.transactions.entries()) {
    const tx = transactionIn(document as unknown as Json);
    if (isFailure(tx))
      return tx.mapIssues((problem) => ({ ...problem, path: `/docket/transactions/${i}${problem.path}` }));
    transactions.push(tx);
  }
  const { hash, header, annex } = docket;
  return { docket: { hash, header, transactions, annex: annex as unknown as readonly JsonObject[] }, certificate };
}

/** The transaction of a document. */
export function transactionIn(document: Json): Result<Transaction> {
  return decodeTransaction(utf8(canonical(document)));
}
