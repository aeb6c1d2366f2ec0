import { asObject, type JsonObject, objectIn, objectsIn } from '../calls/json-fields.ts'

/** The rows of a page of a list, and where the next one begins. */
export function pageIn(body: unknown): { rows: readonly JsonObject[]; next: string | undefined } {
  const { cursor } = objectIn({ pagination: {}, ...asObject(body) }, 'pagination')
  return { rows: objectsIn(body, 'data'), next: typeof cursor === 'string' && cursor !== '' ? cursor : undefined }
}
