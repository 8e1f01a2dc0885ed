/** Read record by record with `for await`, or a page of them at a time. */
export interface Listing<Item> extends AsyncIterable<Item> {
  /** No page is empty. */
  readonly byPage: () => AsyncGenerator<readonly Item[]>
}

/** Each loop over a listing reads it from its beginning. */
export const listingOf = <Item>(byPage: () => AsyncGenerator<readonly Item[]>): Listing<Item> => ({
  byPage,
  async *[Symbol.asyncIterator]() {
    for await (const page of byPage()) yield* page
  },
})

interface Page<Item> {
  readonly data?: { readonly data: readonly Item[]; readonly meta: { readonly pages: number } }
}

/** What a list is asked for to read its pages. */
interface Query {
  readonly page: number
  readonly pageSize: number
}

/** Every record of a list: `pages((query) => client.GET('/v1/invoices', { params: { query } }))`. */
export const pages = <Item>(
  read: (query: Query) => Promise<Page<Item>>,
  { pageSize = 100 }: { readonly pageSize?: number } = {},
): Listing<Item> =>
  listingOf(async function* byPage() {
    for (let page = 1; ; page++) {
      const { data: answer } = await read({ page, pageSize })
      if (answer === undefined) return
      if (answer.data.length > 0) yield answer.data
      if (page >= answer.meta.pages) return
    }
  })

/** @deprecated `pages` gives the whole query. */
export const pagesOf = <Item>(read: (page: number) => Promise<Page<Item>>): AsyncGenerator<Item> =>
  recordsOf(pages(({ page }) => read(page)))

export async function* recordsOf<Item>(listing: Listing<Item>): AsyncGenerator<Item> {
  yield* listing
}
