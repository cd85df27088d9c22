import unhomoglyph from 'unhomoglyph'

/** Small capitals: Unicode's table of confusables keeps them apart from the letters that they repeat. */
const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡxʏᴢ'
const smallLetters = 'abcdefghijklmnopqrstuvwxyz'
const plainOf = new Map([...smallCapitals].map((sign, i) => [sign, smallLetters[i] ?? sign]))
// Nearly one letter each, and apart in Unicode's table as well.
plainOf.set('ʍ', 'm').set('ᴎ', 'n')

/**
 * What a nickname looks like, as UTS 39 has it: compatible forms and capitals are one letter, signs
 * that nobody sees are left out, and each sign stands for all that are drawn like it.
 */
export function drawnAs(nickname: string): string {
  const seen = nickname
    .normalize('NFKD')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, '')
  // A capital may look like another letter than its small form: both are asked.
  const small = unhomoglyph(seen).toLowerCase().normalize('NFKD')
  const letters = [...small].map(sign => plainOf.get(sign) ?? sign).join('')
  return unhomoglyph(letters).toLowerCase()
}

/**
 * Nicknames with the same skeleton look alike and belong to one member. An i is an l, for a capital I
 * is drawn like both; blanks do not count.
 */
export const skeletonOf = (nickname: string): string =>
  drawnAs(nickname).replace(/\s/gu, '').replaceAll('i', 'l')
