import { html } from '#kernel/platform/http/html.ts'
import { layout } from '../page/serving/layout.ts'
import type { ConsolePage } from './page.ts'

/** What there is to see, and what for. */
export const startPage = (pages: readonly ConsolePage[]): ConsolePage => ({
  path: '/console',
  title: { en: 'Overview', tr: 'Genel bakış' },
  about: { en: '', tr: '' },
  async show(visit) {
    const { name } = visit.language
    const title = visit.companyTitle
    const body = html`
<h1>${title}</h1>
<ul class="records">
${pages.map((page) => html`<li><a href="${page.path}">${page.title[name]}</a><span class="hint">${page.about[name]}</span></li>`)}
</ul>`
    return { page: layout(visit, { title, body }) }
  },
})
