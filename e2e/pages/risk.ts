import type { Phone } from '../phone.ts'

/** Answers the four questions on risk, the last one wrongly first: the app explains it and asks again. */
export async function answerRiskQuestions(phone: Phone): Promise<void> {
  const { names, page } = phone
  const { risk } = names
  const sheet = page.getByRole('dialog', { name: risk.title })
  const choose = async (text: string, then: string) => {
    await sheet.getByRole('radio', { name: text, exact: true }).check()
    await sheet.getByRole('button', { name: then, exact: true }).click()
  }
  const [share = ''] = risk.right.slice(-1)
  for (const text of risk.right.slice(0, -1)) await choose(text, risk.next)
  await phone.picture('risk-question')
  await choose(risk.wrongShare, risk.submit)
  await sheet.getByText(risk.whyShare, { exact: true }).waitFor()
  await phone.picture('risk-explained')
  await sheet.getByRole('button', { name: risk.again, exact: true }).click()
  await choose(share, risk.submit)
}
