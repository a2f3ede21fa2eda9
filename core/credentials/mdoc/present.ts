// Presenting an mdoc: the holder chooses elements and signs the answer to one request.
import type { Draft } from '../draft.js';
import { cellsOf, type MdocCells } from './cells.js';
import { type AskedBy, draftDeviceSigned } from './device-signed.js';
import { type HeldMdoc, issuerAuthOf } from './issuer-signed.js';

/**
 * The presentation of the elements that `isShown` takes, to be signed by the key of the credential; `mdocResponse`
 * makes the response of its cells. Throws a fault where the credential has not its form.
 */
export function draftPresentation(
  held: HeldMdoc,
  asked: AskedBy,
  isShown: (nameSpace: string, name: string) => boolean,
): Draft<MdocCells> {
  const { docType } = issuerAuthOf(held.issuerAuth).object;
  const shown = held.elements.filter(({ element }) => isShown(element.nameSpace, element.name));
  const { toSign, finish } = draftDeviceSigned(docType, asked);
  return {
    toSign,
    finish: (signature) => cellsOf({ issuerAuth: held.issuerAuth, elements: shown }, finish(signature)),
  };
}
