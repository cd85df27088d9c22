/**
 * Returns whether two members are in one inviter line: one of them invited the other, directly or
 * through others. Each member is numbered by a walk that visits inviters before their invitees and
 * finishes a branch before the next, so a branch is a range of numbers and a lookup takes constant
 * time at any depth. Rule book 2.9.
 * @param inviters the index of each member's inviter, which is lower than the own; −1 without one.
 */
export function inviterLines(inviters: Int32Array): (a: number, b: number) => boolean {
  const sizes = new Int32Array(inviters.length).fill(1)
  for (let node = inviters.length - 1; node >= 0; node--) {
    const inviter = inviters[node] as number
    if (inviter >= 0) sizes[inviter] = (sizes[inviter] as number) + (sizes[node] as number)
  }
  const numbers = new Int32Array(inviters.length)
  const free = new Int32Array(inviters.length)
  let next = 0
  for (let node = 0; node < inviters.length; node++) {
    const inviter = inviters[node] as number
    const number = inviter < 0 ? next : (free[inviter] as number)
    if (inviter < 0) next += sizes[node] as number
    else free[inviter] = number + (sizes[node] as number)
    numbers[node] = number
    free[node] = number + 1
  }
  const isAbove = (a: number, b: number): boolean => {
    const from = numbers[a] as number
    const number = numbers[b] as number
    return number >= from && number < from + (sizes[a] as number)
  }
  return (a, b) => isAbove(a, b) || isAbove(b, a)
}
