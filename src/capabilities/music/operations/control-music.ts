import type { Caller } from '../../../kernel/operation/caller.ts'
import type { Call } from '../../../kernel/operation/operation.ts'
import type { MusicAction } from '../music-control.ts'

/** The shared handler of the operations that control the player. */
export async function controlMusic<C extends Caller>(
  { caller, ctx, commit }: Call<unknown, Record<string, never>, C>,
  action: MusicAction,
): Promise<Record<string, never>> {
  const note = await ctx.musicControl.drive(caller, action)
  return commit(async (tx) => {
    await note(tx)
    return {}
  })
}
