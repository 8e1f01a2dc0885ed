import { html } from '#kernel/platform/http/html.ts'

/** The colours are those of the pages for people. */
export const style = html`
:root { color-scheme: light dark; --ground: #fbfaf7; --card: #fff; --ink: #1c1a17; --soft: #5b554c; --line: #d8d2c6; --accent: #7a5200; --well: #1d6b3a; --fault: #a3211b; --call: #1f5f99 }
@media (prefers-color-scheme: dark) { :root { --ground: #171512; --card: #211e1a; --ink: #f1ede5; --soft: #b9b1a3; --line: #443e35; --accent: #e3b35a; --well: #7fd09b; --fault: #ff9a92; --call: #8fc1f0 } }
* { box-sizing: border-box }
body { font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; background: var(--ground); color: var(--ink); margin: 0; overflow-wrap: anywhere }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem }
h1 { font-size: 1.8rem; margin: 0 0 .5rem } h2 { font-size: 1.4rem; margin: 2.5rem 0 .25rem; border-top: 2px solid var(--accent); padding-top: .75rem } h3 { font-size: 1.1rem; margin: 1.75rem 0 0 }
p { margin: 0 0 .75rem } .soft { color: var(--soft) }
a { color: var(--accent) } :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
summary { cursor: pointer; color: var(--accent); padding: .15rem 0 }
.scroll { overflow-x: auto } pre { margin: .25rem 0; font-size: .85rem }
table { border-collapse: collapse; font-size: .9rem }
th, td { padding: .2rem 1.25rem .2rem 0; border-bottom: 1px solid var(--line); text-align: left; font-weight: 400; white-space: nowrap }
td { text-align: right; font-variant-numeric: tabular-nums } thead th { color: var(--soft); font-weight: 600 } tfoot * { font-weight: 600 }
@media print { details > * { break-inside: avoid } figure { break-inside: avoid } }
`
