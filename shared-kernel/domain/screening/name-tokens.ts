import { fold } from '../turkish-text.ts'

const MAX_TOKENS = 12
const MAX_CHARACTERS = 300

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const titles = words(
  'haci haji hajji hadji el-haci molla mollah mullah mulla mawlawi mevlevi maulvi maulana mevlana seyh sheikh shaikh shaykh sheik cheikh seyit seyyid sayyid syed imam hoca dr prof doc av avukat op uzm yrd ord mr mrs ms miss bay bayan sayin sn sir general gen colonel col major maj captain capt muhendis muh eng ing ecz jr sr ii iii',
)
const companyMarks = words(
  'as ltd sti sirketi limited inc corp corporation llc llp gmbh plc sarl srl spa bv nv jsc pjsc ojsc ooo oao zao company holding',
)
const companyWords = words(
  've and tic ticaret san sanayi sanayii ithalat ihracat ith ihr paz pazarlama dis ins insaat anonim sirketi sirket co trading industry the',
)
const sons = words('oglu oglou ogly oghlu ogullari zade zadeh zada')
const articles = words('al el ul ud ed ad ar er as es ash esh an en at et az ez us ur')
const links = words('bin ibn ben bint bt b von van der den de da di du del la le dos')
const servants = words('abd abdul abdel abdal abdur abdu abdoul abdol abdus abdun abdud')
const fathers = words('abu abou ebu abi umm um ummu')

/** The compared parts of a name, in order: without titles, particles and a company's legal form. */
export function nameTokens(name: string): readonly string[] {
  const raw = rawTokens(givenNameFirst(name.slice(0, MAX_CHARACTERS)))
  const plain = withoutLegalForm(orAll(raw, (token) => !titles.has(token)))
  const joined = joinedParts(plain)
  const kept = joined.filter((token, index) => !isParticle(joined, token, index))
  return (kept.length > 0 ? kept : joined).slice(0, MAX_TOKENS).map(canonical)
}

/** `Surname, Given` is reversed; a comma within a company's name has no meaning. */
function givenNameFirst(name: string): string {
  const [last = '', first, ...others] = name.split(',')
  if (first === undefined || others.length > 0) return name
  return isShort(last) && isShort(first) ? `${first} ${last}` : name
}

const isShort = (part: string) => /^\s*\S+(\s+\S+){0,2}\s*$/.test(part)

const rawTokens = (name: string) =>
  fold(name)
    .replace(/['`"´]/g, '')
    .replace(/\b([a-z])\. ?(?=[a-z]\b)/g, '$1')
    .split(/[^a-z0-9]+/)
    .filter((token) => token !== '')

const orAll = (tokens: readonly string[], isKept: (token: string) => boolean) => {
  const kept = tokens.filter(isKept)
  return kept.length > 0 ? kept : tokens
}

/** A person may be called San or Co: such words are dropped only next to the marks of a company. */
function withoutLegalForm(tokens: readonly string[]): readonly string[] {
  const isCompany = tokens.some((token, index) => index > 0 && companyMarks.has(token))
  if (!isCompany) return tokens
  return orAll(tokens, (token) => !companyMarks.has(token) && !companyWords.has(token))
}

/** Parts that some writers separate and others join become one token. */
function joinedParts(tokens: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? ''
    const next = tokens[at + 1]
    const before = joined.at(-1)
    if (sons.has(token) && before !== undefined) {
      joined[joined.length - 1] = before + token
    } else if (next !== undefined && articles.has(token) && isFaith(next) && before !== undefined) {
      joined[joined.length - 1] = `${before}eddin`
      at += 1
    } else if (isFaith(token) && before !== undefined) {
      joined[joined.length - 1] = `${before}eddin`
    } else if (servants.has(token) && next !== undefined) {
      const name = tokens[at + 2]
      const skips = articles.has(next) && name !== undefined
      joined.push(`abdu${skips ? name : next}`)
      at += skips ? 2 : 1
    } else if (fathers.has(token) && next !== undefined) {
      joined.push(`${token.startsWith('u') ? 'umm' : 'abu'}${next}`)
      at += 1
    } else joined.push(token)
  }
  return joined
}

const isFaith = (token: string) => /^[aeiu]?[dt]?d[ie]+ne?$|^ttin$/.test(token) && token !== 'den'

const isParticle = (tokens: readonly string[], token: string, index: number) =>
  (articles.has(token) && index < tokens.length - 1) ||
  (links.has(token) && index > 0 && index < tokens.length - 1)

/** One spelling for prefixes and suffixes with many spellings. */
const canonical = (token: string): string =>
  token
    .replace(/(?:zadeh|zada)$/, 'zade')
    .replace(/(?:oglou|ogly|oghlu|ogullari)$/, 'oglu')
    .replace(/(?<=.{3})[aeiu](?:dd|tt)[ie]ne?$/, 'din')
    .replace(/^abd(?:[aeou]+(?=..)(?:(l)(?=.{2})|([bcdfghjkmnpqrstvwyz])(?=\2))?)?(?=.{2})/, 'abd')
