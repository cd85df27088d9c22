/** As if every member had answered the questions on risk; for what is not about them. */
export const everybodyAnswered = async (_reader: unknown, memberIds: readonly string[]) =>
  new Map(memberIds.map(id => [id, new Date(0)]))
