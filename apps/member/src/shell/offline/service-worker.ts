import { nav } from '../navigation/nav.ts'
import { Updates, type UpdatesSetup, type Worker } from './updates.ts'

const address = './sw.js'

/** The content security policy requires a trusted script address: only this one is trusted. */
function vouchedFor(): string {
  const { trustedTypes } = window as {
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): unknown }
    }
  }
  const policy = trustedTypes?.createPolicy('sw', {
    createScriptURL: url => {
      if (url !== address) throw new TypeError(`${url} is not the app's own worker`)
      return url
    },
  })
  return (policy?.createScriptURL(address) ?? address) as string
}

/**
 * Keeps the shell on the device, so that the app opens without a network, and offers newer
 * versions. Called long after the first page is shown, because that needs nothing of it.
 */
export async function startOffline(offer: UpdatesSetup['offer']): Promise<void> {
  const workers = navigator.serviceWorker
  // Over plain HTTP there are none, and in development a cached file would hide new changes.
  if (!workers || !import.meta.env.PROD) return
  const registration = await workers.register(vouchedFor(), { updateViaCache: 'none' })
  const updates = new Updates({
    worker: workerOf(registration, workers),
    offer,
    reload: () => location.reload(),
    now: Date.now,
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') updates.returned()
  })
  workers.addEventListener('message', ({ data }) => {
    if (typeof data?.open === 'string') nav.engine.navigateTo(data.open)
  })
  const { active } = await workers.ready
  active?.postMessage({ keep: loadedFiles() })
}

/** The files of this page that were loaded before the worker could store them. */
const loadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(entry => entry.name)
    .filter(name => name.includes('/assets/'))

function workerOf(
  registration: ServiceWorkerRegistration,
  workers: ServiceWorkerContainer,
): Worker {
  return {
    // The very first version is not an update.
    waiting: () => {
      const { waiting } = registration
      return waiting && registration.active
        ? { takeOver: () => waiting.postMessage('take over') }
        : null
    },
    onChange: changed => {
      registration.addEventListener('updatefound', () => {
        registration.installing?.addEventListener('statechange', changed)
      })
    },
    onTakenOver: taken => {
      let had = workers.controller
      workers.addEventListener('controllerchange', () => {
        if (had) taken()
        had = workers.controller
      })
    },
    check: async () => {
      await registration.update()
    },
  }
}
