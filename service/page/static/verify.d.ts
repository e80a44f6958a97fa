/** What `openapi/verify/verify.js` has, which is served with the page. */
export function verify(files: Uint8Array[], key: string | null): Promise<{ code: string | null; why: string | null }>;
