// The providers of this node by their ids, from the settings. New conversations have the first; a person goes on with
// offline where a model does not answer.
import { offlineProvider } from '../../actors/designer/offline-provider.js';
import type { DesignProvider } from '../../core/designer/provider.js';
import type { Config } from '../config/schema.js';
import { type ModelPorts, type ModelSettings, modelProvider } from './model-provider.js';
import { anthropicWire } from './wires/anthropic.js';
import { openaiWire } from './wires/openai.js';

const ANTHROPIC_URL = 'https://api.anthropic.com';
const WIRES = { anthropic: anthropicWire, 'openai-compatible': openaiWire } as const;

export function designProviders(settings: Config['designer'], ports: ModelPorts): ReadonlyMap<string, DesignProvider> {
  const providers = [...modelsOf(settings).map((model) => modelProvider(model, ports)), offlineProvider];
  return new Map(providers.map((provider) => [provider.id, provider]));
}

/** The check of the settings has asked for a model, a URL and a key where they are needed (node/config/check.ts). */
function modelsOf({ provider, model = '', baseUrl = ANTHROPIC_URL, apiKey }: Config['designer']): ModelSettings[] {
  return provider === 'offline' ? [] : [{ wire: WIRES[provider], model, baseUrl, apiKey }];
}
