// Fetches the token of the status list that a credential names, for a verdict with no network. It believes nothing of
// it: `credential verify` judges the file.
import { STATUS_FETCH_BYTES_MAX, STATUS_FETCH_MS } from '../../../../core/base/limits/node/wallets.js';
import { type Command, CommandError } from '../../../command/command.js';
import { writeNew } from '../../../command/documents.js';
import { sender } from '../../../remote/remote.js';
import type { CredentialFormat } from './checked.js';
import { textOf } from './stated.js';

/** `formatOf` tells the format of a text. */
export function statusListCommand(formatOf: (text: string) => CredentialFormat): Command {
  return {
    name: 'credential status-list',
    summary: 'fetch the status list that a credential names, to check the credential offline',
    examples: ['quorate credential status-list permit.txt --out list.jwt'],
    args: [{ name: '[file]', description: 'the credential, or what a wallet sent (default: standard input)' }],
    options: [{ flags: '--out <file>', description: 'new file of the token', required: true }],
    async run(context) {
      const { input, out } = context;
      const text = (await textOf(context, input.optionalArg('file'))).trim();
      const { placeOf, statusType, tokenText } = formatOf(text);
      const place = placeOf(text);
      if (place === undefined)
        throw new CommandError('the credential names no status list', { hint: 'It is checked without one.' });
      const file = input.requiredText('out');
      await writeNew(file, `${tokenText(await bodyAt(place.uri, statusType))}\n`);
      out.show({ list: place.uri, place: place.index, file }, () => `Written to ${file}: ${place.uri}`);
      out.note('Check the credential with it: quorate credential verify FILE --status-list FILE');
    },
  };
}

async function bodyAt(uri: string, accept: string): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(STATUS_FETCH_MS);
  try {
    const answer = await sender()(uri, { headers: { accept }, signal });
    if (!answer.ok) throw new Error(`it answers ${answer.status}`);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length;
      if (bytes > STATUS_FETCH_BYTES_MAX) throw new Error('it is too large');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    const why = error instanceof Error ? (error.cause instanceof Error ? error.cause : error).message : String(error);
    throw new CommandError(`the status list at ${uri} cannot be had: ${why}`, {
      hint: 'Ask its issuer for the token of the list, and state that file with --status-list.',
    });
  }
}
