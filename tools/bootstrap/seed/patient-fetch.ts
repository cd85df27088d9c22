import { setTimeout as sleep } from 'node:timers/promises'

/** How long a call is repeated while the server is too busy to answer. */
const patienceMs = 120_000
const pauseMs = 500

/**
 * `fetch` that repeats a call while the server answers that it cannot serve now (503): such a call
 * has had no effect. A busy machine makes a first start slower, and must not make it fail.
 */
export const patientFetch: typeof fetch = async (url, request) => {
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    const response = await fetch(url, request)
    if (response.status !== 503 || Date.now() > giveUpAt) return response
    await response.body?.cancel()
    await sleep(pauseMs)
  }
}

/** Calls one of the test hooks. */
export async function callHook(baseUrl: string, path: string, body: object): Promise<void> {
  const response = await patientFetch(baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
}
