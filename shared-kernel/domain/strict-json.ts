import { ExactNumber } from './exact-number.ts'

const faults = {
  syntax: 'is not valid JSON',
  keyTwice: 'has a key twice',
} as const

/** The text is no JSON, or JSON whose meaning is not certain. The message never quotes the text. */
export class NotStrictJson extends SyntaxError {
  override readonly name = 'NotStrictJson'

  constructor(fault: keyof typeof faults) {
    super(faults[fault])
  }
}

/**
 * The reader of all JSON that comes from outside. Like `JSON.parse`, but an object that has a key twice
 * is refused, because the meant value is unknown, and a number keeps the digits that it is written with.
 */
export function parseStrictJson(text: string): unknown {
  const document = { value: parsed(text) }
  compareWithText(document, text)
  return document.value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NotStrictJson('syntax')
  }
}

/** An array or object, and how far its text has been read. */
interface Container {
  readonly content: object
  /** Those read so far; undefined in an array. */
  readonly keys: Set<string> | undefined
  member: string | number
  isAtKey: boolean
}

/** Reads the text, which is JSON, in parallel with its parsed value. Not by recursion: JSON may be nested deeper than calls may be. */
function compareWithText(document: { value: unknown }, text: string) {
  const outermost: Container = {
    content: document,
    keys: undefined,
    member: 'value',
    isAtKey: false,
  }
  const around: Container[] = []
  let current = outermost
  for (let index = 0; index < text.length; index++) {
    switch (text[index]) {
      case '"': {
        const end = endOfString(text, index)
        if (current.isAtKey) enter(current, text.slice(index, end + 1))
        index = end
        break
      }
      case '{':
      case '[':
        around.push(current)
        current = containerIn(current)
        break
      case '}':
      case ']':
        current = around.pop() ?? outermost
        break
      case ',':
        if (typeof current.member === 'number') current.member++
        else current.isAtKey = true
        break
      default:
        index += keepNumber(current, text, index)
    }
  }
}

function enter(container: Container, quoted: string) {
  const key = quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
  if (container.keys?.has(key) === true) throw new NotStrictJson('keyTwice')
  container.keys?.add(key)
  container.member = key
  container.isAtKey = false
}

function containerIn({ content, member }: Container): Container {
  const inner: unknown = Reflect.get(content, member)
  // The text has a container here, so the value is that of a later member with the same key.
  if (typeof inner !== 'object' || inner === null) throw new NotStrictJson('keyTwice')
  return Array.isArray(inner)
    ? { content: inner, keys: undefined, member: 0, isAtKey: false }
    : { content: inner, keys: new Set(), member: '', isAtKey: true }
}

const NUMBER = /-?\d[\d.eE+-]*/y

/** Puts a number with its digits in the place of the parsed one; returns how much text was read beyond one character. */
function keepNumber({ content, member }: Container, text: string, index: number): number {
  const first = text.charCodeAt(index)
  if (first !== MINUS && (first < ZERO || first > NINE)) return 0
  NUMBER.lastIndex = index
  const [source = ''] = NUMBER.exec(text) ?? []
  // `Reflect.set` also where the key is `__proto__`: the parser has made it a member like any other.
  if (String(Number(source)) !== source) Reflect.set(content, member, new ExactNumber(source))
  return source.length - 1
}

const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const BACKSLASH = 0x5c

/** The index of the quotation mark that ends the string which begins at `start`. */
export function endOfString(text: string, start: number): number {
  let end = start
  do end = text.indexOf('"', end + 1)
  while (isEscaped(text, end))
  return end
}

function isEscaped(text: string, index: number): boolean {
  let before = index - 1
  while (text.charCodeAt(before) === BACKSLASH) before--
  return (index - before) % 2 === 0
}
