export { ensureChromium as default } from "#bin/browsers/chromium.ts";
