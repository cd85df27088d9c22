import { Vault, type VaultRecord, type VaultStore } from './vault.ts'

const database = 'banyan'
const records = 'vault'

/** Opened for each act and closed after it: another tab must never wait for this one. */
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
    // What was asked for has happened when the transaction has ended, not before.
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
    // Asked for after something is kept: a browser then weighs it as worth keeping, or says no.
    await navigator.storage?.persist?.().catch(() => false)
  },
  delete: async accountId => {
    await act('readwrite', store => store.delete(accountId))
  },
}

/** The one vault of this device. */
export const vault = new Vault(browserStore)
