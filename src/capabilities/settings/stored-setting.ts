import type { Asked } from '../../kernel/operation/if-unchanged.ts'
import type { SettingName } from '../../registry/setting-schemas.ts'

/** A setting that is saved as a whole. */
export function storedSetting(name: SettingName) {
  return async (_input: unknown, { reader, caller, ctx }: Asked): Promise<unknown> =>
    (await ctx.settings.readIn(reader, caller.channel.id))[name]
}
