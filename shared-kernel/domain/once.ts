/** What takes long to make is made when it is first asked for: a process starts sooner without it. */
export function once<Made extends object | string>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
