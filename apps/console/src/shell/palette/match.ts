/** How well a text fits what was typed: higher is better, null when it does not fit. */
export function fit(text: string, typed: string): number | null {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return 0
  const all = text.toLowerCase()
  const at = all.indexOf(wanted)
  if (at === 0) return 3
  if (at > 0) return all[at - 1] === ' ' ? 2 : 1
  return isScattered(all, wanted) ? 0 : null
}

/** All letters are there, in their order. */
function isScattered(text: string, wanted: string): boolean {
  let from = 0
  for (const sign of wanted) {
    const at = text.indexOf(sign, from)
    if (at < 0) return false
    from = at + sign.length
  }
  return true
}

/** Pages of things by the first letters of their ids. */
const pageOfId: Readonly<Record<string, string>> = {
  cas: 'appeals',
  wdr: 'withdrawals',
  prp: 'proposals',
  svc: 'service',
}

/** The page and the id that were typed or pasted; null when it is no id of a page. A member's is the account ID. */
export function typedId(typed: string): { page: string; id: string } | null {
  const [, account] = /^\s*(\d{8})\s*$/.exec(typed) ?? []
  if (account) return { page: 'members', id: account }
  const [, id, kind] = /^\s*((cas|wdr|prp|svc)_[0-9a-z]{8,64})\s*$/i.exec(typed) ?? []
  const page = kind && pageOfId[kind.toLowerCase()]
  return id && page ? { page, id: id.toLowerCase() } : null
}
