import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filled, messageIn, recordedWords } from '#kernel/domain/messages/message.ts'
import { turkish } from '#kernel/domain/messages/turkish.ts'

const sentences = Object.entries(turkish)
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()

test('a Turkish sentence has the same values as the English one, and ends like it', () => {
  expect(sentences.length).toBeGreaterThan(90)
  for (const [english, said] of sentences) {
    expect(placeholders(said), english).toEqual(placeholders(english))
    expect(said.at(-1), english).toBe(english.at(-1))
    expect(said).not.toBe(english)
  }
})

test('words that Turkish developers say in English stay English, and no calque replaces them', () => {
  const all = sentences.map(([, said]) => said).join('\n')
  expect(all).toContain('Idempotency-Key')
  expect(all).not.toMatch(/web kanca|eşgüçlü|tekrarlanabilirlik|jeton|uç birim/i)
})

test('every sentence of the table is said somewhere', () => {
  const folders = 'command-service,query-service,shared-kernel,local-stack,projections'
  const sources = globSync(`{${folders}}/**/*.ts`)
    .filter((file) => !file.endsWith('messages/turkish.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const isSaid = (english: string) => {
    const [, noun] = /^No such (.+)\.$/.exec(english) ?? []
    return [english, `notFound('${noun}')`, `noun: '${noun}'`].some((one) => sources.includes(one))
  }
  expect(sentences.map(([english]) => english).filter((one) => !isSaid(one))).toEqual([])
})

test('values are put in, and are no placeholders themselves', () => {
  const taken = filled('Number {number} of serial {serial} is taken.', {
    number: '7',
    serial: '{number}',
  })
  expect(messageIn('en', taken)).toBe('Number 7 of serial {number} is taken.')
  expect(messageIn('tr', taken)).toBe('{number} serisinin 7 numarası kullanılmış.')
})

test('a provider’s own words stay as they are; ours in their place are translated', () => {
  expect(messageIn('tr', recordedWords('KM0001: kayıt yok'))).toBe('KM0001: kayıt yok')
  expect(messageIn('tr', recordedWords('The register cannot be reached.'))).toBe(
    'KMTS’ye ulaşılamıyor.',
  )
  const refused = (words: string) => filled('The provider has refused it: {words}', { words })
  expect(messageIn('tr', refused('VKN hatalı'))).toBe('Entegratör reddetti: VKN hatalı')
  expect(messageIn('tr', refused('toString'))).toBe('Entegratör reddetti: toString')
  expect(
    messageIn('tr', refused('Nothing was sent, because it could not be recorded in time.')),
  ).toBe('Entegratör reddetti: Zamanında kaydedilemediği için hiçbir şey gönderilmedi.')
})
