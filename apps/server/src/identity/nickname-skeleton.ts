import unhomoglyph from 'unhomoglyph'

/**
 * Small capitals: Unicode's table of confusables separates them from the letters that they look
 * like.
 */
const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡxʏᴢ'
const smallLetters = 'abcdefghijklmnopqrstuvwxyz'
const plainOf = new Map([...smallCapitals].map((sign, i) => [sign, smallLetters[i] ?? sign]))
// Nearly one letter each, and also separate in Unicode's table.
plainOf.set('ʍ', 'm').set('ᴎ', 'n')

/**
 * Maps a nickname to what it looks like, by UTS 39: compatible forms and capitals become one
 * letter, invisible characters are dropped, and each character represents all that are drawn like
 * it.
 */
export function drawnAs(nickname: string): string {
  const seen = nickname
    .normalize('NFKD')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, '')
  // A capital may look like another letter than its small form does, so both are checked.
  const small = unhomoglyph(seen).toLowerCase().normalize('NFKD')
  const letters = [...small].map(sign => plainOf.get(sign) ?? sign).join('')
  return unhomoglyph(letters).toLowerCase()
}

/**
 * Nicknames with the same skeleton look alike and can belong to one member only. An i becomes an l,
 * because a capital I is drawn like both; blanks do not count.
 */
export const skeletonOf = (nickname: string): string =>
  drawnAs(nickname).replace(/\s/gu, '').replaceAll('i', 'l')
