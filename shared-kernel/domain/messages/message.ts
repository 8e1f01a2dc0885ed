import type { LanguageName } from './language.ts'
import { turkish } from './turkish.ts'

export type Sentence = keyof typeof turkish

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

type Values<Text extends string> = Readonly<Record<NamesIn<Text>, string | number>>

type PlainSentence = { [One in Sentence]: NamesIn<One> extends never ? One : never }[Sentence]

/** What a caller might look for: the end of a sentence that begins with "No such". */
export type Thing = Sentence extends infer One
  ? One extends `No such ${infer Noun}.`
    ? Noun
    : never
  : never

/** What an error says: one of our sentences, or words that are not ours and stay as they are. */
export type Message = PlainSentence | FilledSentence | ForeignWords

interface FilledSentence {
  readonly sentence: Sentence
  readonly values: Readonly<Record<string, string | number>>
}

interface ForeignWords {
  readonly words: string
}

export const filled = <One extends Sentence>(sentence: One, values: Values<One>): Message => ({
  sentence,
  values,
})

/** Words of a provider, or of us where they were recorded in place of a provider's. */
export const recordedWords = (words: string): Message => ({ words })

/** The message for people who read that language. */
export function messageIn(language: LanguageName, message: Message): string {
  if (typeof message === 'string') return sentenceIn(language, message)
  if ('words' in message) return sentenceIn(language, message.words)
  const { sentence, values } = message
  return sentenceIn(language, sentence).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    sentenceIn(language, String(values[name])),
  )
}

function sentenceIn(language: LanguageName, words: string): string {
  const known: Readonly<Record<string, string>> = turkish
  return language === 'tr' && Object.hasOwn(known, words) ? (known[words] ?? words) : words
}
