/** Fetches the next page while the reader receives the present one. */
export async function* oneAhead<Page>(pages: AsyncGenerator<Page>): AsyncGenerator<Page, void> {
  try {
    for (let coming = pages.next(); ; ) {
      const { done, value } = await coming
      if (done === true) return
      coming = pages.next()
      // A reader that continues receives the failure; one that stops early does not.
      coming.catch(() => undefined)
      yield value
    }
  } finally {
    await pages.return(undefined)
  }
}
