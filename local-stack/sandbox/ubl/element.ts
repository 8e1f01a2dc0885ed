/** An element of a document. Its name has the usual prefix, also if the document uses another. */
export interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly Element[]
  readonly text: string
}

/** All elements at a path below the element, such as `cac:Party/cac:PartyName`. */
export function findAll(element: Element, path: string): readonly Element[] {
  let found: readonly Element[] = [element]
  for (const name of path.split('/')) {
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name))
  }
  return found
}

/** The first text at a path below the element; empty if there is none. */
export const textAt = (element: Element, path: string): string =>
  findAll(element, path)[0]?.text.trim() ?? ''

/** The element and everything below it. */
export const withDescendants = (element: Element): readonly Element[] => [
  element,
  ...element.children.flatMap(withDescendants),
]
