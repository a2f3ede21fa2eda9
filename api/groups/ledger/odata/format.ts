// The form of an OData answer: how much of the model it repeats, and how it writes large numbers (OData JSON Format
// 4.01 sections 3 and 4.5).
import { issue } from '../../../../core/base/issue.js';
import { ACCEPT_LENGTH_MAX } from '../../../../core/base/limits/node/requests.js';
import { fail, type Result } from '../../../../core/base/result.js';

export type Metadata = 'none' | 'minimal' | 'full';

export interface AnswerFormat {
  readonly metadata: Metadata;
  readonly longAsText: boolean;
}

const JSON_TYPE = 'application/json';
const ANY: ReadonlySet<string> = new Set([JSON_TYPE, 'application/*', '*/*']);

/** `$format` goes before Accept. Issues: NOT_ACCEPTABLE where JSON is not among the types that the caller takes. */
export function formatOf(given: string | undefined, accept: string | undefined): Result<AnswerFormat> {
  if (given?.toLowerCase() === 'json') return DEFAULT;
  const text = given ?? accept;
  if (text === undefined || text.trim() === '') return DEFAULT;
  if (text.length > ACCEPT_LENGTH_MAX)
    return fail(issue('HEADER_INVALID', '/accept', `At most ${ACCEPT_LENGTH_MAX} characters name types.`));
  const liked = text
    .split(',')
    .map(rangeOf)
    .filter(({ type, quality }) => ANY.has(type) && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  const [best] = liked;
  if (best === undefined) return fail(issue('NOT_ACCEPTABLE', '/accept', 'This operation answers application/json.'));
  return { metadata: metadataOf(best.parameters), longAsText: best.parameters.get('ieee754compatible') === 'true' };
}

const DEFAULT: AnswerFormat = { metadata: 'minimal', longAsText: false };

interface Range {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
}

function rangeOf(text: string): Range {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim().toLowerCase());
  const parameters = new Map(
    rest.map((part) => part.split('=', 2).map((side) => side.trim().replaceAll('"', '')) as [string, string]),
  );
  const quality = Number(parameters.get('q') ?? 1);
  return { type, parameters, quality: Number.isFinite(quality) ? quality : 0 };
}

/** `odata.metadata` in 4.0, `metadata` in 4.01. */
function metadataOf(parameters: ReadonlyMap<string, string>): Metadata {
  const asked = parameters.get('odata.metadata') ?? parameters.get('metadata');
  return asked === 'none' || asked === 'full' ? asked : 'minimal';
}

export function contentType({ metadata, longAsText }: AnswerFormat): string {
  return `${JSON_TYPE};odata.metadata=${metadata}${longAsText ? ';IEEE754Compatible=true' : ''};charset=utf-8`;
}
