import { type Attached, type SentFile, uuidOf, wireIdOf } from '@banyan/domain'
import type { Database, Tx } from './database/connect.ts'

type Reader = Database | Tx

/** Files by the uuids of their uploads; an upload that is none of them is a picture. */
export type Files = ReadonlyMap<string, SentFile>

/** What a module whose texts have pictures and files with them asks of the one that keeps those. */
export interface Attaching {
  /**
   * The uploads that somebody's text names, each once and pictures first; null where one is not their own, or not
   * of its kind.
   */
  ownUploads(reader: Reader, ownerId: string, attached: Attached): Promise<string[] | null>
  filesAmong(reader: Reader, uploadIds: readonly string[]): Promise<Files>
}

/** What a call sends along with its text, by the uuids of the uploads. */
export const attachedIn = ({ pictures, files = [] }: Attached): Attached => ({
  pictures: pictures.map(uuidOf),
  files: files.map(uuidOf),
})

/** The uploads of a text as its readers get them: ids of pictures, and files with what they are. */
export const attachedTo = (
  uploadIds: readonly string[],
  files: Files,
): { pictures: string[]; files: SentFile[] } => ({
  pictures: uploadIds.filter(id => !files.has(id)).map(id => wireIdOf('img', id)),
  files: uploadIds.flatMap(id => files.get(id) ?? []),
})
