/** Has the next page fetched while the one before it is on its way to the reader. */
export async function* oneAhead<Page>(pages: AsyncGenerator<Page>): AsyncGenerator<Page, void> {
  try {
    for (let coming = pages.next(); ; ) {
      const { done, value } = await coming
      if (done === true) return
      coming = pages.next()
      // Whoever stops reading early does not come for it; whoever goes on hears of its failure.
      coming.catch(() => undefined)
      yield value
    }
  } finally {
    await pages.return(undefined)
  }
}
