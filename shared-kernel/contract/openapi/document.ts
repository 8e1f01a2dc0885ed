/** The parts of OpenAPI 3.0.3 that the description of this API is made of. */
export interface ApiDocument {
  readonly openapi: '3.0.3'
  readonly info: ApiInfo
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>
    readonly parameters: Readonly<Record<string, ApiParameter>>
    readonly headers: Readonly<Record<string, ApiHeader>>
    readonly schemas: Readonly<Record<string, ApiSchema>>
  }
}

interface ApiInfo {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly contact: { readonly name: string }
  readonly license: { readonly name: string; readonly url: string }
}

export interface ApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters: readonly (ApiParameter | Reference)[]
  readonly requestBody?: ApiBody
  readonly responses: Readonly<Record<string, ApiResponse>>
}

export interface ApiParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly allowEmptyValue?: boolean
  readonly schema: ApiSchema | Reference
  readonly example?: unknown
}

export interface ApiHeader {
  readonly description: string
  readonly schema: ApiSchema
}

export interface ApiBody {
  readonly required: boolean
  readonly content: Readonly<Record<string, ApiContent>>
}

export interface ApiResponse {
  readonly description: string
  readonly headers: Readonly<Record<string, Reference>>
  readonly content: Readonly<Record<string, ApiContent>>
}

export interface ApiContent {
  readonly schema: ApiSchema | Reference
  readonly examples: Readonly<Record<string, ApiExample>>
}

export interface ApiExample {
  readonly summary: string
  readonly value: unknown
}

export interface Reference {
  readonly $ref: string
}

type Scalar = string | number | boolean | null

export interface ApiSchema {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean'
  readonly format?: string
  readonly enum?: readonly Scalar[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: true
  readonly maximum?: number
  readonly exclusiveMaximum?: true
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: ApiSchema | Reference
  readonly properties?: Readonly<Record<string, ApiSchema | Reference>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly multipleOf?: number
  readonly allOf?: readonly (ApiSchema | Reference)[]
  readonly anyOf?: readonly (ApiSchema | Reference)[]
  readonly oneOf?: readonly Reference[]
  readonly discriminator?: {
    readonly propertyName: string
    readonly mapping: Readonly<Record<string, string>>
  }
  readonly nullable?: true
  readonly default?: Scalar
  readonly description?: string
}

export const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

export const isReference = (value: object): value is Reference => '$ref' in value
