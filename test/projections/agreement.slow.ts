import { test } from 'vitest'
import { expectAgreement } from './agreement.ts'

test('the tables equal the log in longer histories', () =>
  expectAgreement({ writers: 8, steps: 80, runs: 15 }))
