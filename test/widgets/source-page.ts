import assert from 'node:assert/strict'
import { type SourceMessage, sourceKey } from '../../src/capabilities/overlay/contract/source.ts'
import {
  type ChatLine,
  type SourceData,
  type SourceName,
  sourceDefinitions,
} from '../../src/capabilities/widgets/contract/widgets/sources.ts'
import type { WantedSource } from '../../src/capabilities/widgets/page-sources.ts'
import { misfits } from '../contract/fits-schema.ts'
import type { TestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'

type Wanted = Omit<WantedSource, 'params'> & { readonly source: SourceName; readonly params?: object }

export type SourcePage = Awaited<ReturnType<typeof openSourcePage>>

/** A page that shows widgets: it keeps the data as its messages say, and fails for data that is not as it is defined. */
export async function openSourcePage(app: Pick<TestApp, 'app' | 'channel'>) {
  const hub = await app.app.loadSourceHub()
  const messages: SourceMessage[] = []
  const data = new Map<string, { seq: number; data: object }>()
  const names = new Map<string, SourceName>()

  function receive(message: SourceMessage): void {
    messages.push(message)
    const known = data.get(message.key)
    const definition = sourceDefinitions.find(({ name }) => name === names.get(message.key))
    assert.ok(definition !== undefined, message.key)
    if (message.type === 'source') {
      assert.deepEqual(misfits(definition.data, message.data), [], message.key)
      data.set(message.key, { seq: message.seq, data: message.data })
      return
    }
    assert.deepEqual(misfits(definition.patch ?? {}, message.patch), [], message.key)
    assert.equal(message.seq, (known?.seq ?? 0) + 1, 'patches follow each other')
    data.set(message.key, { seq: message.seq, data: patched(known?.data ?? {}, message.patch) })
  }

  const page = hub.open(app.channel.id, receive)
  const refOf = ({ params = {}, ...rest }: Wanted): WantedSource => ({
    ...rest,
    params: params as Readonly<Record<string, unknown>>,
  })

  function read<N extends SourceName>(source: N, params: object = {}): SourceData<N> | undefined {
    return data.get(sourceKey(refOf({ source, params })))?.data as SourceData<N> | undefined
  }

  return {
    hub,
    messages,
    read,

    show(...wanted: Wanted[]): readonly string[] {
      const refs = wanted.map(refOf)
      for (const ref of refs) names.set(sourceKey(ref), ref.source as SourceName)
      return page.show(refs)
    },

    seqOf: (source: SourceName, params: object = {}) => data.get(sourceKey(refOf({ source, params })))?.seq,

    /** Waits for data that is as it should be. */
    async until<N extends SourceName>(
      what: string,
      source: N,
      params: object,
      isSo: (data: SourceData<N>) => boolean,
    ): Promise<SourceData<N>> {
      try {
        await eventually(what, () => {
          const found = read(source, params)
          return found !== undefined && isSo(found)
        })
      } catch (error) {
        throw new Error(`${what}: ${JSON.stringify(read(source, params))}`, { cause: error })
      }
      return read(source, params) as SourceData<N>
    },

    close: () => page.close(),
  }
}

interface AnyPatch {
  readonly add?: readonly ChatLine[]
  readonly delete?: readonly string[]
  readonly clear_users?: readonly string[]
}

/** As the definitions say: what is gone first, then what is new. */
function patched(data: object, patch: object): object {
  const { add = [], delete: deleted = [], clear_users: cleared = [] } = patch as AnyPatch
  if ('lines' in data) {
    const left = (data.lines as ChatLine[]).filter(
      ({ id, user }) => !deleted.includes(id) && !cleared.includes(user.id),
    )
    return { lines: [...left, ...add] }
  }
  return 'items' in data ? { items: [...add, ...(data.items as object[])] } : data
}
