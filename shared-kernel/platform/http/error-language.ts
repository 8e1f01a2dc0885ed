import type { IncomingHttpHeaders } from 'node:http'
import type { LanguageName } from '#kernel/domain/messages/language.ts'
import { type Message, messageIn } from '#kernel/domain/messages/message.ts'
import { preferredLanguage } from './accept-language.ts'

type Asking = Pick<IncomingHttpHeaders, 'accept-language'>

/** English where the caller accepts none of our languages: an error in another one is better than none. */
const errorLanguage = (headers: Asking): LanguageName =>
  preferredLanguage(headers['accept-language']) ?? 'en'

/** What an error says to that caller, and the headers that say in which language. */
export function spoken(message: Message, headers: Asking) {
  const language = errorLanguage(headers)
  return {
    message: messageIn(language, message),
    headers: { 'content-language': language, vary: 'accept-language' },
  }
}
