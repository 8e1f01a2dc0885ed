import { XmlDocument, XmlElement, XmlText } from 'libxml2-wasm'

/** An element as an independent parser read it. */
export interface Tree {
  readonly name: string
  readonly namespace: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Tree[]
  readonly text: string
}

export function treeOf(xml: string): Tree {
  const document = XmlDocument.fromString(xml)
  try {
    return read(document.root)
  } finally {
    document.dispose()
  }
}

/** All elements at that path, `/` between the names. */
export const at = (tree: Tree, path: string): readonly Tree[] =>
  path
    .split('/')
    .reduce<readonly Tree[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((of) => of.name === name)),
      [tree],
    )

export const textsAt = (tree: Tree, path: string): readonly string[] =>
  at(tree, path).map(({ text }) => text)

export const everyElement = (tree: Tree): readonly Tree[] => [
  tree,
  ...tree.children.flatMap(everyElement),
]

function read(element: XmlElement): Tree {
  const children: Tree[] = []
  let text = ''
  for (let node = element.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) children.push(read(node))
    else if (node instanceof XmlText) text += node.content
  }
  return {
    name: element.prefix === '' ? element.name : `${element.prefix}:${element.name}`,
    namespace: element.namespaceUri,
    attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
    children,
    text,
  }
}
