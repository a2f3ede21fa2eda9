// The credentials that the organisation issued, newest first: which, how many copies, and whether they hold.
import { node } from '../session/node.js';
import type { IssuedChoice } from './issued-choice.js';

const PAGE = 50;

type IssuedPageRead = Awaited<ReturnType<typeof node.issuedCredentials.listIssuedCredentials>>;
export type IssuedRow = IssuedPageRead['credentials'][number];

interface Place {
  readonly deps: IssuedChoice;
}

export async function readIssued({ deps }: Place) {
  return { choice: deps, page: await readIssuedPage(deps) };
}

export const readIssuedPage = ({ state, type }: IssuedChoice, cursor?: string) =>
  node.issuedCredentials.listIssuedCredentials({
    query: {
      pageSize: PAGE,
      ...(state && { state }),
      ...(type !== undefined && { credentialType: type }),
      ...(cursor !== undefined && { cursor }),
    },
  });
