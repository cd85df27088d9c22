import { dataOf, download, holdObjectUrl, releaseObjectUrl } from '@banyan/client'
import { operatorNoticePicturePath } from '@banyan/domain'
import type { ArticlePicture } from '@banyan/ui'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../shell/index.ts'

/** Pictures of notices in the order of their ids, also of those that no member may see yet. */
export function useNoticePictures(ids: readonly string[]): ArticlePicture[] {
  const queries = useQueries({
    queries: ids.map(id => ({
      queryKey: ['notices', 'picture', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        dataOf(await download(api, `${operatorNoticePicturePath}/${id}`, { toast: false, signal })),
      // A picture never changes.
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: false as const,
    })),
  })
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map())
  const loaded = ids.flatMap((id, at) => (queries[at]?.data ? [id] : []))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a picture of an id is always the same.
  useEffect(() => {
    const pictures = ids.flatMap((id, at) => {
      const bytes = queries[at]?.data
      return bytes ? [{ id, bytes }] : []
    })
    setUrls(new Map(pictures.map(({ id, bytes }) => [id, holdObjectUrl(bytes)])))
    return () => {
      for (const { bytes } of pictures) releaseObjectUrl(bytes)
    }
  }, [loaded.join()])
  return ids.map((id, at) => ({
    url: urls.get(id),
    failed: queries[at]?.isError ?? false,
    retry: () => void queries[at]?.refetch(),
  }))
}
