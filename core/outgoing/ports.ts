// HTTP requests and mail that leave the node, as its parts ask for them. A guard serves all (node/outgoing): what a
// part wants stands in its call.
import type { Issue } from '../base/issue.js';
import type { Result } from '../base/result.js';

/** A request. The bounds hold for all of it, redirects among it. */
export interface OutgoingCall {
  /** Label of logs and metrics, from a closed list of the program: `federation`, `webhook`, `check`, `designer`. */
  readonly purpose: string;
  /**
   * The turn key of the organisation for which it is made (core/tenant/turn-key.ts), which has a share of what is under
   * way.
   */
  readonly from: string;
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Bytes of the body of the answer at most; OUTGOING_BYTES_MAX when absent. */
  readonly bytesMax?: number;
  /** Milliseconds for everything, names and redirects among it; OUTGOING_MS when absent. */
  readonly timeoutMs?: number;
  /** Ends the request: OUTGOING_FAILED. */
  readonly signal?: AbortSignal;
  /** Told of the body of an answer with status 200 as it comes; the answer has none then. */
  readonly onBody?: (bytes: Uint8Array) => void;
  /** 0 when absent: a redirect is then an answer like others. */
  readonly redirectsMax?: number;
}

export interface OutgoingAnswer {
  readonly status: number;
  /** Names in lower case; of several with one name the values joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The URL that answered, after redirects. */
  readonly url: string;
  /** The address that answered. */
  readonly address: string;
}

export interface Outgoing {
  /**
   * Any status is an answer. OUTGOING_REFUSED where the target may not be called; OUTGOING_FAILED where it does not
   * answer whole and in time; OUTGOING_ANSWER_REFUSED where the answer is too large, compressed, or redirects too
   * often; OUTGOING_BUSY where too many requests are under way. Never rejects.
   */
  request(call: OutgoingCall): Promise<Result<OutgoingAnswer>>;
}

/** A mail of plain text. The addresses and the subject are one line each. */
export interface Mail {
  /** Label of logs, metrics and files, from a closed list of the program: `test`, `verify-email`. */
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** The mail server of the settings, or a folder of files where none is set. */
  readonly through: 'server' | 'folder';
  /**
   * Resolves when the mail server has taken the mail, or the file is written; MAIL_REFUSED for an address or a subject
   * that cannot be sent, else MAIL_FAILED.
   */
  send(mail: Mail): Promise<Issue | undefined>;
  /**
   * Takes a mail to be sent soon, with some tries. It returns at once: the time of an answer does not tell whether a
   * mail was sent. MAIL_REFUSED as above, MAIL_QUEUE_FULL beyond the bound. Mail that waits is lost when the node
   * stops: a person that waits for it can ask again.
   */
  post(mail: Mail): Issue | undefined;
}
