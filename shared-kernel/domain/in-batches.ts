/** What comes one by one, in batches of a size; the last one may be smaller, and none is empty. */
export async function* inBatches<One>(
  all: AsyncIterable<One>,
  size: number,
): AsyncGenerator<readonly One[], void> {
  let batch: One[] = []
  for await (const one of all) {
    batch.push(one)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
