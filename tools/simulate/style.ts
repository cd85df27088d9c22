/** The style of the report: colours for light and dark, numbers aligned. */
export const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: var(--ground); color: var(--ink);
  --ground: #fbfaf7; --card: #fff; --ink: #1b1d22; --soft: #575c66; --edge: #dcdad3; --rule: #e8e6df; --zero: #84878f;
  --c0: #1d5fbf; --c1: #b04a00; --c2: #08734a; --c3: #7a35b0; --gain: #1d5fbf; --loss: #b04a00 }
@media (prefers-color-scheme: dark) { :root {
  --ground: #12151a; --card: #1a1e25; --ink: #eceef2; --soft: #a4abb8; --edge: #2c323c; --rule: #272d36; --zero: #7b8494;
  --c0: #79b0ff; --c1: #ffab66; --c2: #5ad19a; --c3: #d2a2ff; --gain: #79b0ff; --loss: #ffab66 } }
body { margin: 0 } main { max-width: 1240px; margin: 0 auto; padding: 24px 16px 64px }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 8px; text-wrap: balance } h2 { font-size: 19px; margin: 40px 0 8px } h3 { font-size: 16px; margin: 0 }
p, li { max-width: 78ch } p { margin: 0 0 12px } .story { font-size: 18px }
code { font: 14px/1.5 ui-monospace, monospace; background: var(--card); border: 1px solid var(--edge); border-radius: 6px; padding: 2px 6px; overflow-wrap: anywhere; -webkit-box-decoration-break: clone; box-decoration-break: clone } code span { display: inline-block }
.short { display: grid; grid-template-columns: repeat(2, 1fr); gap: 1px; margin: 20px 0 0; background: var(--edge); border: 1px solid var(--edge); border-radius: 12px; overflow: hidden }
.short div { background: var(--card); padding: 10px 14px } dt { color: var(--soft); font-size: 14px } dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums }
.limits { border-left: 4px solid var(--loss); padding-left: 16px; margin-top: 28px } .limits h2 { margin: 0 0 8px } .limits ul { margin: 0; padding-left: 20px } .limits li { margin-bottom: 6px }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr)); gap: 16px; margin: 16px 0 }
figure { margin: 0; background: var(--card); border: 1px solid var(--edge); border-radius: 12px; padding: 14px }
figcaption p { color: var(--soft); font-size: 14px; margin: 0 0 6px; min-height: 21px }
figure > svg { display: block; width: 100%; height: auto } svg text { font: 12.5px system-ui, sans-serif; fill: var(--soft); font-variant-numeric: tabular-nums } svg text.value { fill: var(--ink); font-size: 11px }
.line { fill: none; stroke-width: 2; stroke-linejoin: round } .c0 { stroke: var(--c0) } .c1 { stroke: var(--c1) } .c2 { stroke: var(--c2) } .c3 { stroke: var(--c3) }
.rule { stroke: var(--rule) } .zero { stroke: var(--zero); stroke-width: 1.5 } .mark { stroke: var(--zero); stroke-dasharray: 3 3 } .gain { fill: var(--gain) } .loss { fill: var(--loss) }
.keys { list-style: none; display: flex; flex-wrap: wrap; gap: 2px 16px; margin: 8px 0 0; padding: 0; font-size: 14px } .key { width: 28px; height: 8px; margin-right: 6px; vertical-align: middle }
details { margin-top: 8px; font-size: 14px } summary { cursor: pointer; color: var(--soft); padding: 6px 0 } .wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; max-width: 640px } td, th { padding: 5px 8px; border-bottom: 1px solid var(--edge); text-align: right; font-weight: 400; font-variant-numeric: tabular-nums; white-space: nowrap }
thead th { color: var(--soft); font-size: 14px } tr > :first-child { text-align: left; padding-left: 0; white-space: normal; min-width: 8ch }
:focus-visible { outline: 2px solid var(--c0); outline-offset: 2px }
@media (min-width: 900px) { .short { grid-template-columns: repeat(4, 1fr) } }
@media print { .charts { grid-template-columns: 1fr 1fr } figure { break-inside: avoid } }
`
