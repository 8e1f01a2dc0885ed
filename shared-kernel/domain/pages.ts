/**
 * What is read in pages of a size, each behind the last row of the one before; a smaller page is the last one, and none
 * is empty.
 */
export async function* pages<Row>(
  size: number,
  read: (behind: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void> {
  let last: Row | undefined
  for (;;) {
    const page = await read(last)
    if (page.length > 0) yield page
    last = page.at(-1)
    if (last === undefined || page.length < size) return
  }
}
