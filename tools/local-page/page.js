/* What the pages of the development house share: two languages, copying, and a word about what happened. */

export const $ = id => document.getElementById(id)

/**
 * Speaks `texts` in the language that was chosen, else the browser's. Elements say by `data-text` and
 * `data-label` which text is theirs; `whenTold` is called after each change for everything else.
 */
export function openPage(texts, whenTold) {
  let language = readLanguage()
  const say = () => texts[language]

  function tell() {
    document.documentElement.lang = say().language
    document.title = say().title
    for (const place of document.querySelectorAll('[data-text]')) {
      place.textContent = say()[place.dataset.text]
    }
    for (const place of document.querySelectorAll('[data-label]')) {
      place.setAttribute('aria-label', say()[place.dataset.label])
    }
    whenTold()
  }

  async function copy(text) {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    toast(isCopied ? say().copied : say().copyFailed)
  }

  $('language').addEventListener('click', () => {
    language = language === 'zh' ? 'en' : 'zh'
    localStorage.setItem('language', language)
    tell()
  })
  return { say, tell, copy, language: () => language }
}

function readLanguage() {
  const chosen = localStorage.getItem('language')
  if (chosen === 'zh' || chosen === 'en') return chosen
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

function toast(text) {
  $('toast').textContent = text
  $('toast').hidden = false
  clearTimeout(toast.timer)
  toast.timer = setTimeout(() => {
    $('toast').hidden = true
  }, 2_000)
}
