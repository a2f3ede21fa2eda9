// The forms of the answers of an operation: enough of them to know that a node answered the call, and no other service.
// The types of the client are believed after this alone.

/**
 * Of one answer: members that it has, or that it is a list, or nothing. Two members are few enough for a row, and no
 * other service has both. They are the first of the definition, which stay where members are added: a newer client
 * takes the answers of an older node.
 */
type OneForm = '[]' | '-' | readonly string[];

/** A form for each answer that an operation has; undefined where its answers may be anything. */
export type AnswerForms = readonly OneForm[] | undefined;

export const FORM_MEMBERS_MAX = 2;

/** As a row of a call says them: `id,name`, `[]`, `-`, and `{}` for an object without a member that is always there. */
export function formsIn(mark: string | undefined): AnswerForms {
  return mark?.split('/').map((form) => {
    if (form === '[]' || form === '-') return form;
    return form === '{}' ? [] : form.split(',');
  });
}

/** `body` is the parsed answer; undefined for one without a body. */
export function hasForm(body: unknown, forms: AnswerForms): boolean {
  return forms === undefined || forms.some((form) => isOf(body, form));
}

function isOf(body: unknown, form: OneForm): boolean {
  if (form === '-') return body === undefined;
  if (form === '[]') return Array.isArray(body);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  return form.every((name) => Object.hasOwn(body, name));
}
