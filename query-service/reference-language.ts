import turkish from './guides/reference-tr.json' with { type: 'json' }

/** The members of an OpenAPI document that people read; elsewhere such a name is a field of ours. */
const READ = new Set(['description', 'summary'])
/** What stands for a request or an answer itself. */
const DATA = new Set(['example', 'value', 'default', 'enum'])

const words: Readonly<Record<string, string>> = turkish

/** Sentences that are the same but for a name. */
const patterns: readonly (readonly [english: RegExp, inTurkish: (...parts: string[]) => string])[] =
  [
    [
      /^(.+\.) Needs the right (`\w+`)\.$/,
      (about, right) => `${turkishOf(about)} Gerekli yetki: ${right}.`,
    ],
    [/^Required fields only$/, () => 'Yalnızca zorunlu alanlar'],
    [/^Required fields only: (\w+)$/, (kind) => `Yalnızca zorunlu alanlar: ${kind}`],
    [/^The body of (`\w+`)\.$/, (name) => `${name} isteğinin gövdesi.`],
    [/^The `data` of (`\w+`)\.$/, (name) => `${name} isteğinin \`data\` alanı.`],
    [
      /^The `data` of (`\w+`), with (.+)\.$/,
      (name, kinds) =>
        `${name} isteğinin \`data\` alanı: ${kinds.replaceAll(' with ', ' ').replace(' or none', ' ya da boş')}.`,
    ],
    // Types of events and codes are the same in every language.
    [/^(sarraf\.[\w.-]+\.v\d+)$/, (type) => type],
    [/^(`[A-Z_]+`(?:, `[A-Z_]+`)*)$/, (codes) => codes],
  ]

/** The same in Turkish; undefined if it has no Turkish words yet. */
export function turkishOf(text: string): string | undefined {
  if (Object.hasOwn(words, text)) return words[text]
  for (const [english, said] of patterns) {
    const found = english.exec(text)
    if (found !== null) return said(...found.slice(1))
  }
  return undefined
}

/** Every text of a document that people read. */
export function textsIn(document: unknown): readonly string[] {
  const texts = new Set<string>()
  reworded(document, (text) => {
    texts.add(text)
    return text
  })
  return [...texts]
}

/** The document with Turkish words; names, schemas and examples stay. */
export const inTurkish = <Document extends object>(document: Document): Document =>
  Object(reworded(document, (text) => turkishOf(text) ?? text))

type Reword = (text: string) => string

function reworded(value: unknown, reword: Reword, key = '', parent = ''): unknown {
  if (typeof value === 'string') return isRead(key, parent) ? reword(value) : value
  if (Array.isArray(value)) return value.map((one) => reworded(one, reword, key, parent))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isField = key === 'properties'
      const stays = !isField && DATA.has(name)
      return [name, stays ? inExample(member, reword) : reworded(member, reword, name, key)]
    }),
  )
}

/** In an example of an error its sentence is for people. */
function inExample(value: unknown, reword: Reword): unknown {
  if (!isObject(value) || !isObject(value['error'])) return value
  const { message } = value['error']
  if (typeof message !== 'string') return value
  return { ...value, error: { ...value['error'], message: reword(message) } }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Tags are named by their names, in the list of tags and in each operation. */
const isRead = (key: string, parent: string) =>
  READ.has(key) || key === 'tags' || (key === 'name' && parent === 'tags')
