// Settings of what answers in conversations with the designer.
import { Type } from 'typebox';
import { optionalText, section } from './section.js';

export const designer = section('The designer that people talk to (/hubs/chat).', {
  provider: Type.Enum(['offline', 'anthropic', 'openai-compatible'], {
    default: 'offline',
    description:
      'Which provider answers in new sessions: offline, which sends nothing, or a model at the host of baseUrl. It is sent the conversation, the draft and the answers of tools.',
  }),
  model: optionalText('Name of the model, as its host knows it.'),
  baseUrl: optionalText(
    'Where the model is, such as https://models.corp.example/v1. With anthropic https://api.anthropic.com where it is absent. A private host stands in outgoing.allowedHosts too.',
  ),
  apiKey: optionalText('Key for the host of the model. A host of your own may take none.'),
  apiKeyFile: optionalText('File that holds apiKey.'),
});
