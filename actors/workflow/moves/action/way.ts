// How an action is carried through its stages (stages.ts): while its caller waits, or as an operation. That encrypts
// elsewhere, stores what it signed before it sends it, and outlasts the right of its asker. Types only.
import type { Issue } from '../../../../core/base/issue.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import type { Encrypter } from '../../encryption/encrypter.js';
import type { ActionWork } from './ask.js';

export interface ActionWay {
  /**
   * The checks of the submitter beyond the workflow. Asked once everything else that can be refused was, and before
   * `proceed`. An operation was asked it before it was promised.
   */
  readonly check?: (() => Promise<readonly Issue[]>) | undefined;
  /** Everything is checked and nothing encrypted: true goes on, false ends it as deferred. */
  proceed(work: ActionWork): boolean;
  /** Encrypts where it keeps no docket waiting. */
  readonly encrypt?: Encrypter['encrypt'];
  /** It is encrypted: whether it may be signed still. Asked where minutes may lie between the ask and this. */
  mayStill?(): readonly Issue[];
  /** It is signed, and sent once this resolves. Issues end it, and nothing is sent. */
  keep?(tx: Transaction): Promise<readonly Issue[]>;
}
