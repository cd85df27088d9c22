/** A part of a whole run that can run in parallel with others. */
export interface Stage {
  name: string
  /** Names of the stages that must have succeeded before it begins; those that do not run are not waited for. */
  needs: readonly string[]
  /** Names of the stages that must have ended, however, before it begins: they want the processors. */
  after?: readonly string[]
  /** Runs the stage. Returns true when it succeeded. */
  run(): Promise<boolean>
}

/** How a stage went, with times in milliseconds since the run began. */
export interface StageEnd {
  name: string
  /** `skipped` when something it needs has failed. */
  outcome: 'passed' | 'failed' | 'skipped'
  beganMs: number
  endedMs: number
}

/**
 * Runs stages in parallel, each as soon as what it waits for has ended.
 * @param ended called for each stage at its end, in the order of their ends.
 * @throws Error when a stage waits for itself through others.
 */
export async function runStages(
  stages: readonly Stage[],
  ended: (end: StageEnd) => void,
): Promise<StageEnd[]> {
  const begun = performance.now()
  const now = () => Math.round(performance.now() - begun)
  const ends = new Map<string, Promise<StageEnd>>()
  const among = (names: readonly string[]) =>
    stages.filter(stage => names.includes(stage.name)).map(begin)

  function begin(stage: Stage): Promise<StageEnd> {
    const known = ends.get(stage.name)
    if (known) return known
    const end = work(stage)
    ends.set(stage.name, end)
    return end
  }

  async function work(stage: Stage): Promise<StageEnd> {
    const needed = await Promise.all(among(stage.needs))
    await Promise.all(among(stage.after ?? []))
    const beganMs = now()
    const outcome = needed.some(one => one.outcome !== 'passed')
      ? 'skipped'
      : (await stage.run())
        ? 'passed'
        : 'failed'
    const end = { name: stage.name, outcome, beganMs, endedMs: now() } as const
    ended(end)
    return end
  }

  requireOrder(stages)
  return Promise.all(stages.map(begin))
}

function requireOrder(stages: readonly Stage[]): void {
  const waits = new Map(stages.map(({ name, needs, after = [] }) => [name, [...needs, ...after]]))
  const visit = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) throw new Error(`the stage ${name} waits for itself`)
    for (const before of waits.get(name) ?? []) visit(before, [...path, name])
  }
  for (const { name } of stages) visit(name, [])
}
