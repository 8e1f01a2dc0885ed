import { undecodable } from '#kernel/contract/validation.ts'

// A query and a form, as `application/x-www-form-urlencoded` in UTF-8. What is encoded in another way has no meaning
// that is certain: a search for it would find nothing, although there is something.

/** Where not even the name of a parameter can be read. */
const UNNAMED = 'query'

/**
 * The parameters by their names; one that is there several times has a list of values. What cannot be decoded is
 * `undecodable`. Takes what Node makes of a request's target: a character for each byte.
 */
export function parseQuery(query: string): Record<string, unknown> {
  const valuesByName = Map.groupBy(pairsIn(query), ([name]) => name)
  return Object.fromEntries(
    [...valuesByName].map(([name, pairs]) => {
      const values = pairs.map(([, value]) => value)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}

/** The fields of a form; undefined if one cannot be decoded. */
export function parseForm(form: Buffer): URLSearchParams | undefined {
  const fields = new URLSearchParams()
  for (const [name, value] of pairsIn(form.toString('latin1'))) {
    if (value === undecodable) return undefined
    fields.append(name, value)
  }
  return fields
}

function pairsIn(text: string): (readonly [name: string, value: string | typeof undecodable])[] {
  const parts = text.split('&').filter((part) => part !== '')
  return parts.map((part) => {
    const end = part.indexOf('=')
    const name = decoded(end < 0 ? part : part.slice(0, end))
    return typeof name === 'string'
      ? [name, decoded(end < 0 ? '' : part.slice(end + 1))]
      : [UNNAMED, undecodable]
  })
}

/** `decodeURIComponent` refuses broken escapes, overlong forms and halves of surrogate pairs. */
function decoded(part: string): string | typeof undecodable {
  try {
    return decodeURIComponent(withEscapes(part.replaceAll('+', ' ')))
  } catch {
    return undecodable
  }
}

const withEscapes = (part: string) =>
  part.replaceAll(/[^\0-\x7f]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)

/**
 * The target of a request, for the router. It can route no path that cannot be decoded; such a path is taken as it is
 * written, so that the parameter that it stands for is the fault.
 */
export function routable(target: string): string {
  if (!target.includes('%')) return target
  const end = target.search(/[?#]/)
  const path = end < 0 ? target : target.slice(0, end)
  return decoded(path) === undecodable
    ? path.replaceAll('%', '%25') + target.slice(path.length)
    : target
}
