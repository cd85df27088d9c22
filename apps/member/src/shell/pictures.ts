import { dataOf, download, holdObjectUrl, releaseObjectUrl } from '@banyan/client'
import { queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from './app.ts'
import { pictureCallPath } from './session/calls.ts'

/**
 * Loads a picture that only those concerned may see.
 * @throws TransportError, Refused, Silent.
 */
export async function fetchPicture(
  id: string,
  signal?: AbortSignal,
  pathOf = pictureCallPath,
): Promise<Blob> {
  const quiet = { toast: false, ...(signal ? { signal } : {}) }
  return dataOf(await download(api, pathOf(id), quiet))
}

/**
 * Loads a file that the server writes for this member alone: a table to keep.
 * @throws TransportError, Refused, Silent.
 */
export async function fetchFile(path: string): Promise<Blob> {
  return dataOf(await download(api, path))
}

const pictureQuery = (id: string, pathOf = pictureCallPath) =>
  queryOptions({
    queryKey: ['uploads', 'picture', id],
    queryFn: ({ signal }) => fetchPicture(id, signal, pathOf),
    // A picture never changes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

/** A picture that an `<img>` can show as soon as `url` is set. */
export interface AuthorisedPicture {
  query: UseQueryResult<Blob>
  url: string | undefined
}

/** Several of them, in the order of their ids; of another kind than uploads at addresses of their own. */
export function useAuthorisedPictures(
  ids: readonly string[],
  pathOf?: (id: string) => string,
): readonly AuthorisedPicture[] {
  const queries = useQueries({ queries: ids.map(id => pictureQuery(id, pathOf)) })
  const urls = useObjectUrls(queries.map(query => query.data))
  return queries.map((query, index) => ({ query, url: urls[index] }))
}

/** Addresses of pictures in memory; released when the page is hidden. */
function useObjectUrls(blobs: readonly (Blob | undefined)[]): readonly (string | undefined)[] {
  const [urls, setUrls] = useState<ReadonlyMap<Blob, string>>(new Map())
  // A list of blobs is new at every render: compare its blobs.
  const known = useSameList(blobs)
  useEffect(() => {
    const loaded = known.filter(blob => blob !== undefined)
    setUrls(new Map(loaded.map(blob => [blob, holdObjectUrl(blob)])))
    return () => loaded.forEach(releaseObjectUrl)
  }, [known])
  return blobs.map(blob => blob && urls.get(blob))
}

/** Returns the same array while its elements are the same. */
export function useSameList<T>(list: readonly T[]): readonly T[] {
  const [kept, keep] = useState(list)
  if (kept.length === list.length && kept.every((one, index) => one === list[index])) return kept
  keep(list)
  return list
}
