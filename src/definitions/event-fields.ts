import { type ObjectSchema, optional, type Schema, text } from '../kernel/schema/schema.ts'
import { storedTime } from '../kernel/schema/stored-time.ts'

/** Fields that the data of several kinds of events have. */

export const userId = text({ description: "The platform's own id of the viewer." })

/** The viewer whom an event is about. */
export const viewerFields = {
  user_id: userId,
  username: text({ description: 'The name of the viewer on the platform.' }),
  displayname: text({ description: 'The name as the platform shows it.' }),
}

/** When something happens or happened. */
export function timeField(description: string) {
  return storedTime({ description })
}

const userid = optional(
  text({
    description: 'The id by which calls find the viewer, as their parameter userid. Absent where there is none.',
  }),
)

export function namesViewer({ properties }: Pick<Schema, 'properties'>): boolean {
  return properties !== undefined && 'user_id' in properties
}

/** Data about a viewer, with the id that calls take beside the platform's own. */
export function withUserid<S extends Schema>(data: S): S {
  const { properties } = data as Partial<ObjectSchema>
  if (properties === undefined || !namesViewer(data) || 'userid' in properties) return data
  const fields = Object.entries(properties).flatMap(([name, field]) =>
    name === 'user_id' ? [[name, field] as const, ['userid', userid] as const] : [[name, field] as const],
  )
  return { ...data, properties: Object.fromEntries(fields) }
}
