/**
 * Asks for an address again and again until its input ends, and prints the 99th percentile of the
 * times in milliseconds. A process of its own: what floods a server keeps its own process busy.
 */
const [url] = process.argv.slice(2)
let isOver = false
process.stdin.on('end', () => {
  isOver = true
})
process.stdin.resume()
const times = []
while (!isOver) {
  const began = performance.now()
  await fetch(url, { signal: AbortSignal.timeout(10_000) })
    .then(reply => reply.text())
    .catch(() => {})
  times.push(performance.now() - began)
  await new Promise(resolve => setTimeout(resolve, 20))
}
times.sort((one, other) => one - other)
console.log(times[Math.floor(times.length * 0.99)])
