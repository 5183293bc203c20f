export { ensureChromium as default } from "#bin/browsers/install-chromium.ts";
