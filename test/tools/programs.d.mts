export type Program =
  | 'chromium'
  | 'chromium-with-extensions'
  | 'espeak'
  | 'firefox'
  | 'haproxy'
  | 'obs'
  | 'redis'
  | 'strace'
  | 'xvfb'

/** The path of a program. Throws where it is missing, and says what to do. */
export function findProgram(program: Program): string
