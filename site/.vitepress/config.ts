import { readFileSync } from 'node:fs'
import { renderMermaidSVG } from 'beautiful-mermaid'
import { defineConfig } from 'vitepress'
import { foldedWord } from '../fold.ts'
import { asPages } from '../markdown.ts'
import { anchorOf } from '../slug.ts'

const { pages, files, sidebar } = JSON.parse(
  readFileSync(new URL('../staged/site.json', import.meta.url), 'utf8'),
)
const targets = { pages: new Map(pages), files: new Set(files) }
const sources = new Map(pages.map(([source, place]) => [`${place}.md`, source]))

const search = {
  provider: 'local',
  options: { detailedView: true },
}
// Enumerable, VitePress would send the function to the browser as a text, and run it there with `new Function`, which our policy forbids.
Object.defineProperty(search.options, 'miniSearch', {
  value: { options: { processTerm: foldedWord } },
  enumerable: false,
})

export default defineConfig({
  title: 'Sarraf',
  description: 'Event-sourced back office of a precious-metal and foreign-exchange dealer',
  lang: 'en',
  base: '/docs/guide/',
  srcDir: './staged',
  outDir: './dist',
  cacheDir: './.cache',
  metaChunk: true,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  // The server's log would have an entry for each link that comes into view.
  router: { prefetchLinks: false },
  themeConfig: {
    search,
    sidebar,
    outline: [2, 3],
    externalLinkIcon: true,
    docFooter: { prev: 'Previous', next: 'Next' },
  },
  markdown: {
    html: false,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: anchorOf },
    config: (markdown) =>
      asPages(markdown, {
        targets,
        sourceOf: (page) => sources.get(page) ?? page,
        drawn: (diagram) => renderMermaidSVG(diagram, { transparent: true }),
      }),
  },
})
