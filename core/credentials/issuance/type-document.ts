// The document of a type of SD-JWT VC (its type metadata): its names and the labels of its claims, by language. It says
// neither `sd` nor `mandatory`: a reader refuses a credential that breaks them, and a definition that changes would
// break those of before.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { pointerText } from '../../blueprint/definition/pointer.js';
import { textsFor } from '../../blueprint/definition/texts.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import type { TypeDisplay } from '../issuing/type-rules.js';
import type { IssuanceRule, MappedClaim } from './rule.js';

/** RFC 5646: the language is not known. A definition says none of its own texts. */
const UNKNOWN_LANGUAGE = 'und';

/** The document, as its readers want it. */
export function typeDocument({
  vct,
  display,
  claims,
}: {
  readonly vct: string;
  readonly display: readonly TypeDisplay[];
  readonly claims: readonly JsonObject[];
}): JsonObject {
  return {
    ...{ vct, name: display[0]?.name ?? vct },
    ...(display.length > 0 && { display: display.map(displayOf) }),
    ...(claims.length > 0 && { claims }),
  };
}

function displayOf({ name, locale, description, logoUri, backgroundColor, textColor }: TypeDisplay): JsonObject {
  const simple = {
    ...(logoUri !== undefined && /^(?:https|data):/.test(logoUri) && { logo: { uri: logoUri } }),
    ...(backgroundColor !== undefined && { background_color: backgroundColor }),
    ...(textColor !== undefined && { text_color: textColor }),
  };
  return {
    ...{ locale: locale ?? UNKNOWN_LANGUAGE, name },
    ...(description !== undefined && { description }),
    ...(Object.keys(simple).length > 0 && { rendering: { simple } }),
  };
}

/** The claims that have a label: as the definition displays them, else by the texts of the field they come from. */
export function labelledClaims(
  definition: Definition,
  action: Action,
  { claims }: IssuanceRule,
): readonly JsonObject[] {
  return claims.flatMap((claim) => {
    const labels = { ...fieldLabels(definition, action, claim), ...statedLabels(claim) };
    const display = Object.entries(labels).map(([locale, label]) => ({ locale, ...label }));
    return display.length === 0 ? [] : [{ path: [...claim.path], display }];
  });
}

interface Label {
  readonly label: string;
  readonly description?: string;
}

/** As OpenID4VCI 1.0 spells them (`name`), or SD-JWT VC (`label`). */
function statedLabels({ display }: MappedClaim): Readonly<Record<string, Label>> {
  const rows = display.flatMap(({ name, label = name, locale = UNKNOWN_LANGUAGE, description }) =>
    typeof label === 'string' && typeof locale === 'string'
      ? [[locale, { label, ...(typeof description === 'string' && { description }) }] as const]
      : [],
  );
  return Object.fromEntries(rows);
}

function fieldLabels(definition: Definition, action: Action, { source }: MappedClaim): Readonly<Record<string, Label>> {
  const title = (action.dataSchemas ?? []).map((schema) => titleAt(schema, source)).find((each) => each !== undefined);
  const texts = textsFor(definition, `${action.id}${pointerText(source)}`) ?? {};
  const rows = Object.entries({ ...(title !== undefined && { [UNKNOWN_LANGUAGE]: title }), ...texts });
  return Object.fromEntries(rows.map(([locale, label]) => [locale, { label }]));
}

function titleAt(schema: Json, path: readonly string[]): string | undefined {
  let here: Json | undefined = schema;
  for (const name of path) {
    const properties: Json | undefined = isObject(here) ? here.properties : undefined;
    here = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  }
  return isObject(here) && typeof here.title === 'string' ? here.title : undefined;
}
