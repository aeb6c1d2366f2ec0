// Apart from `schema.ts`, which overlay pages load: only the descriptions of the API need it.

/** What generated code calls the type of an object; not shown on the wire. */
const modelName: unique symbol = Symbol('model name')

/** An object inside of bodies, under a name of its own: where several operations have it, generated code has one type. */
export function model<S extends object>(name: string, schema: S): S {
  return { ...schema, [modelName]: name }
}

export function modelNameOf(schema: object): string | undefined {
  return (schema as { [modelName]?: string })[modelName]
}
