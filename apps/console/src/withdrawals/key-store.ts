/** The database of this browser in which signing keys are kept, one for each operator's name. */
const databaseName = 'console-keys'
const storeName = 'keys'

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open()
  try {
    return await new Promise<T>((resolve, reject) => {
      const request = act(database.transaction(storeName, mode).objectStore(storeName))
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  } finally {
    database.close()
  }
}

/** The signing key of an operator on this device; null when it has none. */
export async function keptKey(name: string): Promise<CryptoKey | null> {
  const kept: unknown = await inStore('readonly', store => store.get(name))
  return kept instanceof CryptoKey ? kept : null
}

/** Keeps a key for an operator, in place of an earlier one. */
export const keepKey = async (name: string, key: CryptoKey): Promise<void> => {
  await inStore('readwrite', store => store.put(key, name))
}

export const dropKey = async (name: string): Promise<void> => {
  await inStore('readwrite', store => store.delete(name))
}
