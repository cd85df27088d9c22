import { useEffect, useState } from 'react'

/** A text once it has not changed for so long: no call is made for every sign of a word. */
export function useSettled(text: string, ms = 250): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return settled
}
