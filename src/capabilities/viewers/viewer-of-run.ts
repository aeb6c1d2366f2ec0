import type { Run } from '../steps/run.ts'
import type { Viewer } from './viewer.ts'
import type { Viewers } from './viewers.ts'

/**
 * The viewer that a variable is about: the one that it names, otherwise whoever runs the steps. Reads the row each time,
 * since an earlier step may have changed it. No platform is asked.
 */
export async function viewerOf(
  run: Run,
  [name]: readonly string[],
  { viewers }: { readonly viewers: Viewers },
): Promise<Viewer | undefined> {
  const username = (name ?? run.user.username).replace(/^@/, '')
  const found = await viewers.findKnown(run.caller.channel, run.platform, { username })
  return found !== undefined && 'known' in found ? found.known : undefined
}
