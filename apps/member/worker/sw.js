/*
 * The app's service worker: it caches the shell on the device, so that the app opens without a network.
 * The build writes the release and its files into the two lines below and puts it beside index.html.
 * It never responds for `/api`: data about money come from the server or not at all.
 */
const release = '/*release*/'
const shellFiles = /*files*/ []

const prefix = 'shell-'
const root = self.registration.scope
const isKeepable = url => url.startsWith(`${root}assets/`)

self.addEventListener('install', event => {
  event.waitUntil(keepShell())
})

async function keepShell() {
  const cache = await caches.open(prefix + release)
  // The page itself must belong to this release, whatever the browser has cached of it.
  await cache.addAll(
    shellFiles.map(
      file => new Request(root + file, file.startsWith('assets/') ? {} : { cache: 'no-cache' }),
    ),
  )
  // A first version replaces none; a later one waits until its member accepts it.
}

self.addEventListener('activate', event => {
  event.waitUntil(dropOldReleases().then(() => self.clients.claim()))
})

/** Keeps this release and the previous one: an open window requests the older one's files. */
async function dropOldReleases() {
  const kept = (await caches.keys()).filter(name => name.startsWith(prefix))
  const older = kept.filter(name => name !== prefix + release)
  await Promise.all(older.slice(0, -1).map(name => caches.delete(name)))
}

self.addEventListener('message', event => {
  if (event.data === 'take over') void self.skipWaiting()
  else if (Array.isArray(event.data?.keep)) event.waitUntil(keepFiles(event.data.keep))
})

/** Stores files that the first page had loaded before this worker was active. */
async function keepFiles(urls) {
  const cache = await caches.open(prefix + release)
  for (const url of urls.filter(isKeepable)) {
    if (!(await caches.match(url))) await cache.add(url).catch(() => {})
  }
}

self.addEventListener('fetch', event => {
  const { request } = event
  if (request.method !== 'GET') return
  const url = request.url.split('#')[0]
  const isPage = request.mode === 'navigate' && (url === root || url === `${root}index.html`)
  if (isPage) event.respondWith(pageOfThisRelease(request))
  else if (isKeepable(url)) event.respondWith(keptOrFetched(request))
  else if (shellFiles.some(file => file !== '' && root + file === url)) {
    event.respondWith(caches.match(request).then(kept => kept ?? fetch(request)))
  }
})

async function pageOfThisRelease(request) {
  const cache = await caches.open(prefix + release)
  return (await cache.match(root)) ?? fetch(request)
}

/** Files of `assets/` have their hash in their name, so cached ones never go stale. */
async function keptOrFetched(request) {
  const kept = await caches.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) {
    const cache = await caches.open(prefix + release)
    await cache.put(request, response.clone()).catch(() => {})
  }
  return response
}

/** Browsers require a notification for each message, so there always is one: only the message's own line. */
self.addEventListener('push', event => {
  const { account, kind, side, subject, line } = readMessage(event.data)
  event.waitUntil(
    self.registration.showNotification('榕树 Banyan', {
      body: line,
      icon: `${root}icon-192.png`,
      // A later message about the same subject of the same account replaces the earlier one, and
      // alerts again.
      tag: `${account} ${subject ?? kind}`,
      renotify: true,
      data: { account, kind, side, subject },
    }),
  )
})

function readMessage(data) {
  try {
    return data.json()
  } catch {
    return { kind: 'unread', line: '' }
  }
}

self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data))
})

/** Opens the page of the notifications, which opens the subject of the message. */
async function openPage({ account, kind, side, subject }) {
  const query = new URLSearchParams()
  const named = { of: account, kind, side, subject }
  for (const [name, value] of Object.entries(named)) if (value) query.set(name, value)
  const address = `/pages/more/notifications?${query}`
  const windows = await self.clients.matchAll({ type: 'window' })
  const isApp = one => [root, `${root}index.html`].includes(one.url.split(/[?#]/)[0])
  const open = windows.find(one => isApp(one) && one.focused) ?? windows.find(isApp)
  if (!open) return self.clients.openWindow(`${root}#${address}`)
  open.postMessage({ open: address })
  return open.focus()
}
