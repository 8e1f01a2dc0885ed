import {
  type ApiDocument,
  type ApiSchema,
  isReference,
  type Reference,
} from '../openapi/document.ts'
import { type Html, html, prose } from './html.ts'

export interface Field {
  readonly name: string
  readonly schema: ApiSchema
  readonly required: boolean
  readonly description: string
}

export const resolve = (schema: ApiSchema | Reference, { components }: ApiDocument): ApiSchema =>
  isReference(schema) ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema

/** The fields of an object and of the objects within it, named as a client writes them. */
export const fieldsOf = (schema: ApiSchema, document: ApiDocument, prefix = ''): readonly Field[] =>
  Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const property = resolve(value, document)
    const name = `${prefix}${key}`
    const own: Field = {
      name,
      schema: property,
      required: schema.required?.includes(key) === true,
      description: property.description ?? '',
    }
    const [inner, path] =
      property.items === undefined
        ? [property, `${name}.`]
        : [resolve(property.items, document), `${name}[].`]
    return [own].concat(fieldsOf(inner, document, path))
  })

/** A list of fields, each with its type, its rules and what it is. */
export const fieldList = (fields: readonly Field[], showRequired: boolean): Html =>
  html`<dl class="fields">${fields.map((field) => fieldRow(field, showRequired))}</dl>`

const fieldRow = ({ name, schema, required, description }: Field, showRequired: boolean) => html`
<div><dt><code>${name}</code> <span class="type">${typeOf(schema)}</span>${
  showRequired && required ? html` <span class="required">required</span>` : undefined
}</dt><dd>${prose(description)} ${rulesOf(schema)}</dd></div>`

function typeOf({ type, format, nullable, items }: ApiSchema): string {
  const inner = items !== undefined && !isReference(items) ? ` of ${typeOf(items)}` : ''
  return `${format ?? type ?? 'any'}${inner}${nullable === true ? ' or null' : ''}`
}

function rulesOf(schema: ApiSchema): Html {
  const rules = [
    ...choices(schema),
    ...lengths(schema),
    ...limits(schema),
    ...(schema.pattern === undefined ? [] : [`Matches \`${schema.pattern}\`.`]),
    ...(schema.default === undefined ? [] : [`Default: \`${String(schema.default)}\`.`]),
  ]
  return html`<span class="rules">${prose(rules.join(' '))}</span>`
}

function choices({ enum: values }: ApiSchema): readonly string[] {
  const texts = values?.filter((value) => value !== null).map((value) => `\`${String(value)}\``)
  return texts === undefined || texts.length === 0 ? [] : [`${texts.join(', ')}.`]
}

function lengths({ minLength, maxLength }: ApiSchema): readonly string[] {
  if (maxLength === undefined) return []
  return [
    `${minLength === undefined ? 'At most' : `${minLength} to`} ${grouped(maxLength)} characters.`,
  ]
}

function limits({ minimum, maximum, exclusiveMinimum }: ApiSchema): readonly string[] {
  const above = exclusiveMinimum === true ? 'greater than' : 'at least'
  const from = minimum === undefined ? [] : [`${above} ${grouped(minimum)}`]
  const to = maximum === undefined ? [] : [`at most ${grouped(maximum)}`]
  const text = [...from, ...to].join(', ')
  return text === '' ? [] : [`${text.charAt(0).toUpperCase()}${text.slice(1)}.`]
}

const grouped = (value: number) => {
  const [whole = '', fraction] = value.toString().split('.')
  const digits = whole.replaceAll(/\B(?=(\d{3})+$)/g, ' ')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}
