/** A person's browser in a journey, as far as the report of a failure needs it. */
interface Watched {
  readonly complaints: readonly string[]
  condition(): Promise<string[]>
  picture(of: string): Promise<void>
}

/** Runs one part of a journey: a failure names the part and the state of every page. */
export type Step = (sentence: string, work: () => Promise<void>) => Promise<void>

/**
 * Returns the steps of a journey with these phones and desks; those that are opened later count too.
 * `product` returns the product that they use.
 */
export function stepsWith(
  phones: readonly Watched[],
  product: () => { warnings(): string[] },
): Step {
  return async (sentence, work) => {
    try {
      await work()
    } catch (error) {
      const conditions = await Promise.all(phones.map(phone => phone.condition()))
      for (const phone of phones) await phone.picture('failed').catch(() => {})
      const report = [
        ...conditions.flat(),
        ...phones.flatMap(phone => phone.complaints),
        ...product().warnings(),
      ]
      throw new Error(`${sentence}: ${(error as Error).message}\n${report.join('\n')}`, {
        cause: error,
      })
    }
  }
}
