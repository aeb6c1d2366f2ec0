// Loaded before a linter. Spectral compiles a schema for each example and each header and runs it once, which takes longer
// than everything else that it does. What the code checks stays the same.
const { default: Ajv } = require('../tools/node_modules/ajv/dist/core')
const { CodeGen } = require('../tools/node_modules/ajv/dist/compile/codegen')

// Ajv shortens the code that it generates for a schema.
CodeGen.prototype.optimize = () => {}

// The same schema stands in many places of the documents, as an object of its own each time.
const compiled = new WeakMap()
const { compile } = Ajv.prototype
Ajv.prototype.compile = function compileOnce(schema, isMeta) {
  const known = compiled.get(this) ?? new Map()
  compiled.set(this, known)
  const text = JSON.stringify(schema)
  if (!known.has(text)) known.set(text, compile.call(this, schema, isMeta))
  return known.get(text)
}
