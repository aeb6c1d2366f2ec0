import type { JsonObject } from '../calls/json-fields.ts'
import { recordOf, recordsOf } from './loose-json.ts'

/** Names of the texts that TikTok shows for a super fan, in any case. */
const superFanMarker = /ttlive_superfan/i
const joinedMarker = /superfanjoined/i

/**
 * A banner about a super fan: whom it is about, and whether it is a new one. Programs that read TikTok disagree whether
 * the marker with `superFanJoined` is a new super fan or one who enters; it counts as one who enters, so that nobody is
 * announced as new with every stream. Undefined for another banner.
 */
export function superFanIn(data: JsonObject): { readonly user: unknown; readonly isNew: boolean } | undefined {
  const contents = recordsOf([data.content, data.commonBarrageContent])
  const marker = contents
    .map(({ displayType, key }) => displayType ?? key)
    .find((one) => superFanMarker.test(String(one)))
  if (marker === undefined) return undefined
  const pieces = contents.flatMap(({ pieces, piecesList }) => recordsOf(pieces ?? piecesList))
  const named = pieces.map((piece) => recordOf(piece.userValue)?.user).find((user) => user !== undefined)
  const graded = [data.userGradeParam, data.fansLevelParam].map((one) => recordOf(one)?.user)
  const user = data.user ?? named ?? graded.find((one) => one !== undefined)
  return { user, isNew: !joinedMarker.test(String(marker)) }
}
