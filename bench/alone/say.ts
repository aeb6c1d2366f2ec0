/** Writes progress with the minutes and seconds since `beganAt`, a time as of `Date.now()`. */
export function createSay(beganAt: number): (words: string) => void {
  return (words) => {
    const seconds = Math.round((Date.now() - beganAt) / 1000)
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    process.stderr.write(`${clock.padStart(6)}  ${words}\n`)
  }
}
