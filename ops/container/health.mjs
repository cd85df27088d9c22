// The health check of a container: whether its process answers on its private port.
const { METRICS_HOST = '127.0.0.1', METRICS_PORT = '9100' } = process.env
const host = METRICS_HOST.includes(':') ? `[${METRICS_HOST}]` : METRICS_HOST
try {
  const answer = await fetch(`http://${host}:${METRICS_PORT}/healthz`, {
    signal: AbortSignal.timeout(4_000),
  })
  process.exitCode = answer.ok ? 0 : 1
} catch {
  process.exitCode = 1
}
