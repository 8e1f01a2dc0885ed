import { expect, test } from 'vitest'
import { page } from './languages-page.ts'

test('the page of languages says what the test of languages does: otherwise `-u`', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/clients.md')
})
