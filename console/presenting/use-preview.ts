// The claims of a choice that a verifier would read, asked of the node anew with each choice.
import { useEffect, useState } from 'react';
import type { JsonObject } from '../../core/base/json.js';
import { claimRows, type ShownClaim } from '../../core/credentials/holding/claim-rows.js';
import { faultOf, type GateProblem } from '../gates/use-prepared.js';
import { node } from '../session/node.js';
import type { ChosenPart } from './asked-query.js';

export interface PreviewedPart {
  readonly queryId: string;
  readonly type: string;
  readonly issuer: string;
  readonly rows: readonly ShownClaim[];
  /** All copies were shown before. */
  readonly isKnown: boolean;
}

interface Preview {
  /** Of the choice as it is now; undefined until the node has told. */
  readonly parts: readonly PreviewedPart[] | undefined;
  readonly fault: GateProblem | undefined;
}

interface PreviewPlace {
  readonly presentationId: string;
  readonly walletAddress: string;
}

export function usePreview({ presentationId, walletAddress }: PreviewPlace, chosen: readonly ChosenPart[]): Preview {
  const [preview, setPreview] = useState<Preview & { readonly key: string }>();
  const key = JSON.stringify(chosen.map(({ part, credentialId }) => [part.id, credentialId]));
  useEffect(() => {
    const pairs = JSON.parse(key) as readonly (readonly [string, string])[];
    if (pairs.length === 0) return;
    let isWanted = true;
    const selection = pairs.map(([queryId, credentialId]) => ({ queryId, credentialId }));
    readPreview({ presentationId, walletAddress }, selection).then(
      (parts) => isWanted && setPreview({ key, parts, fault: undefined }),
      (error: unknown) => isWanted && setPreview({ key, parts: undefined, fault: faultOf(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [key, presentationId, walletAddress]);
  return preview?.key === key ? preview : { parts: undefined, fault: undefined };
}

type Selection = readonly { readonly queryId: string; readonly credentialId: string }[];

async function readPreview({ presentationId, walletAddress: address }: PreviewPlace, selection: Selection) {
  const body = { selection: [...selection] };
  const { shown } = await node.presentations.previewPresentation({ params: { presentationId }, body });
  return Promise.all(
    shown.map(async ({ queryId, credentialId, claims }): Promise<PreviewedPart> => {
      const held = await node.heldCredentials.getHeldCredential({ params: { address, credentialId } });
      const rows = claimRows(held.claims as JsonObject, claims as JsonObject);
      const { type, issuer, uses, copies } = held;
      return { queryId, type, issuer, rows, isKnown: uses >= copies };
    }),
  );
}
