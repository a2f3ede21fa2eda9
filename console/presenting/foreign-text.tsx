// A text of a stranger: characters that people do not see are written out, and it turns no other text around.
import { showHidden } from '../../core/base/hidden.js';

export function ForeignText({ text }: { readonly text: string }) {
  return <bdi className="foreign">{showHidden(text)}</bdi>;
}
