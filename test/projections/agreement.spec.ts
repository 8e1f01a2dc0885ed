import { test } from 'vitest'
import { expectAgreement } from './agreement.ts'

test('the tables equal the log after any work of eight writers, crashes and refusals', () =>
  expectAgreement({ writers: 8, steps: 25, runs: 5 }))
