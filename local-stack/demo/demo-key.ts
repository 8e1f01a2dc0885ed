/** The API key of the demo company, as its import has it. */
export const DEMO_KEY = { apiUserId: 'demo', secretKey: 'demo-secret' } as const
