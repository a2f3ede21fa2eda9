// The keywords maxLength and minLength (JSON Schema validation 6.3.1, 6.3.2) for ajv: a text is counted in characters only where its length in UTF-16
// units leaves the answer open, because counting a kilobyte costs more than the rest of a payload's check. What they find is what ajv's own find.
import { _, type Ajv, str } from 'ajv';

/** Takes the place of ajv's own two in an engine, in their order among the keywords of texts: the first error is the one that is told. */
export function lengthKeywords(ajv: Ajv): void {
  for (const keyword of ['maxLength', 'minLength'] as const) {
    const isMost = keyword === 'maxLength';
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      keyword,
      type: 'string',
      schemaType: 'number',
      before: 'pattern',
      error: {
        message: ({ schemaCode }) => str`must NOT have ${isMost ? 'more' : 'fewer'} than ${schemaCode} characters`,
        params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
      },
      code(cxt) {
        const { gen, data, schemaCode } = cxt;
        const count = gen.scopeValue('func', { ref: charactersOf });
        // A character is one unit or two.
        if (isMost) cxt.fail(_`${data}.length > ${schemaCode} && ${count}(${data}) > ${schemaCode}`);
        else
          cxt.fail(
            _`${data}.length < ${schemaCode} || (${data}.length < 2 * ${schemaCode} && ${count}(${data}) < ${schemaCode})`,
          );
      },
    });
  }
}

/** Unicode code points of a text; a lone surrogate counts as one. */
export function charactersOf(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at++;
    count++;
  }
  return count;
}
