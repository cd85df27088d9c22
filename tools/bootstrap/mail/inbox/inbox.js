import { $, openPage } from './page.js'
import { texts } from './texts.js'

const everyMs = 1_500

let letters = []
let isReachable = true
let timer
/** The list's elements by letter, so that an open one stays open. */
const rows = new Map()

const { say, tell, copy } = openPage(texts, () => {
  for (const place of document.querySelectorAll('time')) showTime(place)
  showLetters()
})

function showLetters() {
  const wanted = $('to').value.trim().toLowerCase()
  const shown = letters.filter(letter => letter.to.some(one => one.toLowerCase().includes(wanted)))
  const items = shown.map(row)
  const isSame =
    items.length === $('letters').children.length &&
    items.every((item, index) => $('letters').children[index] === item)
  if (!isSame) $('letters').replaceChildren(...items)
  $('empty').hidden = shown.length > 0
  $('trouble').hidden = isReachable
  $('trouble').textContent = isReachable ? '' : say().unreachable
}

function row(letter) {
  const known = rows.get(letter.id)
  if (known !== undefined) return known
  const item = element('li', 'card letter')
  const details = element('details')
  const summary = element('summary')
  const time = element('time')
  time.dateTime = letter.at
  showTime(time)
  const to = element('span', 'row-to', letter.to.join(', '))
  summary.append(element('span', 'row-subject', letter.subject), time, to)
  details.append(summary, body(letter))
  item.append(details, ...codeOf(letter))
  rows.set(letter.id, item)
  return item
}

/** The code of a letter, large, with a button of its own: it is what one comes here for. */
function codeOf({ text }) {
  const code = /^\d{4,8}$/m.exec(text)?.[0]
  if (code === undefined) return []
  const button = element('button', 'code', code)
  button.type = 'button'
  button.dataset.label = 'copyCode'
  button.setAttribute('aria-label', say().copyCode)
  button.addEventListener('click', () => copy(code))
  return [button]
}

function body(letter) {
  const place = element('div', 'body')
  const facts = element('dl', 'facts')
  for (const [name, value] of [
    ['from', letter.from],
    ['to', letter.to.join(', ')],
  ]) {
    const term = element('dt', '', say()[name])
    term.dataset.text = name
    facts.append(term, element('dd', '', value))
  }
  const text = element('pre', 'text', letter.text.trimEnd())
  place.append(facts, text)
  if (letter.hasHtml) place.append(switcher(letter, text))
  return place
}

/** The letter's own page opens in a frame that may do nothing, and only when somebody asks for it. */
function switcher(letter, text) {
  const button = element('button', 'plain', say().asHtml)
  button.type = 'button'
  button.dataset.text = 'asHtml'
  let frame
  button.addEventListener('click', () => {
    if (frame === undefined) {
      frame = element('iframe', 'frame')
      frame.setAttribute('sandbox', '')
      frame.title = letter.subject
      frame.src = `/letters/${letter.id}`
      text.after(frame)
    } else {
      frame.hidden = !frame.hidden
    }
    text.hidden = !frame.hidden
    button.dataset.text = text.hidden ? 'asText' : 'asHtml'
    button.textContent = say()[button.dataset.text]
  })
  return button
}

function showTime(place) {
  place.textContent = new Date(place.dateTime).toLocaleString(say().language, { hour12: false })
}

function element(name, className = '', text = '') {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  made.textContent = text
  return made
}

/** Looks again and again, and not at all in the background. */
async function refresh() {
  clearTimeout(timer)
  if (document.hidden) return
  try {
    const response = await fetch('/api/letters')
    letters = (await response.json()).items
    isReachable = true
  } catch {
    isReachable = false
  }
  showLetters()
  timer = setTimeout(refresh, everyMs)
}

$('to').value = new URLSearchParams(location.search).get('to') ?? ''
$('to').addEventListener('input', showLetters)
document.addEventListener('visibilitychange', refresh)
tell()
void refresh()
