import { isLoopbackHost } from '../../kernel/http/contract/loopback.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import { isLinkLocal } from '../../platforms/services/entered-values.ts'
import type { Cause, Events } from '../events/events.ts'
import { aiLimits } from './contract/ai.ts'
import { aiErrors } from './messages.ts'
import type { AiProvider, ProviderRows } from './provider-rows.ts'

/** What a person enters. A key that is left out stays as it is, and an empty one is removed. */
export interface EnteredProvider {
  readonly id?: number | undefined
  readonly name: string
  readonly url: string
  readonly model: string
  readonly key?: string | undefined
  readonly inputPrice: number
  readonly outputPrice: number
  readonly timeoutSeconds: number
}

export type Providers = ReturnType<typeof createProviders>

/** The model servers of a channel: that of the environment first, then those of the panel in their order. */
export function createProviders(needs: {
  db: Database
  events: Events
  rows: ProviderRows
  /** The environment names one provider, for the first channel. */
  givenFor: (channelId: number) => Promise<AiProvider | undefined>
}) {
  const { db, events, rows, givenFor } = needs

  async function list(channelId: number, reader: Reader = db): Promise<AiProvider[]> {
    const given = await givenFor(channelId)
    const stored = await rows.list(channelId, reader)
    return given === undefined ? stored : [given, ...stored]
  }

  function getIn(stored: readonly AiProvider[], id: number): AiProvider {
    const found = stored.find((one) => one.id === id)
    if (found === undefined) throw new Failure('not_found', { message: aiErrors.providerNotFound.of() })
    if (found.setBy !== undefined) throw invalid(aiErrors.setByEnvironment.of({ source: found.setBy }))
    return found
  }

  /** The entered provider with the key that is stored. Nothing is stored. */
  function merged(stored: readonly AiProvider[], entered: EnteredProvider, mayUseLocal: boolean): AiProvider {
    const before = entered.id === undefined ? undefined : getIn(stored, entered.id)
    const url = checkedUrl(entered.url)
    const isLocal = mayUseLocal || (before?.isLocal === true && before.url === url)
    if (!isLocal && isLoopbackHost(new URL(url).host)) throw invalid(aiErrors.localAddress.of())
    const { key: written } = entered
    // A key is sent only to the address it was entered for: otherwise whoever may change the address could read it.
    if (before?.key !== undefined && written === undefined && before.url !== url) throw invalid(aiErrors.keyAgain.of())
    const key = written === undefined ? before?.key : written === '' ? undefined : checkedKey(written)
    const { name, model, inputPrice, outputPrice, timeoutSeconds } = entered
    const prices = { inputPrice, outputPrice, timeoutSeconds }
    return { id: before?.id ?? 0, name, url, model, key, isUnreadable: false, ...prices, isLocal }
  }

  return {
    list,

    /** What would be stored, to check it before. */
    async preview(channelId: number, entered: EnteredProvider, mayUseLocal: boolean): Promise<AiProvider> {
      return merged(await list(channelId), entered, mayUseLocal)
    },

    async get(channelId: number, id: number, reader: Reader = db): Promise<AiProvider> {
      const found = (await list(channelId, reader)).find((one) => one.id === id)
      if (found === undefined) throw new Failure('not_found', { message: aiErrors.providerNotFound.of() })
      return found
    },

    async save(tx: Writer, cause: Cause, entered: EnteredProvider, mayUseLocal: boolean): Promise<number> {
      const channelId = cause.channel.id
      const stored = await rows.list(channelId, tx)
      const provider = merged(stored, entered, mayUseLocal)
      if (provider.id === 0 && stored.length >= aiLimits.providers) {
        throw invalid(aiErrors.tooManyProviders.of({ max: aiLimits.providers }))
      }
      const id = provider.id === 0 ? await tx.next('ai-provider', channelId) : provider.id
      const place = stored.findIndex((one) => one.id === id)
      await rows.save(tx, channelId, { ...provider, id }, place < 0 ? stored.length + 1 : place + 1)
      const { name, url } = provider
      const fields = Object.entries(entered).flatMap(([field, value]) => (value === undefined ? [] : [field]))
      await events.appendNew(tx, cause, { kind: 'ai-provider.saved', data: { name, url, fields } })
      return id
    },

    async sort(tx: Writer, cause: Cause, ids: readonly number[]): Promise<void> {
      const channelId = cause.channel.id
      const stored = await rows.list(channelId, tx)
      const sorted = ids.flatMap((id) => stored.find((one) => one.id === id) ?? [])
      if (new Set(ids).size !== stored.length || sorted.length !== stored.length) {
        throw invalid(aiErrors.everyProvider.of())
      }
      await rows.sort(tx, channelId, ids)
      const names = sorted.map(({ name }) => name)
      await events.appendNew(tx, cause, { kind: 'ai-provider.sorted', data: { names } })
    },

    async remove(tx: Writer, cause: Cause, id: number): Promise<void> {
      const channelId = cause.channel.id
      const { name } = getIn(await rows.list(channelId, tx), id)
      await rows.remove(tx, channelId, id)
      await events.appendNew(tx, cause, { kind: 'ai-provider.removed', data: { name } })
    },
  }
}

function checkedUrl(written: string): string {
  const url = URL.canParse(written) ? new URL(written) : undefined
  const isUsable = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isUsable || url.search !== '' || url.hash !== '') throw invalid(aiErrors.invalidAddress.of())
  if (isLinkLocal(url.hostname)) throw invalid(aiErrors.linkLocal.of())
  return url.href.replace(/\/+$/, '')
}

function checkedKey(key: string): string {
  if (!/^[\x21-\x7e]+$/.test(key)) throw invalid(aiErrors.invalidKey.of())
  return key
}

function invalid(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
