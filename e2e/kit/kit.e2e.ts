import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '@banyan/tools/ports'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { overlap } from '../matrix/browser.ts'
import { patienceMs, patientContext } from '../patience.ts'
import { openBrowser } from '../phone.ts'

/* The kit's moving parts in a real browser, on the gallery as `npm run dev` serves it. */
const repository = join(import.meta.dirname, '../..')
let gallery: ChildProcess
let browser: Browser
let url: string
beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}/gallery.html`
  const vite = join(repository, 'node_modules/vite/bin/vite.js')
  gallery = spawn(process.execPath, [vite, '--port', String(port), '--strictPort'], {
    cwd: join(repository, 'apps/member'),
    stdio: 'ignore',
  })
  browser = await openBrowser()
  await vi.waitFor(() => fetch(url), { timeout: patienceMs, interval: 200 })
  // The first visit lets the server prepare the libraries; then it reloads the page.
  const context = await patientContext(browser)
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('group', { name: '公告轮播' }).waitFor()
  await context.close()
})
afterAll(async () => {
  await browser?.close()
  gallery?.kill('SIGTERM')
})

let context: BrowserContext
let page: Page
const open = async ({ lessMotion = false, stillTime = false } = {}) => {
  context = await patientContext(browser, {
    viewport: { width: 390, height: 844 },
    reducedMotion: lessMotion ? 'reduce' : 'no-preference',
  })
  page = await context.newPage()
  // The stopped clock moves by `runFor` only, from the page's first instant on, however slow the
  // machine is.
  if (stillTime) {
    await page.clock.install({ time: 0 })
    // Far enough ahead that a slow machine has not gone past it.
    await page.clock.pauseAt(3_600_000)
  }
  await page.goto(url)
  await page.getByRole('group', { name: '公告轮播' }).waitFor()
}
afterEach(() => context.close())

/** Advances the clock and lets the page draw what that changes: nothing that was due is left. */
async function pass(ms: number): Promise<void> {
  await page.clock.runFor(ms)
  await page.evaluate(async () => {
    for (let turns = 0; turns < 3; turns++) {
      const { port1, port2 } = new MessageChannel()
      await new Promise(resolve => {
        port1.onmessage = resolve
        port2.postMessage(null)
      })
    }
  })
}

describe('the swiper', () => {
  const shown = () =>
    page
      .getByRole('group', { name: '公告轮播' })
      .locator('[role="group"]:not([inert])')
      .textContent()

  test('goes on every 5000 ms, in 500 ms, and begins again after the last', async () => {
    await open({ stillTime: true })
    const seen = [await shown()]
    await pass(4900)
    expect(await shown()).toBe(seen[0])
    for (let slides = 0; slides < 3; slides++) {
      await pass(slides === 0 ? 100 : 5000)
      seen.push(await shown())
    }
    expect(seen).toEqual(['系统维护通知', '新一轮认购开始', '防范诈骗提醒', '系统维护通知'])
    const duration = await page
      .getByRole('group', { name: '公告轮播' })
      .locator('[class*="track"]')
      .evaluate(track => getComputedStyle(track).transitionDuration)
    expect(duration).toBe('0.5s')
  })
  test('rests for members who prefer reduced motion; its buttons still turn it', async () => {
    await open({ lessMotion: true, stillTime: true })
    await pass(20_000)
    expect(await shown()).toBe('系统维护通知')
    await page.getByRole('button', { name: '下一页' }).click()
    await expect.poll(shown).toBe('新一轮认购开始')
  })
  test('rests while the page is hidden, and goes on after that', async () => {
    await open({ stillTime: true })
    const setVisibility = (state: string) =>
      page.evaluate(now => {
        Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await setVisibility('hidden')
    await pass(20_000)
    expect(await shown()).toBe('系统维护通知')
    await setVisibility('visible')
    await pass(5000)
    expect(await shown()).toBe('新一轮认购开始')
  })
  test('is stopped by its button and by the focus on it', async () => {
    await open({ stillTime: true })
    await page.getByRole('button', { name: '暂停轮播' }).click()
    await page.mouse.move(0, 0)
    await page.getByRole('radio', { name: '全部' }).focus()
    await pass(20_000)
    expect(await shown()).toBe('系统维护通知')
    await page.getByRole('button', { name: '继续轮播' }).waitFor()
  })
})

describe('a long press', () => {
  const button = () => page.getByRole('button', { name: /^长按/ })
  beforeEach(() => open({ stillTime: true }))

  test('acts after 350 ms, and the click that follows does nothing', async () => {
    await button().hover()
    await page.mouse.down()
    await pass(340)
    expect(await button().textContent()).toBe('长按 0')
    await pass(10)
    await page.mouse.up()
    expect(await button().textContent()).toBe('长按 1')
  })
  test('is not one when the finger wanders off by more than 10 px', async () => {
    const box = await button().boundingBox()
    if (!box) throw new Error('the button is not in sight')
    await page.mouse.move(box.x + 2, box.y + 4)
    await page.mouse.down()
    await page.mouse.move(box.x + 14, box.y + 4)
    await pass(1000)
    await page.mouse.up()
    expect(await button().textContent()).toBe('长按 0')
  })
})

describe('a toast that is there when a sheet opens', () => {
  test("moves out of the way of the sheet's button", async () => {
    // The clock is stopped: the toast does not go away by itself.
    await open({ lessMotion: true, stillTime: true })
    await page.getByRole('button', { name: '提示', exact: true }).click()
    const toast = page.getByText('复制成功')
    await toast.waitFor()
    await page.getByRole('button', { name: '抽屉', exact: true }).click()
    const buy = page.getByRole('dialog').getByRole('button', { name: '确认购买' })
    await buy.waitFor()
    await pass(500)
    await expect
      .poll(async () => overlap(await toast.boundingBox(), await buy.boundingBox()))
      .toBe(false)
  })
})

describe('a sheet over a sheet', () => {
  test('has its scrim over the one below', async () => {
    await open({ lessMotion: true })
    await page.getByRole('button', { name: '抽屉', exact: true }).click()
    const below = page.getByRole('heading', { name: '购买 LEAF' })
    await below.waitFor()
    const place = await below.boundingBox()
    if (!place) throw new Error('the lower sheet is not in sight')
    await page.getByRole('button', { name: '上层抽屉' }).click()
    await page.getByRole('heading', { name: '上层' }).waitFor()
    // The topmost element over the lower sheet's title is the scrim of the upper one, then the
    // lower sheet itself.
    const met = () =>
      page.evaluate(
        ({ x, y }) => {
          const stack = document.elementsFromPoint(x, y)
          const scrim = stack.findIndex(one =>
            /^rgba\(.+, 0\.\d+\)$/.test(getComputedStyle(one).backgroundColor),
          )
          const lower = stack.findIndex(one => one.getAttribute('role') === 'dialog')
          return scrim >= 0 && scrim < lower ? 'the scrim' : 'the lower sheet'
        },
        { x: place.x + 4, y: place.y + 4 },
      )
    await expect.poll(met).toBe('the scrim')
  })
})

describe('the pad of a password', () => {
  const pad = () => page.getByRole('dialog', { name: '输入支付密码' })
  const key = (name: string) => pad().getByRole('button', { name, exact: true })
  const field = () => pad().getByLabel('支付密码')
  const refusal = () => pad().getByRole('alert')
  const shows = (digits: string, announced: string) =>
    expect
      .poll(async () => [await field().inputValue(), await refusal().textContent()])
      .toEqual([digits, announced])
  beforeEach(async () => {
    // The clock is stopped: the message does not go away by itself.
    await open({ lessMotion: true, stillTime: true })
    await page.getByRole('button', { name: '支付密码', exact: true }).click()
    await field().pressSequentially('111111')
    await key('确认').click()
    await shows('', '支付密码不正确，还可尝试 4 次')
    // The next frame gives the field the focus again.
    await pass(50)
  })

  test('drops the digits that were refused, and its next digits begin anew', async () => {
    for (const digit of '135') await key(digit).click()
    await shows('135', '')
    await field().pressSequentially('790')
    await key('确认').click()
    await page.getByText('已提交').waitFor()
  })
  test('shows the message until a digit is typed, and sends nothing until then', async () => {
    expect(await key('确认').isDisabled()).toBe(true)
    await page.keyboard.press('Backspace')
    await shows('', '支付密码不正确，还可尝试 4 次')
    await page.keyboard.press('2')
    await shows('2', '')
  })
})

describe('the choosers', () => {
  beforeEach(() => open({ stillTime: true }))
  const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
  const announced = () => page.getByRole('status').filter({ hasText: /\S/ }).first().textContent()

  test('take a hundred files and refuse the next with a message', async () => {
    const many = Array.from({ length: 101 }, (_, n) =>
      file(`${n}.txt`, 'text/plain', Buffer.from('x')),
    )
    await page.getByLabel('选择文件').setInputFiles(many)
    await expect.poll(announced).toBe('最多只能选择 100 个文件')
    await expect.poll(() => page.getByRole('button', { name: /^移除文件/ }).count()).toBe(100)
    await expect.poll(() => page.getByLabel('选择文件').count()).toBe(0)
  })
  test('take a recording of 60 s, refuse one of 61 s and a file that is none, and say why', async () => {
    await page.getByLabel('选择文件').setInputFiles(file('60.mp4', 'video/mp4', recording(60)))
    await page.getByText('60.mp4').waitFor()
    await page.getByLabel('选择文件').setInputFiles(file('61.mp4', 'video/mp4', recording(61)))
    await expect.poll(announced).toBe('视频不能超过 60 秒')
    await page.getByLabel('选择文件').setInputFiles(file('no.mp4', 'video/mp4', Buffer.from('no')))
    await expect.poll(announced).toBe('无法读取这段视频，请换一段')
    expect(await page.getByRole('button', { name: /^移除文件/ }).count()).toBe(1)
  })
  test('take nine pictures and refuse the tenth with a message', async () => {
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } })
    const ten = Array.from({ length: 10 }, (_, n) => file(`${n}.png`, 'image/png', picture))
    await page.getByLabel('选择图片').last().setInputFiles(ten)
    await expect.poll(announced).toBe('最多只能选择 9 张图片')
    await expect.poll(() => page.getByRole('button', { name: /^移除图片/ }).count()).toBe(9)
  })
  test('an input takes 140 characters', async () => {
    await page.getByLabel('限长输入').pressSequentially('x'.repeat(145))
    expect((await page.getByLabel('限长输入').inputValue()).length).toBe(140)
  })
})

describe('the preview of a picture zooms from 1 to 4', () => {
  const middle = { x: 195, y: 422 }
  const scale = () =>
    page
      .getByRole('dialog')
      .getByRole('img')
      .evaluate(one => new DOMMatrix(getComputedStyle(one).transform).a)
  beforeEach(async () => {
    await open()
    const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } })
    const chooser = page.getByLabel('选择图片').last()
    await chooser.setInputFiles([{ name: '0.png', mimeType: 'image/png', buffer }])
    await page.getByRole('button', { name: '0.png', exact: true }).click()
    await expect.poll(scale).toBe(1)
  })

  test('by its buttons', async () => {
    for (let taps = 0; taps < 4; taps++) await page.getByRole('button', { name: '放大' }).click()
    await expect.poll(scale).toBe(4)
    for (let taps = 0; taps < 4; taps++) await page.getByRole('button', { name: '缩小' }).click()
    await expect.poll(scale).toBe(1)
  })
  test('by keys', async () => {
    for (const [key, at] of [
      ['+', 2],
      ['+', 4],
      ['+', 4],
      ['-', 2],
      ['0', 1],
      ['-', 1],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(scale).toBe(at)
    }
  })
  test('by the wheel', async () => {
    await page.mouse.move(middle.x, middle.y)
    for (let turns = 0; turns < 12; turns++) await page.mouse.wheel(0, -100)
    await expect.poll(scale).toBe(4)
    for (let turns = 0; turns < 12; turns++) await page.mouse.wheel(0, 100)
    await expect.poll(scale).toBe(1)
  })
  test('by a double tap, to 2 and back', async () => {
    await page.mouse.dblclick(middle.x, middle.y)
    await expect.poll(scale).toBe(2)
    await page.mouse.dblclick(middle.x, middle.y)
    await expect.poll(scale).toBe(1)
  })
  test('by two fingers', async () => {
    await pinch(20, 60)
    await expect.poll(scale).toBeCloseTo(3, 1)
    await pinch(20, 180)
    await expect.poll(scale).toBe(4)
    await pinch(180, 10)
    await expect.poll(scale).toBe(1)
  })

  /** Moves two fingers, each this far from the middle, to another distance. */
  async function pinch(from: number, to: number): Promise<void> {
    const session = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', away?: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          away === undefined
            ? []
            : [-away, away].map((by, id) => ({ id, x: middle.x + by, y: middle.y })),
      })
    await touch('touchStart', from)
    for (let step = 1; step <= 10; step++)
      await touch('touchMove', from + ((to - from) * step) / 10)
    await touch('touchEnd')
    await session.detach()
  }
})

/** A recording of this many seconds of silence: the browser reads its length from its head. */
function recording(seconds: number): Buffer {
  const rate = 8000
  const data = Buffer.alloc(rate * seconds, 128)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}
