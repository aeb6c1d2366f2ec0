import { createLogOutput } from './log-output.ts'
import { Failure } from './operation/contract/failures.ts'
import { redactSecrets } from './text/secret-shapes.ts'

/** Writes one JSON line per message. Code logs the ids of secrets; text that looks like a secret is redacted. */
export interface Log {
  info(message: string, fields?: Fields): void
  warn(message: string, fields?: Fields): void
  error(message: string, fields?: Fields): void
}
type Fields = Readonly<Record<string, unknown>>
export const logLevels = ['info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export function createLog(
  level: LogLevel,
  write: (line: string) => void = createLogOutput((text) => void process.stderr.write(text)),
): Log {
  const threshold = logLevels.indexOf(level)
  const writer =
    (name: LogLevel) =>
    (message: string, fields: Fields = {}) => {
      if (logLevels.indexOf(name) < threshold) return
      const line = JSON.stringify({ at: new Date().toISOString(), level: name, message, ...fields }, plainErrors)
      write(`${redactSecrets(line)}\n`)
    }
  return { info: writer('info'), warn: writer('warn'), error: writer('error') }
}

/** An expected failure is described by its code; where it was thrown explains nothing. Its cause may be unexpected. */
function plainErrors(_key: string, value: unknown): unknown {
  if (value instanceof Failure)
    return { name: value.name, code: value.code, message: value.message, cause: value.cause }
  if (!(value instanceof Error)) return value
  return { name: value.name, message: value.message, stack: value.stack, cause: value.cause }
}
