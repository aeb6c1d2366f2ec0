import { type ObjectSchema, text } from '../schema/schema.ts'
import { versionOf } from '../schema/version.ts'
import type { Reader } from '../storage/database.ts'
import type { PanelCaller } from './caller.ts'
import type { Context } from './context.ts'
import { Failure } from './contract/failures.ts'
import type { PanelOperation } from './operation.ts'

/** What the reader of the stored version can use. */
export interface Asked {
  readonly reader: Reader
  readonly caller: PanelCaller
  readonly ctx: Context
}

const ifVersion = text({
  min: 1,
  max: 32,
  cleaning: 'name',
  description: 'The version of what is replaced, as it was read. The call is refused if that has changed since.',
})

/**
 * The save of an editor: refused when what it replaces is no longer what the editor was given, so that of two people
 * who save at the same moment neither overwrites the other without knowing. `stored` reads what is replaced, in the form
 * that the panel got it; it runs in the transaction that writes. What another server stores is compared before the call
 * that changes it, and `alone` lets nothing else change it in between.
 */
export function ifUnchanged<N extends string, I, O>(
  operation: PanelOperation<N, I, O>,
  stored: (input: I, asked: Asked) => Promise<unknown>,
  alone?: (input: I, asked: Asked, work: () => Promise<unknown>) => Promise<unknown>,
): PanelOperation<N, I & { readonly if_version?: string | undefined }, O> {
  const { input, failures, handle } = operation
  async function requireVersion(version: string, sent: I, asked: Asked): Promise<void> {
    if (versionOf(await stored(sent, asked)) !== version) throw new Failure('changed_meanwhile')
  }
  const checked: PanelOperation<N> = {
    ...operation,
    input: { ...input, properties: { ...input.properties, if_version: ifVersion } } as ObjectSchema,
    failures: [...failures, 'changed_meanwhile'],
    handle(call) {
      const { if_version: version, ...rest } = call.input as { readonly if_version?: string }
      if (version === undefined) return handle({ ...call, input: rest })
      const { caller, ctx } = call
      if (alone !== undefined) {
        const asked = { reader: ctx.db, caller, ctx }
        return alone(rest as I, asked, async () => {
          await requireVersion(version, rest as I, asked)
          return handle({ ...call, input: rest })
        })
      }
      return handle({
        ...call,
        input: rest,
        commit: (work) =>
          call.commit(async (tx) => {
            await requireVersion(version, rest as I, { reader: tx, caller, ctx })
            return work(tx)
          }),
      })
    },
  }
  return checked as PanelOperation<N, I & { readonly if_version?: string | undefined }, O>
}
