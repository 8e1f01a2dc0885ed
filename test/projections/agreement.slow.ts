import { test } from 'vitest'
import { expectAgreement } from './agreement.ts'

test('the same for longer histories, and more often', () =>
  expectAgreement({ writers: 8, steps: 80, runs: 15 }))
