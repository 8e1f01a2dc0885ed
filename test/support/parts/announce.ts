import { readFile } from 'node:fs/promises'
import type { LeftOutTag } from './left-out.ts'
import type { TestParts } from './test-parts.ts'

/** What a run begins with: the parts it uses, and which files it leaves out and why. */
export async function announcement(
  parts: TestParts,
  tags: readonly LeftOutTag[],
  files: readonly string[],
): Promise<string> {
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const leftOut = tags
    .filter(({ skip }) => skip)
    .map(({ name, description }) => {
      const tagged = sources.filter((source) => source.includes(`@module-tag ${name}\n`)).length
      return `  left out: ${tagged} files, and tests elsewhere, that ${description} (tag ${name})\n`
    })
  return `${inWords(parts)}\n${leftOut.join('')}`
}

function inWords(parts: TestParts): string {
  if (parts.kind === 'embedded') return 'Tests run on the embedded parts (TEST_WITH=embedded).'
  const { images, eventStoreNodes } = parts
  const nodes = eventStoreNodes === 1 ? 'one node' : `a cluster of ${eventStoreNodes} nodes`
  return `Tests run on containers: ${images.eventStore} (${nodes}), ${images.postgres}, ${images.kafka} (slow tests).`
}
