import { readFile } from 'node:fs/promises'
import { operatorFilePath } from '@banyan/domain'
import { tinyDocument, tinyVideo } from '@banyan/tools/tiny-files'
import { expect, it } from 'vitest'
import { Caller, Member } from '../matrix/caller.ts'
import { logIn } from '../pages/auth.ts'
import type { Phone } from '../phone.ts'
import { answer, type Fixture, goTo, shows } from './fixture.ts'

/** Messages between the platform and a member, and the data about the member. */
export function serviceJourneys(fixture: () => Fixture): void {
  const member = () => fixture().demo(8)
  const openStaff = async (): Promise<Caller> => {
    const support = fixture().product.demoOperators.find(one => one.role === 'support')
    if (!support) throw new Error('the demonstration has nobody at the service')
    return Caller.openOperator(fixture().product.consoleUrl, support)
  }
  let phone: Phone

  it('the service is asked with a picture, a video and a document, answers live with one, and is rated; the conversation is saved', async () => {
    const staff = await openStaff()
    phone = await fixture().phone('service', { stays: true })
    await logIn(phone, member())
    await phone.tab('mine')
    await phone.button('Contact service').click()
    await phone.field('Write a message').fill('Which network do I withdraw to?')
    await phone.button('Add pictures or files').click()
    const buffer = await phone.page.screenshot()
    await phone.page
      .getByLabel('Add pictures', { exact: true })
      .setInputFiles({ name: 'wallet.png', mimeType: 'image/png', buffer })
    await phone.button('wallet.png').waitFor()
    const choose = phone.page.getByLabel('Add a video or PDF file')
    const [video, script] = [tinyVideo(), tinyDocument({ objects: ['<</S/JavaScript/JS(x)>>'] })]
    await choose.setInputFiles([
      { name: 'screen.mp4', mimeType: 'video/mp4', buffer: video },
      { name: 'script.pdf', mimeType: 'application/pdf', buffer: script },
      { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: tinyDocument() },
    ])
    // What is refused says why on its own row, and takes nothing of the rest with it.
    await shows(phone, /holds a script/)
    await phone.picture('choosing')
    await phone.button('Remove file script.pdf').click()
    await phone.button('Send').click()
    await shows(phone, 'Automatic reply')
    await phone.button(/^Video screen\.mp4, 0:02/).click()
    await expect.poll(() => lengthOf(phone)).toBe(2)
    await shows(phone, 'Delivered')

    const conversations = '/api/operator/service/conversations'
    const { items } = await staff.get(`${conversations}?view=waiting&limit=100`)
    const { id } = items.find(
      (one: { member: { accountId: string } }) => one.member.accountId === member().accountId,
    )
    await staff.post(`${conversations}/${id}/take`)
    const seen = async () => (await staff.get(`${conversations}/${id}`)).items
    const asked = (await seen()).find((one: { by: string }) => one.by === 'member')
    expect(asked).toMatchObject({ text: 'Which network do I withdraw to?' })
    expect(asked.pictures).toHaveLength(1)
    const files = asked.files.map((one: { kind: string; name: string }) => [one.kind, one.name])
    expect(files).toEqual([
      ['video', 'screen.mp4'],
      ['document', 'receipt.pdf'],
    ])
    const seenBytes = await staff.bytes(`${operatorFilePath}/${asked.files[1].id}`)
    expect(seenBytes.equals(tinyDocument())).toBe(true)
    await staff.post(`${conversations}/${id}/read`, { place: asked.place })
    await phone.page.getByText('Read', { exact: true }).waitFor()

    await phone.back()
    const { place } = (await seen())[0]
    const guide = await staff.uploadFile(operatorFilePath, {
      bytes: tinyDocument({ text: 'How to withdraw' }),
      name: 'guide.pdf',
    })
    await staff.post(`${conversations}/${id}/messages`, {
      text: 'To BSC.',
      pictures: [],
      files: [guide.id],
      place,
    })
    await phone.button('Contact service, 1 unread').waitFor()
    const mine = phone.page.getByRole('navigation').getByRole('button', { name: 'Mine' })
    await expect
      .poll(() =>
        mine.evaluate(
          tab => document.getElementById(tab.getAttribute('aria-describedby') ?? '')?.textContent,
        ),
      )
      .toContain('1 unread')
    await phone.tab('home')
    await phone.button('Contact service, 1 unread').click()
    await shows(phone, 'To BSC.')
    const read = await downloaded(phone, /^File guide\.pdf/)
    expect(read.includes('How to withdraw')).toBe(true)
    await phone.picture('answered')
    await phone.back()
    await phone.button('Contact service').waitFor()

    const newest = (await seen())[0].place
    await staff.post(`${conversations}/${id}/close`, { place: newest })
    // The closing is a new event.
    await phone.button('Contact service, 1 unread').click()
    await shows(phone, 'How was our service?')
    await phone.page.getByText('5 of 5 stars').locator('..').click()
    await phone.button('Submit rating').click()
    await shows(phone, 'You rated the conversation')
    await phone.button('Save the conversation').click()
    const saved = await downloaded(phone, 'Text file')
    expect(saved.toString()).toContain(
      'Me: Which network do I withdraw to? [Picture 1] [screen.mp4] [receipt.pdf]',
    )
    expect(saved.toString()).toContain(': To BSC.')
  })

  it('feedback is answered where it was sent', async () => {
    const staff = await openStaff()
    await goTo(phone, '/pages/home/service?tab=feedback')
    await phone.page.getByText('Idea', { exact: true }).click()
    await phone.field('Text').fill('A list of my addresses')
    await phone.button('Submit feedback').click()
    await shows(phone, 'Submitted')
    await shows(phone, 'Waiting for an answer')
    const { items } = await staff.get('/api/operator/feedback?limit=100')
    const sent = items.find((one: { text: string }) => one.text === 'A list of my addresses')
    expect(sent).toMatchObject({ type: 'idea', member: { accountId: member().accountId } })
    await staff.post(`/api/operator/feedback/${sent.id}/answer`, { text: 'It comes with spring.' })
    await shows(phone, 'It comes with spring.')
    await phone.picture('feedback')
  })

  it('a notice is a line on Home until it is read; its pictures open in full', async () => {
    await goTo(phone, '/')
    const line = phone.page.getByRole('link', { name: /This is a demonstration/ })
    await line.waitFor()
    await goTo(phone, '/pages/home/noticeList')
    // Of notices: the bell of Home counts its own, such as 21 unread.
    const unread = phone.page.getByText('1 unread', { exact: true })
    await unread.waitFor()
    await line.click()
    await phone.page.getByRole('heading', { name: /This is a demonstration/ }).waitFor()
    await phone.back()
    await unread.waitFor({ state: 'detached' })
    await phone.page.getByRole('link', { name: /Rules, version 3/ }).click()
    const picture = phone.button(/^View picture/)
    await picture.locator('img').waitFor()
    await picture.click()
    const whole = phone.page.getByRole('dialog').locator('img').first()
    await expect
      .poll(() => whole.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100)
    await phone.picture('notice-picture')
    await phone.page.keyboard.press('Escape')
    await phone.page.getByRole('dialog').waitFor({ state: 'detached' })
    await goTo(phone, '/')
    await phone.page.getByRole('link', { name: /^Notifications/ }).waitFor()
    await expect.poll(() => line.count()).toBe(0)
  })

  it('amounts that are hidden on one page are hidden on the others', async () => {
    // biome-ignore lint/performance/useDomNodeTextContent: what is folded is not shown.
    const shown = () => phone.page.getByRole('main').last().innerText()
    await goTo(phone, '/pages/tabbar/community')
    await expect.poll(shown).toMatch(/Static earnings.*\d\.\d\d/s)
    await phone.button('Hide figures').click()
    await expect.poll(shown).not.toMatch(/\d\.\d\d/)
    await phone.picture('hidden')
    for (const page of ['mine/inviteList', 'community/profitList', 'tabbar/assets']) {
      await goTo(phone, `/pages/${page}`)
      await expect.poll(shown, { message: page }).toContain('••••')
    }
    await phone.button('Show figures').click()
    await expect.poll(shown).not.toContain('••••')
  })

  it('own data is exported and downloaded; a picture that nothing needs is deleted', async () => {
    const beside = await Member.open(fixture().product.appUrl, member())
    await beside.upload(new Uint8Array(await phone.page.screenshot()))
    await goTo(phone, '/pages/more/data')
    await phone.button('Export').click()
    const sheet = phone.page.getByRole('dialog')
    await sheet.getByLabel('Login password').fill(member().loginPassword)
    await sheet.getByRole('button', { name: 'Export', exact: true }).click()
    await phone.button('Download ZIP').waitFor()
    const zip = await downloaded(phone, 'Download ZIP')
    expect(zip.subarray(0, 2).toString()).toBe('PK')
    for (const name of ['data.json', 'tables/service_messages.csv'])
      expect(zip.includes(name), name).toBe(true)

    // Those of the conversation are needed there: they cannot be deleted.
    await shows(phone, 'receipt.pdf')
    await phone.page
      .getByText(/^Service chat/)
      .first()
      .waitFor()
    const remove = phone.button(/^Delete, /)
    await expect.poll(() => remove.count()).toBe(1)
    await remove.click()
    await answer(phone, 'Delete')
    await shows(phone, 'Removed')
    await expect.poll(() => remove.count()).toBe(0)
    await phone.page
      .getByText(/^Service chat/)
      .first()
      .waitFor()
  })
}

/** How long the video on the page is, once the browser has read it; zero before. */
const lengthOf = (phone: Phone) =>
  phone.page.evaluate(() => Math.floor(document.querySelector('video')?.duration || 0))

/** The file that a button downloads. */
async function downloaded(phone: Phone, name: string | RegExp): Promise<Buffer> {
  const [file] = await Promise.all([
    phone.page.waitForEvent('download'),
    phone.button(name).click(),
  ])
  return readFile(await file.path())
}
