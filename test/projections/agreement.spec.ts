import { test } from 'vitest'
import { expectAgreement } from './agreement.ts'

test('whatever eight writers do and whatever crashes or is refused, the tables equal the log', () =>
  expectAgreement({ writers: 8, steps: 25, runs: 5 }))
