import { type Html, html } from '#kernel/platform/http/html.ts'

interface Table {
  /** The id of the heading that names it. */
  readonly labelledBy: string
  readonly columns: readonly string[]
  /** Rows of markup. */
  readonly rows: readonly Html[]
}

/** A table that a narrow screen scrolls within the page, also by keyboard. */
export const scrollingTable = ({ labelledBy, columns, rows }: Table): Html => html`
<div class="scroll" tabindex="0" role="region" aria-labelledby="${labelledBy}">
<table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows}
</tbody>
</table>
</div>`
