import type { Phone } from './phone.ts'

/** Runs one part of a journey: when it fails, the sentence says where, and every page how it is. */
export type Step = (sentence: string, work: () => Promise<void>) => Promise<void>

/** The steps of a journey with these phones; those that are opened later count too. */
export function stepsWith(phones: readonly Phone[]): Step {
  return async (sentence, work) => {
    try {
      await work()
    } catch (error) {
      const conditions = await Promise.all(phones.map(phone => phone.condition()))
      for (const phone of phones) await phone.picture('failed').catch(() => {})
      const said = [...conditions.flat(), ...phones.flatMap(phone => phone.complaints)].join('\n')
      throw new Error(`${sentence}: ${(error as Error).message}\n${said}`, { cause: error })
    }
  }
}
