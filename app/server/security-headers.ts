/**
 * The response with the security headers (docs/security.md, 'Refused requests'). public/_headers sets those of assets. `formTarget` is
 * the origin of the sign-in provider: `form-action` applies to the redirect after a form post, too. `isForSubdomains` has
 * browsers use HTTPS for every subdomain of the host as well.
 */
export function withSecurityHeaders(
  response: Response,
  { nonce, formTarget, isForSubdomains }: { nonce: string; formTarget?: string; isForSubdomains: boolean },
): Response {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // The shared worker of app/live/browser, and the service worker of app/offline.
    "worker-src 'self'",
    `form-action 'self'${formTarget ? ` ${formTarget}` : ""}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const secure = new Response(response.body, response);
  secure.headers.set("Content-Security-Policy", policy.join("; "));
  secure.headers.set("Strict-Transport-Security", `max-age=31536000${isForSubdomains ? "; includeSubDomains" : ""}`);
  // The public form lists names of people and horses.
  secure.headers.set("X-Robots-Tag", "noindex, nofollow");
  secure.headers.set("X-Content-Type-Options", "nosniff");
  // With 'no-referrer', browsers post forms with 'Origin: null', which the origin guard refuses.
  secure.headers.set("Referrer-Policy", "same-origin");
  // 'same-origin' would separate the sign-in popup from the page that opened it.
  secure.headers.set("Cross-Origin-Opener-Policy", "same-origin-allow-popups");
  secure.headers.set("Cross-Origin-Resource-Policy", "same-origin");
  secure.headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
  if (!secure.headers.has("Cache-Control")) secure.headers.set("Cache-Control", "no-store");
  return secure;
}
