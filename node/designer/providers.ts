// THE list of what answers in conversations with the designer on this node. New conversations have the first.
import type { DesignProvider } from '../../core/designer/provider.js';

export function designProviders(): ReadonlyMap<string, DesignProvider> {
  const providers: readonly DesignProvider[] = [];
  return new Map(providers.map((provider) => [provider.id, provider]));
}
