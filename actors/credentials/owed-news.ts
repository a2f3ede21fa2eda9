// Tells the driver of credentials what was stored as owed by others than itself. While none listens nothing is lost:
// the driver reads the rows when it starts.
import type { OwedKey } from '../../storage/tables/credentials/run-issuances.js';

export interface OwedListener {
  readonly wakeIssuing: (key: OwedKey) => void;
  readonly wakeStatus: (credentialId: string) => void;
}

export class OwedNews {
  private listener: OwedListener | undefined;

  /** In the place of the former listener. */
  listen(listener: OwedListener | undefined): void {
    this.listener = listener;
  }

  /** Its row is durable. */
  issuing(key: OwedKey): void {
    this.listener?.wakeIssuing(key);
  }

  /** Its row is durable. */
  status(credentialId: string): void {
    this.listener?.wakeStatus(credentialId);
  }
}
