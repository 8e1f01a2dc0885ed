/** Markup, as opposed to text, which has to be escaped. */
export interface Html {
  readonly markup: string
}

type Part = string | number | undefined | Html | readonly Html[]

/** Builds markup; whatever is put in as text is escaped. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: strings.reduce((text, next, index) => `${text}${markupOf(parts[index - 1])}${next}`),
})

/** Text with `code` in backticks. */
export const prose = (text: string): Html => ({
  markup: text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `<code>${escape(part)}</code>` : escape(part)))
    .join(''),
})

function markupOf(part: Part): string {
  if (part === undefined) return ''
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part))
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
