import { nav } from '../navigation/nav.ts'
import { Updates, type UpdatesSetup, type Worker } from './updates.ts'

const address = './sw.js'

/** The policy of the house wants a script's address to be vouched for: this one and no other. */
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
 * Keeps the shell on the device, so that the app opens without a network, and offers newer versions.
 * Called when the first page has long been there: nothing of it is needed for that.
 */
export async function startOffline(offer: UpdatesSetup['offer']): Promise<void> {
  const workers = navigator.serviceWorker
  // Over plain HTTP there are none, and in development a kept file would hide what was just written.
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

/** The files that this page was made from before the worker was there to keep them. */
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
    // The very first version is nobody's update.
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
