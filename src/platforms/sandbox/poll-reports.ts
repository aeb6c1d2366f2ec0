import type { Ids } from '../../kernel/ambient.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { PlatformAccount, PlatformUser } from '../account.ts'
import type { PollStage, PredictionStage } from '../contract/interaction-states.ts'
import type { PlatformFeed } from '../platform.ts'
import { type PollRow, readPoll, readPrediction } from './poll-rows.ts'

type Broadcaster = Pick<PlatformAccount, 'channelId' | 'platform'> & { readonly user: PlatformUser }

/** Reports what happens to polls and predictions, as a platform does. */
export function createPollReports({ db, ids, feed }: { db: Database; ids: Ids; feed: PlatformFeed }) {
  return async function report(by: Broadcaster, row: PollRow, stage: PollStage | PredictionStage): Promise<void> {
    const id = stage === 'progress' ? ids.next('votes') : `${row.id}:${stage}`
    const { user } = by
    if (row.kind === 'prediction') {
      await feed(by, { kind: 'prediction', id, user, stage, prediction: await readPrediction(db, row) })
    } else if (stage !== 'locked') {
      await feed(by, { kind: 'poll', id, user, stage, poll: await readPoll(db, row) })
    }
  }
}
