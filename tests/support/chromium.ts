export { ensureChromium as default } from "#bin/install-chromium.ts";
