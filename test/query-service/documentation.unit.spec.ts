import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { documentation } from '#query/documentation.ts'

test('the API’s document is byte for byte the one that was last looked at: otherwise `-u`', async () => {
  const [document] = documentation()
  expect(hash('sha256', String(await document?.body()))).toMatchInlineSnapshot(
    `"811db2db57906c8c8266d9a05063d8df79b959649208f8883ab6e89779fccd3e"`,
  )
})

test('nothing is filled in without the file that a demo company has', async () => {
  const pages = [...documentation(), ...documentation('/nowhere/docs-examples.json')]
  const texts = await Promise.all(pages.map(async ({ body }) => body()))
  expect(texts.filter((text) => text.includes('x-scalar-secret'))).toEqual([])
})
