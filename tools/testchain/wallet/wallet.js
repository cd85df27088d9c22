import { $, openPage } from './page.js'
import { texts } from './texts.js'

/** As many blocks as BNB Smart Chain is usually given before a payment counts. */
const wantedConfirmations = 15
const lively = 600
const calm = 4_000

const fields = { address: $('to'), amount: $('amount') }

let transfers = []
/** The list's elements by transaction hash. */
const rows = new Map()
/** The hash of the transfer made on this page, shown with its confirmations. */
let own
/** The last refusal, kept whole so that it changes language with the page. */
let refusal
let isSending = false
let timer

const { say, tell, copy, language } = openPage(texts, () => {
  if (isSending) $('submit').textContent = say().submitting
  showRefusal()
  showTransfers()
})

/** Decimals beyond the second are there, but step back. */
function showMoney(place, amount) {
  const [whole, fraction = ''] = amount.split('.')
  const padded = fraction.padEnd(2, '0')
  const main = `${BigInt(whole).toLocaleString('en-US')}.${padded.slice(0, 2)}`
  const rest = document.createElement('span')
  rest.className = 'decimals'
  rest.textContent = padded.slice(2)
  place.replaceChildren(main, rest)
}

function shorten(text) {
  return `${text.slice(0, 8)}…${text.slice(-6)}`
}

function showRefusal() {
  const where = refusal?.code.match(/^(address|amount)/)?.[0]
  for (const [name, input] of Object.entries(fields)) {
    const isWrong = name === where
    input.setAttribute('aria-invalid', String(isWrong))
    setError(`${input.id}-error`, isWrong)
  }
  setError('form-error', refusal !== undefined && where === undefined)
}

function setError(id, isShown) {
  $(id).hidden = !isShown
  $(id).textContent = isShown ? refusal[language()] : ''
}

function showTransfers() {
  const items = transfers.map(row)
  const isSame = items.every((item, index) => $('latest').children[index] === item)
  if (!isSame) $('latest').replaceChildren(...items)
  $('latest-empty').hidden = transfers.length > 0
  const mine = transfers.find(transfer => transfer.hash === own)
  $('result').hidden = mine === undefined
  if (mine === undefined) return
  const isConfirmed = mine.confirmations >= wantedConfirmations
  showMoney($('result-amount'), mine.amount)
  $('result-hash').textContent = mine.hash
  $('result-progress').value = mine.confirmations
  $('result').classList.toggle('confirmed', isConfirmed)
  $('result-state').textContent = isConfirmed
    ? say().confirmed(mine.confirmations)
    : say().confirming(mine.confirmations, wantedConfirmations)
}

/** A row stays the same element while its confirmations advance, so that it keeps the focus. */
function row(transfer) {
  const { hash, time, confirmations } = transfer
  const item = rows.get(hash) ?? makeRow(transfer)
  const button = item.firstElementChild
  button.title = say().rowTitle
  const [, , timePlace, statePlace] = button.children
  timePlace.textContent = new Date(time).toLocaleString(say().language, { hour12: false })
  const isConfirmed = confirmations >= wantedConfirmations
  statePlace.classList.toggle('confirmed', isConfirmed)
  statePlace.textContent = isConfirmed
    ? say().rowConfirmed
    : `${confirmations}/${wantedConfirmations}`
  return item
}

function makeRow({ hash, to, amount }) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'row'
  button.addEventListener('click', () => copy(hash))
  const money = cell('row-amount')
  showMoney(money, amount)
  button.append(cell('row-to', shorten(to)), money, cell('row-time'), cell('row-state'))
  const item = document.createElement('li')
  item.append(button)
  rows.set(hash, item)
  return item
}

function cell(className, text = '') {
  const span = document.createElement('span')
  span.className = className
  span.textContent = text
  return span
}

/** Looks often while something is being confirmed, seldom else, and not at all in the background. */
async function refresh() {
  clearTimeout(timer)
  if (document.hidden) return
  try {
    const [info, list] = await Promise.all([ask('/api/info'), ask('/api/transfers')])
    showMoney($('balance'), info.balance)
    $('chain').textContent = info.chainId
    $('height').textContent = list.height.toLocaleString('en-US')
    $('token').textContent = shorten(info.usdt)
    $('token').dataset.value = info.usdt
    transfers = list.items
    if (refusal?.code === 'unreachable') refusal = undefined
    showRefusal()
    showTransfers()
  } catch (error) {
    refusal = error.refusal ?? unreachable()
    showRefusal()
  }
  const isLively = transfers.some(transfer => transfer.confirmations < wantedConfirmations)
  timer = setTimeout(refresh, isLively ? lively : calm)
}

async function ask(address, options) {
  const response = await fetch(address, options)
  const answer = await response.json()
  if (!response.ok) throw Object.assign(new Error('refused'), { refusal: answer.error })
  return answer
}

function unreachable() {
  return { code: 'unreachable', zh: texts.zh.unreachable, en: texts.en.unreachable }
}

async function send(event) {
  event.preventDefault()
  if (isSending) return
  setSending(true)
  fields.amount.value = fields.amount.value.normalize('NFKC').replace('。', '.').trim()
  try {
    const { hash } = await ask('/api/send', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: fields.address.value, amount: fields.amount.value }),
    })
    own = hash
    refusal = undefined
    await refresh()
    $('result').scrollIntoView({ block: 'nearest' })
  } catch (error) {
    refusal = error.refusal ?? unreachable()
    showRefusal()
    document.querySelector('[aria-invalid="true"]')?.focus()
  } finally {
    setSending(false)
  }
}

function setSending(value) {
  isSending = value
  $('submit').disabled = value
  $('submit').textContent = value ? say().submitting : say().submit
}

const wanted = new URLSearchParams(location.search)
fields.address.value = wanted.get('to') ?? ''
fields.amount.value = wanted.get('amount') ?? ''

$('form').addEventListener('submit', send)
$('copy').addEventListener('click', () => copy(own))
$('token').addEventListener('click', () => copy($('token').dataset.value))
for (const chip of document.querySelectorAll('[data-amount]')) {
  chip.addEventListener('click', () => {
    fields.amount.value = chip.dataset.amount
  })
}
document.addEventListener('visibilitychange', refresh)
tell()
void refresh()
