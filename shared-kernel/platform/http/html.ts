const markup = Symbol('markup')

/** Text that is markup. Only `html` creates it; parsed data can never have this type. */
export interface Html {
  readonly [markup]: string
}

export type Shown = string | number | bigint | Html | null | undefined | false | readonly Shown[]

/** A page or a part of one. Every inserted value is escaped, unless it is markup. */
export const html = (parts: TemplateStringsArray, ...values: readonly Shown[]): Html => ({
  [markup]: parts.map((part, index) => part + escaped(values[index])).join(''),
})

export const textOf = (page: Html): string => page[markup]

function escaped(value: Shown): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string') return value.replaceAll(/[&<>"'`]/g, entityOf)
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return markup in value ? value[markup] : value.map(escaped).join('')
}

const entityOf = (character: string) => `&#${character.charCodeAt(0)};`
