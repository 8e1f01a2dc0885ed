import { linkOnSite, type Targets } from './links.ts'

// As much of markdown-it as is used here.

interface Token {
  type: string
  content: string
  readonly info: string
  readonly children: Token[] | null
  attrGet(name: string): string | null
  attrSet(name: string, value: string): void
}

type Rule = (
  tokens: Token[],
  at: number,
  ...rest: readonly [options: unknown, env: unknown, self: Renderer]
) => string

interface Renderer {
  readonly rules: Record<string, Rule | undefined>
  renderToken(tokens: Token[], at: number, options: unknown): string
}

export interface Markdown {
  readonly core: {
    readonly ruler: {
      push(name: string, rule: (state: CoreState) => void): void
    }
  }
  readonly renderer: Renderer
}

interface CoreState {
  readonly tokens: Token[]
  readonly env: { readonly relativePath?: string }
}

interface Additions {
  readonly targets: Targets
  /** The file of the project that a page was made from. */
  readonly sourceOf: (relativePath: string) => string
  readonly drawn: (diagram: string) => string
}

/** What the site does to the documents: links, diagrams, tables that a keyboard can scroll, and braces that are no Vue. */
export function asPages(markdown: Markdown, { targets, sourceOf, drawn }: Additions) {
  markdown.core.ruler.push('links', ({ tokens, env }) => {
    const source = sourceOf(env.relativePath ?? '')
    for (const { children } of tokens) if (children !== null) rewrite(children, source, targets)
  })
  const { rules } = markdown.renderer
  const { fence, text } = rules
  rules['fence'] = (tokens, at, ...rest) =>
    tokens[at]?.info.trim() === 'mermaid'
      ? figure(drawn(tokens[at].content))
      : (fence?.(tokens, at, ...rest) ?? '')
  rules['text'] = (tokens, at, ...rest) =>
    (text?.(tokens, at, ...rest) ?? '').replaceAll('{{', '&#123;&#123;')
  rules['table_open'] = (tokens, at, ...[options, , self]) => {
    tokens[at]?.attrSet('tabindex', '0')
    return self.renderToken(tokens, at, options)
  }
}

function rewrite(inline: Token[], source: string, targets: Targets) {
  let leadsNowhere = false
  for (const token of inline) {
    const attribute = token.type === 'image' ? 'src' : 'href'
    const link = token.attrGet(attribute)
    if (link !== null) {
      const onSite = linkOnSite(source, link, targets)
      if (onSite !== null) token.attrSet(attribute, onSite)
      else leadsNowhere = true
    }
    if (leadsNowhere && token.type !== 'text' && token.type.startsWith('link_')) {
      leadsNowhere = token.type === 'link_open'
      token.type = 'text'
      token.content = ''
    }
  }
}

/** The colours and the font are the site's: in the style sheet, so that no font is fetched. */
const figure = (svg: string) =>
  `<figure class="diagram" tabindex="0" v-pre>${svg.replace(/<style>[\s\S]*?<\/style>/, '')}</figure>\n`
