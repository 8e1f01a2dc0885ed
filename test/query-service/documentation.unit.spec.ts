import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { documentation } from '#query/documentation.ts'

test('the API’s document is byte for byte the one that was last looked at: otherwise `-u`', async () => {
  const [document] = documentation()
  expect(hash('sha256', String(await document?.body()))).toMatchInlineSnapshot(
    `"c0ad921d720898f9811834990ac00000438460b44322b777e203fc253077b923"`,
  )
})

test('nothing is filled in without the file that a demo company has', async () => {
  const pages = [...documentation(), ...documentation('/nowhere/docs-examples.json')]
  const texts = await Promise.all(pages.map(async ({ body }) => body()))
  expect(texts.filter((text) => text.includes('x-scalar-secret'))).toEqual([])
})
