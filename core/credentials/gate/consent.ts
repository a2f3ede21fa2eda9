// Transaction data of OpenID4VP 1.0 (section 8.4) that name the action to who holds the wallet. They follow from the
// action alone, so that no cell has them and the holder cannot be shown something else.
import { toBase64Url, utf8 } from '../../base/bytes.js';
import { canonical } from '../../base/json.js';
import type { TransactionHeader } from '../../model/transaction.js';

const TYPE = 'urn:quorate:action:1';

export type NamedRun = Pick<
  TransactionHeader,
  'registerId' | 'blueprintId' | 'instanceId' | 'actionId' | 'senderWallet'
>;

/** Base64url of its JSON, as the request has it and the wallet hashes it. */
export function consentText(run: NamedRun, id: string): string {
  const { registerId, blueprintId, instanceId, actionId, senderWallet } = run;
  return toBase64Url(
    utf8(
      canonical({
        ...{ type: TYPE, credential_ids: [id], transaction_data_hashes_alg: ['sha-256'] },
        ...{ registerId, blueprintId, actionId, senderWallet },
        ...(instanceId !== undefined && { instanceId }),
      }),
    ),
  );
}
