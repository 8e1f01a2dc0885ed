import { type Html, html } from '#kernel/platform/http/html.ts'

/** A command that an operator runs, ready to copy: what the console itself may not do. */
export const commandLine = (command: string): Html =>
  html`<pre class="command" tabindex="0"><code>${command}</code></pre>`
