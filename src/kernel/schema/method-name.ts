/** `add-points` the operation is `addPoints` the method, the export and the id in OpenAPI. */
export function methodName(operation: string): string {
  return operation.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
