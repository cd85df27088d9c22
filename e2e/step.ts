import type { Phone } from './phone.ts'

/** Runs one part of a journey: a failure names the part and the state of every page. */
export type Step = (sentence: string, work: () => Promise<void>) => Promise<void>

/** Returns the steps of a journey with these phones; phones that are opened later count too. */
export function stepsWith(phones: readonly Phone[]): Step {
  return async (sentence, work) => {
    try {
      await work()
    } catch (error) {
      const conditions = await Promise.all(phones.map(phone => phone.condition()))
      for (const phone of phones) await phone.picture('failed').catch(() => {})
      const complaints = [...conditions.flat(), ...phones.flatMap(phone => phone.complaints)].join(
        '\n',
      )
      throw new Error(`${sentence}: ${(error as Error).message}\n${complaints}`, { cause: error })
    }
  }
}
