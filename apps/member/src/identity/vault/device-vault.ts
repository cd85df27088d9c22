import { Vault, type VaultRecord, type VaultStore } from './vault.ts'

const database = 'banyan'
const records = 'vault'

/** Opened for each operation and closed after it: another tab must never wait for this one. */
async function act<R>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<R>,
): Promise<R> {
  const opening = indexedDB.open(database, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(records)
  const opened = await settled(opening)
  try {
    const transaction = opened.transaction(records, mode)
    const request = run(transaction.objectStore(records))
    // The operation is complete when the transaction has ended, not before.
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    return request.result
  } finally {
    opened.close()
  }
}

const settled = <R>(request: IDBRequest<R>): Promise<R> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const browserStore: VaultStore = {
  get: accountId =>
    act('readonly', store => store.get(accountId) as IDBRequest<VaultRecord | undefined>),
  put: async (accountId, record) => {
    await act('readwrite', store => store.put(record, accountId))
    // Requested after something is stored: a browser then considers it worth keeping, or refuses.
    await navigator.storage?.persist?.().catch(() => false)
  },
  delete: async accountId => {
    await act('readwrite', store => store.delete(accountId))
  },
}

/** The one vault of this device. */
export const vault = new Vault(browserStore)
