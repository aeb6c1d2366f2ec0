/** Likes of some viewer, as TikTok reports them. */
export interface LikeFrame {
  readonly userId: string
  readonly count: number
  /** Likes of the whole stream. TikTok leaves out frames of a busy stream, but this number is complete. */
  readonly total?: number | undefined
  /** The stream that `total` belongs to; without it the number is of no use after a restart. */
  readonly room?: string | undefined
}

export interface LikeMark {
  readonly room: string
  readonly total: number
}

export interface CountedLikes {
  readonly count: number
  readonly people: number
  /** Present if TikTok reports the total of the stream. */
  readonly mark?: LikeMark
}

interface Bucket {
  readonly room: string | undefined
  /** The sum of the frames. */
  count: number
  readonly people: Set<string>
  /** The total before the first frame of this bucket, and the highest one. */
  totalBefore: number | undefined
  total: number | undefined
}

const maxPeople = 10_000

/**
 * Adds up likes, which come by the thousand, and reports one number every few seconds. With the total of the stream the
 * numbers are exact even when frames are missing, and after a restart: the total up to which likes were reported is
 * stored with each report, and the next report begins there. Without it, a crash loses the likes of one interval.
 */
export function createLikeCounter(needs: {
  everyMs: number
  /** What was reported last, before this server started. */
  findMark: () => Promise<LikeMark | undefined>
  /** Stores the likes and the mark together. */
  report: (likes: CountedLikes) => Promise<void>
  onError: (error: unknown) => void
}) {
  const { everyMs, findMark, report, onError } = needs
  let bucket: Bucket | undefined
  let timer: NodeJS.Timeout | undefined
  let reported: LikeMark | undefined
  /** One report at a time, so that each begins where the last one ended. */
  let queue = Promise.resolve()

  async function countOf({ room, count, totalBefore, total }: Bucket): Promise<Omit<CountedLikes, 'people'>> {
    if (room === undefined || total === undefined || totalBefore === undefined) return { count }
    reported ??= await findMark()
    const from = reported?.room === room ? reported.total : totalBefore
    return { count: Math.max(0, total - from), mark: { room, total: Math.max(total, from) } }
  }

  async function send(full: Bucket): Promise<void> {
    const likes = { ...(await countOf(full)), people: full.people.size }
    if (likes.count > 0) await report(likes)
    if (likes.mark !== undefined) reported = likes.mark
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const full = bucket
    bucket = undefined
    if (full === undefined) return
    queue = queue.then(() =>
      send(full).catch((error: unknown) => {
        onError(error)
        putBack(full)
      }),
    )
  }

  /** Likes that could not be stored are reported with the next ones. */
  function putBack(full: Bucket): void {
    if (bucket === undefined) bucket = full
    else if (bucket.room === full.room) {
      bucket.count += full.count
      bucket.totalBefore = full.totalBefore ?? bucket.totalBefore
    }
    schedule()
  }

  function schedule(): void {
    timer ??= setTimeout(flush, everyMs).unref()
  }

  return {
    take({ userId, count, total, room }: LikeFrame): void {
      if (bucket !== undefined && bucket.room !== room) flush()
      bucket ??= { room, count: 0, people: new Set(), totalBefore: undefined, total: undefined }
      bucket.count += count
      if (bucket.people.size < maxPeople) bucket.people.add(userId)
      if (total !== undefined) {
        bucket.totalBefore ??= Math.max(0, total - count)
        bucket.total = Math.max(bucket.total ?? 0, total)
      }
      schedule()
    },

    /** Reports what is left. */
    close(): void {
      flush()
    },
  }
}
