import { expect, test } from 'vitest'
import { newStory } from './story.ts'

test('what two clients hear alternately, again and again, stands once each', () => {
  let now = 1_000
  const { tell, lines } = newStory({ now: () => now })
  tell('a client comes')
  for (let again = 0; again < 40; again += 1) {
    now += 200
    tell('client 0 ← 409 busy')
    tell('client 1 ← 409 busy')
  }
  tell('client 0 ← 200')

  expect(lines()).toEqual([
    '   0.000 a client comes',
    '   0.200 client 0 ← 409 busy (40 times)',
    '   0.200 client 1 ← 409 busy (40 times)',
    '   8.000 client 0 ← 200',
  ])
})
