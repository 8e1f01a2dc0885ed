interface Page<Item> {
  readonly data?: { readonly data: readonly Item[]; readonly meta: { readonly pages: number } }
}

/** Every item of a list, page by page: `pagesOf((page) => client.GET('/v1/invoices', …))`. */
export async function* pagesOf<Item>(
  read: (page: number) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  for (let page = 1; ; page++) {
    const { data: answer } = await read(page)
    if (answer === undefined) return
    yield* answer.data
    if (page >= answer.meta.pages) return
  }
}
