// The request of a call that asks for nothing in particular. It has no members, and is judged as any other: unjudged, a
// peer could send as much as the transport lets through, for nothing.
import type { Result } from '../../core/base/result.js';
import { GetHealthStatusRequest } from '../gen/validator/v1/validator.js';
import { readMessage } from './field-reader.js';
import { CALL_BYTES_MAX } from './limits.js';
import { emptyAskShape } from './shapes.js';

/** True for a request of ExchangePeers or GetHealthStatus. Issues as `readMessage`. */
export function decodeEmptyAsk(bytes: Uint8Array): Result<true> {
  return readMessage(bytes, {
    shape: emptyAskShape,
    bytesMax: CALL_BYTES_MAX.emptyAsk,
    parse: GetHealthStatusRequest.decode,
    read: () => true as const,
  });
}
