/** Sent with every response: nothing of the service is cached, sniffed, framed or run by a browser. */
export const baseHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
} as const;

export function respondJson(status: number, reply: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(reply), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...baseHeaders, ...headers },
  });
}

export function respondText(contentType: string, text: string): Response {
  return new Response(text, { status: 200, headers: { 'content-type': contentType, ...baseHeaders } });
}
