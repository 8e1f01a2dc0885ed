/** One style for paper and screen, light and dark, phone and desk; nothing is loaded from elsewhere. */
export const style = `
:root { color-scheme: light dark; --ink: #1d1b16; --soft: #6a655a; --paper: #fdfcf9; --card: #fff;
  --line: #e4dfd3; --gold: #8a6100; --code: #f5f1e7; --bad: #a3241b; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece7db; --soft: #a49d8d; --paper: #16140f; --card: #1d1a14; --line: #383327;
    --gold: #e0b04a; --code: #25211a; --bad: #f08a80; }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--paper); color: var(--ink); line-height: 1.55;
  font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main, header { max-width: 54rem; margin: 0 auto; padding: 0 1.1rem; }
header { padding-top: 2.5rem; }
h1 { font-size: 2rem; margin: 0; letter-spacing: -0.02em; }
h2 { font-size: 1.35rem; margin: 3rem 0 0.5rem; }
h3 { font-size: 1.05rem; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
h4 { font-size: 0.8rem; margin: 1.4rem 0 0.4rem; color: var(--soft); text-transform: uppercase;
  letter-spacing: 0.06em; }
a { color: var(--gold); text-underline-offset: 0.15em; }
.version { color: var(--soft); font-size: 1rem; font-weight: 400; letter-spacing: 0; }
code { font: 0.9em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  overflow-wrap: anywhere; }
p code, dd code, li code { background: var(--code); border-radius: 4px; padding: 0.05em 0.3em; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 8px; margin: 0.5rem 0;
  padding: 0.8rem 1rem; overflow-x: auto; }
pre code { overflow-wrap: normal; }
nav ul { list-style: none; margin: 0.4rem 0; padding: 0; }
nav li { padding: 0.15rem 0; }
nav a { text-decoration: none; color: inherit; }
nav a:hover code { color: var(--gold); }
nav .summary { color: var(--soft); }
.operation { background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  margin: 1.2rem 0; padding: 1.2rem 1.3rem; }
.method { display: inline-block; border-radius: 5px; font: 700 0.72rem/1.7 ui-monospace, monospace;
  min-width: 3.6rem; padding: 0 0.4rem; text-align: center; color: #fff; background: #276749; }
.method.post { background: #8a5300; }
.method.delete { background: #a3241b; }
dl { margin: 0; }
dl > div { border-top: 1px solid var(--line); padding: 0.5rem 0; }
dl > div:first-child { border-top: 0; }
dt { overflow-wrap: anywhere; }
dd { margin: 0.1rem 0 0; }
.about dt { font-weight: 600; }
.type, .rules, .status { color: var(--soft); font-size: 0.88rem; }
.required { color: var(--bad); font-size: 0.8rem; font-weight: 600; }
details { border-top: 1px solid var(--line); padding: 0.5rem 0; }
summary { cursor: pointer; color: var(--gold); }
footer { color: var(--soft); max-width: 54rem; margin: 3rem auto; padding: 0 1.1rem; }
@media (min-width: 44rem) {
  dl > div { display: grid; grid-template-columns: minmax(0, 17rem) minmax(0, 1fr); gap: 0 1rem; }
  dd { margin: 0; }
}
@media print { .operation { break-inside: avoid-page; } }
`
