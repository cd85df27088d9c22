const provinces = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼'
/** Letters of a plate: I and O are not used. */
const sign = '[A-HJ-NP-Z0-9]'

/** Five characters, the last of which may give the purpose of the car. */
const ordinary = new RegExp(`^[${provinces}][A-HJ-NP-Z]${sign}{4}[A-HJ-NP-Z0-9挂学警港澳]$`)
/** New energy, GA 36-2018: a small car has its letter first, a large one last. */
const newEnergy = new RegExp(
  `^[${provinces}][A-HJ-NP-Z](?:[A-HJK][A-HJ-NP-Z0-9]\\d{4}|\\d{5}[A-HJK])$`,
)
const embassy =
  /^(?:使\d{6}|\d{6}使|[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-HJ-NP-Z]\d{4}领)$/

/** True for a civil number plate of mainland China; small letters count as capitals. */
export function isCarNumber(text: string): boolean {
  const plate = text.toUpperCase()
  return ordinary.test(plate) || newEnergy.test(plate) || embassy.test(plate)
}
