import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../phone.ts'
import { arrived } from './answers.ts'
import { type Form, passwordOf, typedIn, typedOf } from './forms/form.ts'
import { forms } from './forms.ts'
import { Screen } from './screen.ts'

/* A form that moves money sends one request for one intention, whatever taps and networks do. */
let browser: Browser
let screen: Screen
beforeAll(async () => {
  browser = await openBrowser()
  screen = await Screen.open(browser)
})
afterAll(async () => {
  await screen?.close()
  await browser?.close()
})
beforeEach(() => screen.begin())
afterEach(() => expect(screen.complaints().join('\n')).toBe(''))

const ready = async (form: Form) => {
  await form.open(screen)
  await form.fill(screen)
}
const again = (form: Form) => (form.again ?? form.send)(screen)
const lost = 'Network problem. Check your connection and try again'

const moving = forms.filter(({ call }) => call.money).map(form => [form.name, form] as const)

describe('one request for one intention', () => {
  test.each(moving)('two taps send %s once', async (_, form) => {
    await ready(form)
    const letGo = screen.answers.hold(form.call)
    await form.send(screen)
    await arrived(screen.answers, form.call)
    // The button is under way: it still has the focus, and a further tap or Enter is dropped.
    await screen.page.keyboard.press('Enter')
    await screen.page.evaluate(() => {
      for (const one of document.querySelectorAll<HTMLElement>(
        '[aria-busy="true"], [type="submit"]',
      ))
        if (one.checkVisibility()) one.click()
    })
    screen.answers.refuse(form.call, 'busy')
    letGo()
    await screen.settled()
    expect(screen.answers.calls(form.call)).toHaveLength(1)
  })

  test.each(moving)(
    'after a lost reply %s is sent again with the same key and the same words',
    async (_, form) => {
      await ready(form)
      screen.answers.lose(form.call)
      await form.send(screen)
      await screen.shows(lost)
      // Behind the password's sheet some forms are not drawn: their words are in the second call.
      if (!(await passwordOf(screen).isVisible()))
        expect(await typedIn(screen, form)).toEqual(typedOf(screen, form))
      screen.answers.refuse(form.call, 'busy')
      await again(form)
      await arrived(screen.answers, form.call, 2)
      const [first, second] = screen.answers.calls(form.call)
      expect(second?.key).toBe(first?.key)
      expect(second?.input).toEqual(first?.input)
      await screen.settled()
    },
  )

  test.each(moving)('once %s is answered, the next try has a key of its own', async (_, form) => {
    await ready(form)
    screen.answers.refuse(form.call, 'busy')
    await form.send(screen)
    await arrived(screen.answers, form.call)
    await screen.settled()
    screen.answers.refuse(form.call, 'busy')
    await form.send(screen)
    await arrived(screen.answers, form.call, 2)
    const [first, second] = screen.answers.calls(form.call)
    expect(second?.key).not.toBe(first?.key)
    await screen.settled()
  })
})
