import { type FileKind, fileLimits, hasInvisibleSigns } from '@banyan/domain'

const endings: Readonly<Record<FileKind, string>> = { video: '.mp4', document: '.pdf' }

/**
 * The name of a file as others read it: no folders, no signs that nobody sees or that turn the text round,
 * and the ending of what it is, whatever it was called.
 */
export function shownName(given: string, kind: FileKind): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const seen = [...last]
    .filter(sign => !hasInvisibleSigns(sign) && !/[<>:"|?*]/.test(sign))
    .join('')
  const stem = seen.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim()
  const ending = endings[kind]
  const left = fileLimits.nameCharacters - ending.length
  const short = [...stem].slice(0, left).join('').replace(/^\.+/, '').trim()
  return `${short || kind}${ending}`
}
