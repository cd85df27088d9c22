import { refusals } from '@banyan/domain'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../phone.ts'
import { passwordOf, say, typedIn, typedOf } from './forms/form.ts'
import { forms } from './forms.ts'
import { languages, Screen } from './screen.ts'

/* Every refusal of a form's call is shown where the member can act on it, and nothing that was typed is lost. */
let browser: Browser
const screens = new Map<string, Screen>()
beforeAll(async () => {
  browser = await openBrowser()
  for (const language of languages) screens.set(language, await Screen.open(browser, language))
})
afterAll(async () => {
  for (const screen of screens.values()) await screen.close()
  await browser?.close()
})
beforeEach(() => {
  for (const screen of screens.values()) screen.begin()
})
afterEach(() => {
  for (const screen of screens.values()) expect(screen.complaints().join('\n')).toBe('')
})

test.each(forms.map(form => [form.name, form] as const))(
  'each refusal of %s has a place',
  (_, form) => {
    const known = Object.keys(form.places)
    expect(form.call.refusals.filter(name => !known.includes(name))).toEqual([])
  },
)

describe.each(languages)('in %s', language => {
  test.each(forms.map(form => [form.name, form] as const))('%s', async (_, form) => {
    const screen = screens.get(language)
    if (!screen) throw new Error('not open')
    await form.open(screen)
    await form.fill(screen)
    for (const name of form.call.refusals) {
      const place = form.places[name]
      if (place === 'questions' || place === 'never') continue
      screen.answers.refuse(form.call, name)
      await form.send(screen)
      const text = refusals[name][language]
      if (place === 'password') {
        await screen.layer.getByRole('alert').filter({ hasText: text }).waitFor()
      } else if (place === 'message') await screen.shows(text)
      else if (place) {
        const field = screen.field(say(screen, place)).last()
        await screen.main.or(screen.layer).getByText(text).first().waitFor()
        expect.soft(await screen.errorOf(field), name).toBe(text)
      }
      await screen.settled()
      // What is wrong with the password or the code is shown at their sheet, which stays.
      if (await passwordOf(screen).isVisible()) {
        await screen.page.keyboard.press('Escape')
        await expect.poll(() => passwordOf(screen).count()).toBe(0)
        await screen.settled()
      }
      expect.soft(await typedIn(screen, form), name).toEqual(typedOf(screen, form))
    }
    expect(screen.answers.calls(form.call).length).toBeGreaterThan(0)
  })
})
