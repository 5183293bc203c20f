/**
 * The headers of design section 7, on every answer of the worker; public/_headers has their like for the assets.
 * `formTarget` is the sign-in provider: `form-action` also rules the redirects that follow a post.
 */
export function withSecurityHeaders(
  response: Response,
  { nonce, formTarget }: { nonce: string; formTarget?: string },
): Response {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // The one that keeps a browser's connection to the hub.
    "worker-src 'self'",
    `form-action 'self'${formTarget ? ` ${formTarget}` : ""}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const secure = new Response(response.body, response);
  secure.headers.set("Content-Security-Policy", policy.join("; "));
  secure.headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  secure.headers.set("X-Content-Type-Options", "nosniff");
  // 'no-referrer' would make browsers post forms with 'Origin: null'.
  secure.headers.set("Referrer-Policy", "same-origin");
  // The sign-in popup tells its opener when it is done.
  secure.headers.set("Cross-Origin-Opener-Policy", "same-origin-allow-popups");
  secure.headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
  if (!secure.headers.has("Cache-Control")) secure.headers.set("Cache-Control", "no-store");
  return secure;
}
