/**
 * Runs on a machine of the drill, where no cut of its network hides it: asks the machine's own Patroni twice in a
 * second whether it is the primary, and writes the instants at which it said so.
 */
const [url = ''] = process.argv.slice(2)
setInterval(async () => {
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(400) })
    if (status === 200) process.stdout.write(`${Date.now()}\n`)
  } catch {
    // It does not answer, so it says nothing.
  }
}, 500)
