import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { Cause, Events } from '../events/events.ts'
import { replaceSecrets, secretsIn } from '../steps/contract/secrets.ts'
import { headerSecretErrors, headerSecretLimits } from './contract/header-secrets.ts'
import { createHeaderSecretRows, type HeaderSecret } from './header-secret-rows.ts'

type Headers = Readonly<Record<string, string>>

export type HeaderSecrets = ReturnType<typeof createHeaderSecrets>

/** Secrets of a channel that headers of `http_request` name, each for one address. Nothing reads a value back. */
export function createHeaderSecrets(needs: { db: Database; clock: Clock; events: Events; secret: () => string }) {
  const { db, clock, events } = needs
  const rows = createHeaderSecretRows(needs)

  async function valueFor(channelId: number, name: string, url: string): Promise<string> {
    const found = await rows.find(db, channelId, name)
    if (found === undefined) throw invalid(headerSecretErrors.notSet.of({ name }))
    const { host, value } = found
    if (!URL.canParse(url) || new URL(url).origin !== host)
      throw invalid(headerSecretErrors.otherHost.of({ name, host }))
    if (value === undefined) throw invalid(headerSecretErrors.unreadable.of({ name }))
    return value
  }

  return {
    list: (channelId: number, reader: Reader = db): Promise<HeaderSecret[]> => rows.list(reader, channelId),

    /** Stores a secret, or replaces it with its address: with another address the value is entered again. */
    async save(
      tx: Writer,
      cause: Cause,
      entered: { name: string; host: string; value: string },
    ): Promise<HeaderSecret> {
      const channelId = cause.channel.id
      const name = checkedName(entered.name)
      const host = checkedHost(entered.host)
      const value = checkedValue(entered.value)
      const known = await rows.list(tx, channelId)
      if (known.length >= headerSecretLimits.count && !known.some((one) => one.name === name)) {
        throw invalid(headerSecretErrors.tooMany.of({ max: headerSecretLimits.count }))
      }
      const setAt = clock.now()
      await rows.save(tx, channelId, { name, host, value, now: setAt })
      await events.appendNew(tx, cause, { kind: 'header-secret.saved', data: { name, host } })
      return { name, host, setAt, value }
    },

    async remove(tx: Writer, cause: Cause, name: string): Promise<void> {
      const channelId = cause.channel.id
      const found = await rows.find(tx, channelId, name)
      if (found === undefined) throw new Failure('not_found', { message: headerSecretErrors.notFound.of({ name }) })
      await rows.remove(tx, channelId, name)
      await events.appendNew(tx, cause, { kind: 'header-secret.deleted', data: { name, host: found.host } })
    },

    /** The headers with their secrets, and a function that removes these from what the receiver answers. */
    async fill(channelId: number, headers: Headers, url: string) {
      const values = new Map<string, string>()
      for (const name of new Set(Object.values(headers).flatMap(secretsIn))) {
        values.set(name, await valueFor(channelId, name, url))
      }
      const filled = Object.entries(headers).map(([header, written]) => [
        header,
        replaceSecrets(written, (name) => values.get(name) ?? ''),
      ])
      return {
        headers: Object.fromEntries(filled) as Headers,
        // Some services repeat the request in their answer, which may be sent to chat.
        withoutSecrets: (text: string) =>
          [...values.values()]
            .flatMap((value) => [value, JSON.stringify(value).slice(1, -1)])
            .reduce((rest, value) => rest.replaceAll(value, '***'), text),
      }
    },
  }
}

function checkedName(written: string): string {
  if (!/^[a-z0-9_]+$/i.test(written)) throw invalid(headerSecretErrors.name.of())
  return written.toLowerCase()
}

/** A host alone means HTTPS, so that nobody sends the secret unencrypted unless this was entered. */
function checkedHost(written: string): string {
  const address = written.includes('://') ? written : `https://${written}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isBare = url !== undefined && /^\/?$/.test(url.pathname + url.search + url.hash)
  const isOpen = url !== undefined && url.username === '' && url.password === ''
  if (!isBare || !isOpen || !/^https?:$/.test(url.protocol)) throw invalid(headerSecretErrors.host.of())
  return url.origin
}

function checkedValue(written: string): string {
  const value = written.trim()
  if (!/^[\x20-\x7e]+$/.test(value)) throw invalid(headerSecretErrors.value.of())
  return value
}

function invalid(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
